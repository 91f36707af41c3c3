import { IconEyeCheck, IconMailOpened, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mails } from '#contract/mail.ts'
import { mailIn, type ReceivedMail, ReceivedState, receivedMailDays } from '#contract/mail-in.ts'
import { withVisibleMarks } from '#contract/text/direction.ts'
import { pollInterval } from '../data/live.ts'
import { useRouteMutation, useRouteQuery } from '../data/queries.ts'
import {
  administrationMessages,
  senderMessages,
  receivedMessages as t,
} from '../messages/current.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { AboutSubject, ConfirmOne } from '../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { formatDateTime } from '../ui/text/format.ts'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './mails.module.css'
import { isWaitingForTeam, State, subjectOf, TicketOf } from './ReceivedMailCells.tsx'
import { ReceivedMailDialog } from './ReceivedMailDialog.tsx'

/** Those that wait for an administrator first. */
const states = [...new Set<ReceivedState>(['held', 'failed', ...ReceivedState.options])]

/** Received mails: those that wait for an administrator, and where all others are. */
export default function ReceivedMailsPage() {
  const searchParams = useSearch({ strict: false })
  const state = states.find(each => each === searchParams.status)
  const options = { sort: '-dateReceived', refetchInterval: () => pollInterval('mails') }
  const isOpenOnly = searchParams.status === 'open'
  const query = { ...(state && { state }), ...(isOpenOnly && { open: 'true' as const }) }
  const list = useTable(mailIn.list, { query }, options)
  const retry = useRouteMutation(mailIn.retry, ({ message }) => message)
  const discard = useRouteMutation(mailIn.discard, ({ message }) => message)
  const receivesMail = useRouteQuery(mails.sender).data?.incoming !== null
  const see = useRouteMutation(mailIn.see, ({ message }) => message)
  const discarding = useDialog<ReceivedMail>()
  const reading = useDialog<ReceivedMail>()

  return (
    <Page title={administrationMessages.receivedMails} about={t.about(receivedMailDays)}>
      <Table
        list={list}
        searched="receivedMails"
        label={administrationMessages.receivedMails}
        columns={[
          {
            id: 'sender',
            label: t.sender,
            render: mail => (
              <Lines
                first={mail.sender || t.unknownSender}
                second={mail.senderName && <WrittenText text={mail.senderName} />}
              />
            ),
          },
          {
            id: 'subject',
            label: t.subject,
            render: mail => (
              <Lines first={mail.subject || t.noSubject} second={<TicketOf mail={mail} />} />
            ),
          },
          { id: 'state', label: t.state, render: mail => <State mail={mail} /> },
          {
            id: 'dateReceived',
            label: t.dateReceived,
            render: mail => formatDateTime(mail.dateReceived),
          },
        ]}
        actions={mail => (
          <>
            <IconButton
              icon={IconMailOpened}
              label={`${t.read}: ${subjectOf(mail)}`}
              onClick={() => reading.open(mail)}
            />
            {mail.isOpen && (
              <IconButton
                icon={IconEyeCheck}
                label={`${t.see}: ${subjectOf(mail)}`}
                onClick={() => void see({ params: { received: mail._id } }).catch(() => {})}
              />
            )}
            {isWaitingForTeam(mail) && (
              <>
                <IconButton
                  icon={IconRefresh}
                  label={`${t.retry}: ${subjectOf(mail)}`}
                  onClick={() => void retry({ params: { received: mail._id } }).catch(() => {})}
                />
                <IconButton
                  icon={IconTrash}
                  label={`${t.discard}: ${subjectOf(mail)}`}
                  onClick={() => discarding.open(mail)}
                />
              </>
            )}
          </>
        )}
        filter={
          <Select
            aria-label={t.stateFilter}
            value={isOpenOnly ? 'open' : (state ?? '')}
            options={[
              { value: '', label: t.all },
              { value: 'open', label: administrationMessages.openMails },
              ...states.map(value => ({ value, label: t.states[value] })),
            ]}
            onChange={event => list.setAddress({ status: event.currentTarget.value })}
          />
        }
        clearFilter={state || isOpenOnly ? () => list.setAddress({ status: '' }) : undefined}
        empty={{
          icon: IconMailOpened,
          title: t.none,
          hint: receivesMail ? t.noneHint : senderMessages.noIncoming,
        }}
      />
      <ReceivedMailDialog dialog={reading} onDiscard={discarding.open} />
      <ConfirmOne
        dialog={discarding}
        title={t.askDiscard}
        about={mail => (
          <AboutSubject
            name={subjectOf(mail)}
            lines={[withVisibleMarks(mail.sender), t.discardAbout]}
          />
        )}
        confirmLabel={t.discard}
        danger
        onConfirm={mail => discard({ params: { received: mail._id } })}
      />
    </Page>
  )
}

const Lines = ({ first, second }: { first: string; second: ReactNode }) => (
  <div className={classes.lines}>
    <span>
      <WrittenText text={first} />
    </span>
    {second && <span className={classes.more}>{second}</span>}
  </div>
)
