import { IconArrowDown } from '@tabler/icons-react'
import { type ComponentProps, useRef } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { useAttachment } from '../files/useAttachment.ts'
import { useMe } from '../identity/session/session.ts'
import { ticketMessages as t } from '../messages/current.ts'
import type { Area } from '../navigation/paths.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Notice } from '../ui/layout/Notice.tsx'
import { Composer } from './Composer.tsx'
import classes from './Conversation.module.css'
import { useDraft } from './draft.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import type { Outgoing } from './outbox.ts'
import { Timeline } from './Timeline.tsx'
import { UnsentDraft } from './UnsentDraft.tsx'
import { useOutbox } from './useOutbox.ts'
import { useReply } from './useReply.ts'
import { useScrollToNewest } from './useScrollToNewest.ts'

const longConversation = 100

/** A ticket's messages, and the composer of the next one. */
export function Conversation({ ticket, area }: { ticket: Ticket; area: Area }) {
  const me = useMe()
  const conversationKey = `${me._id}:${ticket._id}`
  const [text, setText] = useDraft(conversationKey)
  const attachment = useAttachment(conversationKey)
  const outbox = useOutbox(conversationKey, useReply(area, { company: ticket.company, ticket: ticket._id }))
  const container = useRef<HTMLDivElement>(null)
  const { hasUnseen, scrollToNewest } = useScrollToNewest(container, outbox.messages.length, ticket.conversation.length)

  const archived = ticket.status === 'archived'
  const isEmpty = ticket.conversation.length === 0 && outbox.messages.length === 0
  const restore = (message: Pick<Outgoing, 'text' | 'upload' | 'fileName'>) => {
    setText([text.trim(), message.text].filter(Boolean).join('\n\n'))
    attachment.restore(message)
  }
  return (
    <div ref={container} className={classes.conversation}>
      {isEmpty ? (
        <Empty title={t.empty} hint={!archived && t.emptyHint} />
      ) : (
        <MessageList ticket={ticket} outbox={outbox} me={{ name: me.name, staff: area !== 'account' }} onEdit={!archived && restore} />
      )}
      {archived ? (
        <>
          {text.trim() && <UnsentDraft text={text} onDiscard={() => setText('')} />}
          <Notice tone="idle">{t.archivedNote}</Notice>
        </>
      ) : (
        <div className={classes.composer}>
          {hasUnseen && (
            <div className={classes.newest}>
              <Button small icon={IconArrowDown} onClick={scrollToNewest}>
                {t.newMessage}
              </Button>
            </div>
          )}
          <Composer
            attachment={attachment}
            hint={ticket.status === 'closed' ? t.writeClosed : t.write}
            text={text}
            onWrite={setText}
            onSend={outbox.enqueue}
          />
        </div>
      )}
    </div>
  )
}

type MessageListProps = { ticket: Ticket } & Omit<ComponentProps<typeof OutgoingBubble>, 'message'>

/** The messages, the oldest first, and the outgoing ones at the end. */
const MessageList = ({ ticket, outbox, me, onEdit }: MessageListProps) => (
  <ol
    className={classes.messages}
    aria-label={t.conversation}
    aria-live="polite"
    data-long={ticket.conversation.length > longConversation || undefined}
  >
    <Timeline ticket={ticket} />
    {outbox.messages.map(message => (
      <OutgoingBubble key={message.key} message={message} me={me} outbox={outbox} onEdit={onEdit} />
    ))}
  </ol>
)
