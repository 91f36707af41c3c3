import {
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconHandGrab,
  IconRotateClockwise,
} from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import type { Area } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { Ticket, TicketStatus } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { AboutSubject, ConfirmButton } from '../../ui/dialog/ConfirmDialog.tsx'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { ticketCalls } from '../calls.ts'
import { announceClosing } from '../changeTickets.ts'
import { conversationKeyOf, openOutbox, settled } from '../outbox/outbox.ts'
import { useIsReopenable } from '../useIsReopenable.ts'
import { LiveSupport } from './LiveSupport.tsx'
import { useAssign } from './useAssign.ts'

/** An open ticket has live support and is closed, a closed
 * one is reopened or archived, an archived one unarchived. */
export function TicketActions({ ticket, area }: { ticket: Ticket; area: Area }) {
  const change = useRouteMutation(ticketCalls(area).change, undefined, { describe: t.notChanged })
  const { _id: userId, isAdmin: isOperator } = useMe()
  const changeTo = (status: TicketStatus) => async () => {
    // A customer's message that arrives after the closing would reopen the ticket.
    await settled(openOutbox(conversationKeyOf(userId, ticket._id)))
    const params = { company: ticket.company, ticket: ticket._id }
    const done = await change({ params, body: { status } })
    if (status === 'closed' && 'changed' in done && done.changed)
      announceClosing(done.message, ticket)
    else toast.success(done.message)
  }
  const { assign } = useAssign(ticket)
  const canReopen = useIsReopenable(ticket) || area !== 'account'

  if (ticket.status === 'archived')
    return (
      canReopen && (
        <ConfirmButton
          key="unarchive"
          icon={IconArchiveOff}
          title={t.askUnarchive}
          about={<AboutSubject name={ticketName(ticket)} lines={[t.reopenAbout]} />}
          confirmLabel={t.unarchive}
          onConfirm={changeTo('open')}
        />
      )
    )
  if (ticket.status === 'closed')
    return (
      <>
        {canReopen && (
          <ConfirmButton
            key="reopen"
            icon={IconRotateClockwise}
            title={t.askReopen}
            about={<AboutSubject name={ticketName(ticket)} lines={[t.reopenAbout]} />}
            confirmLabel={t.reopen}
            onConfirm={changeTo('open')}
          />
        )}
        <ConfirmButton
          key="archive"
          icon={IconArchive}
          title={t.askArchive}
          about={
            <AboutSubject
              name={ticketName(ticket)}
              lines={[t.archiveAbout(area === 'account' && canReopen ? ticket.reopenDays : 0)]}
            />
          }
          confirmLabel={t.archive}
          onConfirm={changeTo('archived')}
        />
      </>
    )
  return (
    <>
      {area !== 'account' && !isOperator && ticket.assignee === null && (
        <TakeButton onTake={() => void assign(userId)} />
      )}
      <LiveSupport ticket={ticket._id} area={area} />
      <ConfirmButton
        key="close"
        icon={IconCircleCheck}
        {...(area !== 'account' && { shortcut: 'e' })}
        title={t.askClose}
        about={
          <AboutSubject
            name={ticketName(ticket)}
            lines={[t.closeAbout(ticket.reopenDays, area === 'account')]}
          />
        }
        confirmLabel={t.close}
        onConfirm={changeTo('closed')}
      />
    </>
  )
}

/** Once somebody has the ticket it disappears, and leaves the focus to the title. */
function TakeButton({ onTake }: { onTake: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (document.activeElement === current) focusTitle()
    }
  }, [])
  return (
    <Button ref={button} variant="plain" icon={IconHandGrab} onClick={onTake}>
      {t.take}
    </Button>
  )
}
