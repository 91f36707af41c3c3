import type { Ticket } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import classes from './MessageList.module.css'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import type { Outgoing } from './outbox.ts'
import { Timeline } from './Timeline.tsx'
import type { ConversationOutbox } from './useOutbox.ts'

const longConversation = 100

type Props = {
  ticket: Ticket
  outbox: ConversationOutbox
  me: { name: string; staff: boolean }
  /** Moves a message to the composer; missing where no more can be written. */
  onEdit?: (message: Pick<Outgoing, 'text' | 'upload' | 'fileName'>) => void
}

/** The messages, the oldest first, and the outgoing ones at the end. */
export const MessageList = ({ ticket, outbox, me, onEdit }: Props) => (
  <ol
    className={classes.messages}
    aria-label={t.conversation}
    aria-live="polite"
    data-long={ticket.conversation.length > longConversation || undefined}
  >
    <Timeline ticket={ticket} />
    {outbox.messages.map(message => {
      const discard = () => {
        outbox.withdraw(message)
        message.upload?.cancel()
      }
      return (
        <OutgoingBubble
          key={message.key}
          message={message}
          me={me}
          onRetry={() => outbox.retry(message)}
          onEdit={
            onEdit &&
            (() => {
              outbox.withdraw(message)
              onEdit(message)
            })
          }
          onRemoveFile={() => {
            if (!onEdit) return outbox.cancelUpload(message)
            discard()
            onEdit({ text: message.text })
          }}
          onDiscard={discard}
        />
      )
    })}
  </ol>
)
