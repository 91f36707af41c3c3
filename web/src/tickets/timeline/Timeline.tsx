import {
  IconArchive,
  IconArrowMerge,
  IconCircleCheck,
  IconCircleDot,
  IconClockPause,
  IconClockPlay,
  IconFlag,
  IconHandGrab,
  IconPencil,
  IconRotateClockwise,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { Fragment, memo, useState } from 'react'
import type { Area } from '#contract/paths.ts'
import type { Message, Ticket } from '#contract/tickets.ts'
import { AttachedFiles } from '../../files/AttachedFiles.tsx'
import { ticketMessages as t, uiMessages, useLanguage } from '../../messages/current.ts'
import { dayOf, daysBetween, formatLongDay, formatTicketTime } from '../../ui/text/format.ts'
import { isolate } from '../../ui/text/isolate.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { Bubble } from './Bubble.tsx'
import { RetractButton } from './RetractButton.tsx'
import classes from './Timeline.module.css'
import { buildTimeline, isContinued, type TimelineEntry, type TimelineEvent } from './timeline.ts'
import { UndoMergeButton } from './UndoMergeButton.tsx'
import { WholeMail } from './WholeMail.tsx'

type TimelineProps = {
  ticket: Ticket
  area: Area
  /** of the reader */
  userId: string
  firstUnread: string | null
  /** The user has taken back a message. */
  onRetracted: (message: Message) => void
}

/** Messages, notes and events, the oldest first, with a line before each
 * new day. Memoised: typing a message does not render it again. */
export const Timeline = memo((props: TimelineProps) => {
  const { ticket, area, userId, firstUnread, onRetracted } = props
  useLanguage()
  const entries = buildTimeline(ticket)
  const continued = useContinued(ticket, entries, firstUnread)
  return entries.map(entry => (
    <Fragment key={entry.id}>
      {entry.newDay && <Day day={entry.newDay} />}
      {entry.id === firstUnread && <li className={classes.new}>{t.newSince}</li>}
      {'event' in entry ? (
        <TicketEvent event={entry.event} isTeam={area !== 'account'} />
      ) : 'note' in entry ? (
        <Bubble
          id={entry.id}
          kind="note"
          continued={continued.has(entry.id)}
          name={entry.note.userName}
          instant={entry.instant}
          text={entry.note.note}
          mentioned={entry.note.mentions.map(({ name }) => name)}
        >
          <AttachedFiles files={entry.note.files} />
        </Bubble>
      ) : (
        <Bubble
          id={entry.id}
          kind={entry.message.isStaff ? 'staff' : 'customer'}
          continued={continued.has(entry.id)}
          name={entry.message.userName}
          recordedBy={entry.message.recordedByName}
          instant={entry.instant}
          text={entry.message.message}
          undeliverable={ticket.undeliverable.includes(entry.message.user)}
        >
          {entry.message.dateRetracted !== null && (
            <p className={classes.retracted}>{t.retracted}</p>
          )}
          <AttachedFiles files={entry.message.files} />
          {(entry.message.recordedBy ?? entry.message.user) === userId && (
            <RetractButton
              ticket={ticket}
              area={area}
              message={entry.message}
              onRetracted={onRetracted}
            />
          )}
          {entry.message.byMail && <WholeMail ticket={ticket._id} message={entry.message._id} />}
        </Bubble>
      )}
    </Fragment>
  ))
})

/** The ids of entries that continue those before them. The oldest loaded message
 * keeps its head: without it, the page would move where earlier ones are added. */
function useContinued(ticket: Ticket, entries: TimelineEntry[], firstUnread: string | null) {
  const [heads] = useState(() => new Set<string>())
  const oldest = ticket.conversation[0]
  if (ticket.earlier !== undefined && oldest) heads.add(oldest._id)
  return new Set(
    entries
      .filter((entry, index) => isContinued(entry, entries[index - 1]))
      .map(({ id }) => id)
      .filter(id => id !== firstUnread && !heads.has(id)),
  )
}

function Day({ day }: { day: string }) {
  const daysAgo = daysBetween(day, dayOf(useNow()))
  return (
    <li className={classes.day}>
      {daysAgo === 0 ? uiMessages.today : daysAgo === 1 ? uiMessages.yesterday : formatLongDay(day)}
    </li>
  )
}

const eventIcons = {
  opened: IconCircleDot,
  openedOnBehalf: IconCircleDot,
  reopened: IconRotateClockwise,
  merged: IconArrowMerge,
  closed: IconCircleCheck,
  archived: IconArchive,
  taken: IconHandGrab,
  assigned: IconUserCheck,
  unassigned: IconUserOff,
  prioritized: IconFlag,
  snoozed: IconClockPause,
  unsnoozed: IconClockPlay,
  corrected: IconPencil,
}

function TicketEvent({ event, isTeam }: { event: TimelineEvent; isTeam: boolean }) {
  const { kind, instant, name, given, merged } = event
  const Icon = eventIcons[kind]
  const { by, passive } = t.events[kind]
  return (
    <li className={classes.event} data-kind={kind}>
      <Icon aria-hidden />
      <span>
        <span>{name ? by(isolate(name), isolate(given ?? '')) : passive}</span>
        <span className={classes.dot}> · </span>
        <time dateTime={instant}>{formatTicketTime(instant)}</time>
      </span>
      {merged !== undefined && isTeam && <UndoMergeButton ticket={merged} instant={instant} />}
    </li>
  )
}
