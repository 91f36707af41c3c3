import { IconArchive, IconCircleCheck, IconMessages } from '@tabler/icons-react'
import type { Ticket } from '#contract/tickets.ts'
import { usePortal } from '../data/portal.ts'
import { useRouteMutation } from '../data/queries.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { buttonClass } from '../ui/controls/buttonClass.ts'
import { ConfirmButton } from '../ui/dialog/ConfirmButton.tsx'
import { ticketCalls } from './calls.ts'

/** The actions of a ticket's status: an open one has live support and is closed, a closed one is archived. */
export function TicketActions({ ticket, area, company }: { ticket: Ticket; area: Area; company: string }) {
  const liveUrl = usePortal()?.liveSupportUrl?.replaceAll('{ticket}', encodeURIComponent(ticket._id)) ?? paths.live(ticket._id)
  const change = useRouteMutation(ticketCalls(area).change, response => response.message)
  const changeTo = (status: 'closed' | 'archived') => () => change({ params: { company, ticket: ticket._id }, body: { status } })
  const describe = (about: string) => (
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
        title={t.askArchive}
        about={describe(t.archiveAbout)}
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
        icon={<IconCircleCheck aria-hidden />}
        title={t.askClose}
        about={describe(t.closeAbout)}
        confirmLabel={t.close}
        onConfirm={changeTo('closed')}
      />
    </>
  )
}
