import { IconArchive, IconCircleCheck, IconMessages } from '@tabler/icons-react'
import type { Ticket } from '#contract/tickets.ts'
import { usePortal } from '../data/portal.ts'
import { useRouteMutation } from '../data/queries.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { buttonClass } from '../ui/controls/buttonClass.ts'
import { ConfirmButton } from '../ui/dialog/ConfirmButton.tsx'
import { ticketCalls } from './calls.ts'
import { ticketMessages as t } from './messages.ts'

/** What a ticket's status allows: open is talked about live and closed, closed is archived, archived is left alone. */
export function TicketActions({ ticket, area, company }: { ticket: Ticket; area: Area; company: string }) {
  const live = usePortal()?.liveSupportUrl?.replaceAll('{ticket}', encodeURIComponent(ticket._id)) ?? paths.live(ticket._id)
  const change = useRouteMutation(ticketCalls(area).change, answer => answer.message)
  const to = (status: 'closed' | 'archived') => () => change({ params: { company, ticket: ticket._id }, body: { status } })
  const named = (about: string) => (
    <>
      <p>
        <strong>{ticket.title}</strong>
      </p>
      <p>{about}</p>
    </>
  )

  if (ticket.status === 'archived') return null
  if (ticket.status === 'closed')
    return (
      <ConfirmButton
        key="archive"
        icon={<IconArchive aria-hidden />}
        ask={t.askArchive}
        about={named(t.archiveAbout)}
        yes={t.archive}
        onYes={to('archived')}
      />
    )
  return (
    <>
      <a href={live} target="_blank" rel="noopener noreferrer" className={buttonClass('plain')}>
        <IconMessages aria-hidden />
        {t.liveSupport}
        <span className="sr-only"> ({t.inNewTab})</span>
      </a>
      <ConfirmButton
        key="close"
        icon={<IconCircleCheck aria-hidden />}
        ask={t.askClose}
        about={named(t.closeAbout)}
        yes={t.close}
        onYes={to('closed')}
      />
    </>
  )
}
