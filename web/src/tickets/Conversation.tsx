import { Fragment } from 'react'
import type { Message } from '#contract/tickets.ts'
import { AttachedFile } from '../files/AttachedFile.tsx'
import { dayOf, daysBetween, longDay } from '../ui/format.ts'
import { uiMessages } from '../ui/messages.ts'
import { useNow } from '../ui/useNow.ts'
import { Bubble } from './Bubble.tsx'
import classes from './Conversation.module.css'
import { ticketMessages as t } from './messages.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import type { Outbox } from './outbox.ts'

type Props = { messages: readonly Message[]; outbox: Outbox; me: { name: string; staff: boolean }; onTakeBack: (text: string) => void }

/** The messages, oldest first, with a line where a new day begins; at the end those on their way. */
export function Conversation({ messages, outbox, me, onTakeBack }: Props) {
  const today = dayOf(useNow())
  return (
    <ol className={classes.conversation} aria-label={t.conversation} aria-live="polite">
      {messages.map((message, place) => {
        const day = dayOf(message.dateAdded)
        const before = messages[place - 1]
        return (
          <Fragment key={message._id}>
            {(!before || dayOf(before.dateAdded) !== day) && <li className={classes.day}>{dayName(day, today)}</li>}
            <Bubble staff={message.isStaff} name={message.userName} instant={message.dateAdded} text={message.message}>
              {message.files.map(file => (
                <AttachedFile key={file.id} file={file} />
              ))}
            </Bubble>
          </Fragment>
        )
      })}
      {outbox.messages.map(message => (
        <OutgoingBubble
          key={message.key}
          message={message}
          me={me}
          onRetry={() => outbox.retry(message)}
          onTakeBack={() => onTakeBack(outbox.takeBack(message))}
        />
      ))}
    </ol>
  )
}

function dayName(day: string, today: string) {
  const back = daysBetween(day, today)
  return back === 0 ? uiMessages.today : back === 1 ? uiMessages.yesterday : longDay(day)
}
