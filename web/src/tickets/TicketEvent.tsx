import { IconArchive, IconCircleCheck } from '@tabler/icons-react'
import { ticketTime } from '../ui/text/format.ts'
import { ticketMessages as t } from './messages.ts'
import classes from './TicketEvent.module.css'
import type { Event } from './timeline.ts'

/** What was done to the ticket, in the conversation where it happened: by whom, as far as that is known, and when. */
export function TicketEvent({ event: { kind, instant, name } }: { event: Event }) {
  const Icon = kind === 'closed' ? IconCircleCheck : IconArchive
  const words = kind === 'closed' ? (name ? t.closedBy(name) : t.wasClosed) : name ? t.archivedBy(name) : t.wasArchived
  return (
    <li className={classes.event} data-kind={kind}>
      <Icon aria-hidden />
      <span>
        {words} · <time dateTime={instant}>{ticketTime(instant)}</time>
      </span>
    </li>
  )
}
