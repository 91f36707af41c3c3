import { IconArchive, IconCircleCheck } from '@tabler/icons-react'
import { Fragment, memo } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { AttachedFile } from '../files/AttachedFile.tsx'
import { ticketMessages as t, uiMessages, useLanguage } from '../messages/current.ts'
import { dayOf, daysBetween, formatLongDay, formatTicketTime } from '../ui/text/format.ts'
import { useNow } from '../ui/text/useNow.ts'
import { Bubble } from './Bubble.tsx'
import classes from './Timeline.module.css'
import { buildTimeline, type TimelineEvent } from './timeline.ts'

/** Messages and events, the oldest first, with a line before each new day. Memoised: typing a message does not render it again. */
export const Timeline = memo(({ ticket }: { ticket: Ticket }) => {
  useLanguage()
  return buildTimeline(ticket).map(entry => (
    <Fragment key={entry.id}>
      {entry.newDay && <Day day={entry.newDay} />}
      {'event' in entry ? (
        <TicketEvent event={entry.event} />
      ) : (
        <Bubble staff={entry.message.isStaff} name={entry.message.userName} instant={entry.instant} text={entry.message.message}>
          {entry.message.files.map(file => (
            <AttachedFile key={file.id} file={file} />
          ))}
        </Bubble>
      )}
    </Fragment>
  ))
})

function Day({ day }: { day: string }) {
  const daysAgo = daysBetween(day, dayOf(useNow()))
  return <li className={classes.day}>{daysAgo === 0 ? uiMessages.today : daysAgo === 1 ? uiMessages.yesterday : formatLongDay(day)}</li>
}

/** An event in the conversation: who caused it, where that is known, and when. */
function TicketEvent({ event: { kind, instant, name } }: { event: TimelineEvent }) {
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
