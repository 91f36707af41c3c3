import type { Ticket } from '#contract/tickets.ts'
import classes from './Conversation.module.css'
import { ticketMessages as t } from './messages.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import type { Outbox } from './outbox.ts'
import { Timeline } from './Timeline.tsx'

const long = 100

type Props = {
  ticket: Ticket
  outbox: Outbox
  me: { name: string; staff: boolean }
  /** Gives a message's text back to the composer; missing where no more can be written. */
  onTakeBack?: (text: string) => void
}

/** The messages, oldest first; at the end those on their way. */
export const Conversation = ({ ticket, outbox, me, onTakeBack }: Props) => (
  <ol
    className={classes.conversation}
    aria-label={t.conversation}
    aria-live="polite"
    data-long={ticket.conversation.length > long || undefined}
  >
    <Timeline ticket={ticket} />
    {outbox.messages.map(message => (
      <OutgoingBubble
        key={message.key}
        message={message}
        me={me}
        onRetry={() => outbox.retry(message)}
        onTakeBack={onTakeBack && (() => onTakeBack(outbox.takeBack(message)))}
        onDrop={() => outbox.takeBack(message)}
      />
    ))}
  </ol>
)
