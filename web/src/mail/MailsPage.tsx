import { IconMail, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type Mail, mailKinds, mails } from '#contract/mails.ts'
import { language } from '../browser/language.ts'
import { useRouteMutation, useRouteQuery } from '../data/queries.ts'
import { Choice } from '../ui/controls/Choice.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ConfirmButton } from '../ui/dialog/ConfirmButton.tsx'
import { ConfirmOne } from '../ui/dialog/ConfirmOne.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { countInWords, number } from '../ui/text/format.ts'
import { MailStanding } from './MailStanding.tsx'
import classes from './mails.module.css'
import { mailMessages as t } from './messages.ts'
import { TestMailButton } from './TestMailButton.tsx'
import { TryTime } from './TryTime.tsx'

const kinds = mailKinds(language)
/** How often the list is asked for again, in milliseconds: what is tried again soon shows how it went. */
const every = 5_000

/** Mails that could not be sent, and those that wait, for the vendor's administrators. */
export default function MailsPage() {
  const asked = useSearch({ strict: false }) as { status?: string }
  const status = asked.status === 'failed' || asked.status === 'waiting' ? asked.status : undefined
  const list = useTable(mails.list, { query: status ? { status } : {} }, { every })
  const failed = useRouteQuery(mails.list, { query: { status: 'failed', size: '1' } }).data
  const retry = useRouteMutation(mails.retry, ({ message }) => message)
  const retryAll = useRouteMutation(mails.retryAll, ({ message }) => message)
  const discard = useRouteMutation(mails.discard, ({ message }) => message)
  const discarding = useDialog<Mail>()

  return (
    <Page
      title={t.title}
      about={<p className={classes.about}>{t.about}</p>}
      tools={
        (failed?.total ?? 0) > 0 && (
          <ConfirmButton
            icon={<IconRefresh aria-hidden />}
            ask={t.askRetryAll}
            about={
              <>
                <p>
                  <strong>{t.failedCount(countInWords(failed ?? {}))}</strong>
                </p>
                <p>{t.retryAllAbout}</p>
              </>
            }
            yes={t.retryAll}
            onYes={() => retryAll({})}
          />
        )
      }
      action={<TestMailButton />}
    >
      <Table
        of={list}
        label={t.title}
        columns={[
          { id: 'to', label: t.to, show: mail => <Recipient mail={mail} /> },
          { id: 'kind', label: t.kind, show: mail => kinds[mail.kind] },
          { id: 'status', label: t.status, show: mail => <MailStanding mail={mail} /> },
          { id: 'tries', label: t.tries, show: mail => number(mail.tries), align: 'end' },
          { id: 'dateTried', label: t.dateTried, show: mail => <TryTime mail={mail} /> },
        ]}
        actions={mail =>
          mail.status !== 'sending' && (
            <>
              <IconButton label={`${t.retry}: ${mail.to}`} onClick={() => void retry({ params: { mail: mail._id } }).catch(() => {})}>
                <IconRefresh aria-hidden />
              </IconButton>
              <IconButton label={`${t.discard}: ${mail.to}`} onClick={() => discarding.open(mail)}>
                <IconTrash aria-hidden />
              </IconButton>
            </>
          )
        }
        filter={
          <Choice
            label={t.which}
            value={status ?? 'all'}
            options={[
              ['all', t.all],
              ['failed', t.failedOnes],
              ['waiting', t.waitingOnes],
            ]}
            onChange={status => list.go({ status: status === 'all' ? '' : status })}
          />
        }
        empty={
          <Empty icon={<IconMail aria-hidden />} title={status === 'failed' ? t.noneFailed : t.none}>
            {t.noneHint}
          </Empty>
        }
      />
      <ConfirmOne
        dialog={discarding}
        ask={t.askDiscard}
        about={mail => (
          <>
            <p>
              <strong>{mail.to}</strong>
            </p>
            <p>{kinds[mail.kind]}</p>
            <p>{t.discardAbout}</p>
          </>
        )}
        yes={t.discard}
        danger
        onYes={mail => discard({ params: { mail: mail._id } })}
      />
    </Page>
  )
}

const Recipient = ({ mail: { to, name } }: { mail: Mail }) => (
  <div className={classes.lines}>
    <span>{to}</span>
    <span className={classes.more}>{name}</span>
  </div>
)
