import { IconArchive, IconCircleCheck, IconMessages } from '@tabler/icons-react'
import type { Ticket } from '#contract/tickets.ts'
import { usePortal } from '../data/portal.ts'
import { useRouteMutation } from '../data/queries.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { buttonClass } from '../ui/controls/Button.tsx'
import { AboutSubject, ConfirmButton } from '../ui/dialog/ConfirmDialog.tsx'
import { ticketCalls } from './calls.ts'

/** The actions of a ticket's status: an open one has live support and is closed, a closed one is archived. */
export function TicketActions({ ticket, area }: { ticket: Ticket; area: Area }) {
  const liveUrl = usePortal()?.liveSupportUrl?.replaceAll('{ticket}', encodeURIComponent(ticket._id)) ?? paths.live(ticket._id)
  const change = useRouteMutation(ticketCalls(area).change, response => response.message)
  const changeTo = (status: 'closed' | 'archived') => () =>
    change({ params: { company: ticket.company, ticket: ticket._id }, body: { status } })

  if (ticket.status === 'archived') return null
  if (ticket.status === 'closed')
    return (
      <ConfirmButton
        key="archive"
        icon={IconArchive}
        title={t.askArchive}
        about={<AboutSubject name={ticket.title} lines={[t.archiveAbout]} />}
        confirmLabel={t.archive}
        onConfirm={changeTo('archived')}
      />
    )
  return (
    <>
      <a href={liveUrl} target="_blank" rel="noopener noreferrer" className={buttonClass('plain')}>
        <IconMessages aria-hidden />
        {t.liveSupport}
        <span className="sr-only"> ({t.inNewTab})</span>
      </a>
      <ConfirmButton
        key="close"
        icon={IconCircleCheck}
        title={t.askClose}
        about={<AboutSubject name={ticket.title} lines={[t.closeAbout]} />}
        confirmLabel={t.close}
        onConfirm={changeTo('closed')}
      />
    </>
  )
}
