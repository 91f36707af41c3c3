import { IconAt, IconMail, IconMailOpened, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type Mail, mailCountDays, mailOutcomes, mails } from '#contract/mail.ts'
import { paths } from '#contract/paths.ts'
import { jobRetentionDays } from '#contract/retention.ts'
import { pollInterval } from '../data/live.ts'
import { useRouteMutation, useRouteQuery } from '../data/queries.ts'
import {
  administrationMessages,
  homeMessages,
  receivedMessages,
  senderMessages,
  mailMessages as t,
} from '../messages/current.ts'
import { Choice } from '../ui/controls/Choice.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { AboutSubject, ConfirmButton, ConfirmOne } from '../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Page } from '../ui/layout/Page.tsx'
import { Stats } from '../ui/layout/Stats.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { formatCount, formatNumber } from '../ui/text/format.ts'
import { MailStatus, Recipient, TryTime } from './MailCells.tsx'
import classes from './mails.module.css'
import { TestMailButton } from './TestMailButton.tsx'

/** Failed and waiting mails, for the vendor's administrators. */
export default function MailsPage() {
  const searchParams = useSearch({ strict: false })
  const status = (['failed', 'waiting'] as const).find(each => each === searchParams.status)
  const list = useTable(
    mails.list,
    { query: status ? { status } : {} },
    { refetchInterval: () => pollInterval('mails') },
  )
  const retry = useRouteMutation(mails.retry, ({ message }) => message)
  const discard = useRouteMutation(mails.discard, ({ message }) => message)
  const discarding = useDialog<Mail>()

  return (
    <Page
      title={administrationMessages.mails}
      about={t.about(jobRetentionDays)}
      tools={<Tools />}
      action={<TestMailButton />}
    >
      <Counts />
      <Table
        list={list}
        searched="people"
        label={administrationMessages.mails}
        columns={[
          { id: 'to', label: t.to, render: mail => <Recipient mail={mail} /> },
          { id: 'kind', label: t.kind, render: mail => t[mail.kind] },
          { id: 'status', label: t.status, render: mail => <MailStatus mail={mail} /> },
          { id: 'tries', label: t.tries, render: mail => formatNumber(mail.tries), align: 'end' },
          { id: 'dateTried', label: t.dateTried, render: mail => <TryTime mail={mail} /> },
        ]}
        actions={mail =>
          mail.status !== 'sending' && (
            <>
              <IconButton
                icon={IconRefresh}
                label={`${t.retry}: ${mail.to}`}
                onClick={() => void retry({ params: { mail: mail._id } }).catch(() => {})}
              />
              <IconButton
                icon={IconTrash}
                label={`${t.discard}: ${mail.to}`}
                onClick={() => discarding.open(mail)}
              />
            </>
          )
        }
        filter={
          <>
            <Choice
              label={t.statusFilter}
              value={status ?? ''}
              options={[
                ['', t.all],
                ['failed', t.failedOnes],
                ['waiting', t.waitingOnes],
              ]}
              onChange={status => list.setAddress({ status })}
            />
            <RetryAllButton />
          </>
        }
        empty={{
          icon: IconMail,
          title: status === 'failed' ? t.noneFailed : t.none,
          hint: t.noneHint,
        }}
      />
      <ConfirmOne
        dialog={discarding}
        title={t.askDiscard}
        about={mail => <AboutSubject name={mail.to} lines={[t[mail.kind], t.discardAbout]} />}
        confirmLabel={t.discard}
        danger
        onConfirm={mail => discard({ params: { mail: mail._id } })}
      />
    </Page>
  )
}

const Tools = () => (
  <>
    <LinkButton variant="plain" icon={IconMailOpened} to={paths.receivedMails}>
      {receivedMessages.open}
    </LinkButton>
    <LinkButton variant="plain" icon={IconAt} to={paths.mailSender}>
      {senderMessages.open}
    </LinkButton>
  </>
)

function Counts() {
  const { data: counts } = useRouteQuery(mails.counts)
  return counts ? (
    <div className={classes.counts}>
      <p className={classes.more}>{t.counts(mailCountDays)}</p>
      <Stats
        label={t.counts(mailCountDays)}
        figures={[
          [t.waitingNow, counts.waiting],
          ...mailOutcomes.map(outcome => [t.outcomes[outcome], counts[outcome]] as const),
        ]}
      />
    </div>
  ) : null
}

function RetryAllButton() {
  const { data: failed } = useRouteQuery(mails.list, { query: { status: 'failed', size: '1' } })
  const retryAll = useRouteMutation(mails.retryAll, ({ message }) => message)
  if (!failed?.total) return null
  return (
    <ConfirmButton
      icon={IconRefresh}
      title={t.askRetryAll}
      about={
        <AboutSubject
          name={homeMessages.failedMails(formatCount(failed))}
          lines={[t.retryAllAbout]}
        />
      }
      confirmLabel={t.retryAll}
      onConfirm={() => retryAll({})}
    />
  )
}
