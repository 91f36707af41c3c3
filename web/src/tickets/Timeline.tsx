import { Fragment, memo } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { AttachedFile } from '../files/AttachedFile.tsx'
import { uiMessages } from '../ui/messages.ts'
import { dayOf, daysBetween, longDay } from '../ui/text/format.ts'
import { useNow } from '../ui/text/useNow.ts'
import { Bubble } from './Bubble.tsx'
import { TicketEvent } from './TicketEvent.tsx'
import classes from './Timeline.module.css'
import { timelineOf } from './timeline.ts'

/** What has been said and done, the oldest first, with a line where a new day begins. It is drawn anew only when there is something new. */
export const Timeline = memo(({ ticket }: { ticket: Ticket }) =>
  timelineOf(ticket).map(entry => (
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
  )),
)

function Day({ day }: { day: string }) {
  const back = daysBetween(day, dayOf(useNow()))
  return <li className={classes.day}>{back === 0 ? uiMessages.today : back === 1 ? uiMessages.yesterday : longDay(day)}</li>
}
