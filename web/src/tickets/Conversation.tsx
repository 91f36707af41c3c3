import type { Ticket } from '#contract/tickets.ts'
import classes from './Conversation.module.css'
import { ticketMessages as t } from './messages.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import type { Outbox } from './outbox.ts'
import { Timeline } from './Timeline.tsx'

const longConversation = 100

type Props = {
  ticket: Ticket
  outbox: Outbox
  me: { name: string; staff: boolean }
  /** Moves a message's text to the composer; missing where no more can be written. */
  onEdit?: (text: string) => void
}

/** The messages, the oldest first, and the outgoing ones at the end. */
export const Conversation = ({ ticket, outbox, me, onEdit }: Props) => (
  <ol
    className={classes.conversation}
    aria-label={t.conversation}
    aria-live="polite"
    data-long={ticket.conversation.length > longConversation || undefined}
  >
    <Timeline ticket={ticket} />
    {outbox.messages.map(message => (
      <OutgoingBubble
        key={message.key}
        message={message}
        me={me}
        onRetry={() => outbox.retry(message)}
        onEdit={onEdit && (() => onEdit(outbox.withdraw(message)))}
        onDiscard={() => outbox.withdraw(message)}
      />
    ))}
  </ol>
)
