import { IconArchive, IconCircleCheck } from '@tabler/icons-react'
import { ticketMessages as t } from '../messages/current.ts'
import { formatTicketTime } from '../ui/text/format.ts'
import classes from './TicketEvent.module.css'
import type { TimelineEvent } from './timeline.ts'

/** An event in the conversation: who caused it, where that is known, and when. */
export function TicketEvent({ event: { kind, instant, name } }: { event: TimelineEvent }) {
  const Icon = kind === 'closed' ? IconCircleCheck : IconArchive
  const text = kind === 'closed' ? (name ? t.closedBy(name) : t.wasClosed) : name ? t.archivedBy(name) : t.wasArchived
  return (
    <li className={classes.event} data-kind={kind}>
      <Icon aria-hidden />
      <span>
        {text} · <time dateTime={instant}>{formatTicketTime(instant)}</time>
      </span>
    </li>
  )
}
