import { IconArrowDown } from '@tabler/icons-react'
import { type ComponentProps, useRef } from 'react'
import type { Area } from '#contract/paths.ts'
import { isSeen } from '#contract/text/turkish.ts'
import { conversationPage, type Ticket } from '#contract/tickets.ts'
import { useAttachment } from '../../files/upload/useAttachment.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { NewTicketLink } from '../../navigation/NewTicketLink.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { OutgoingBubble } from '../outbox/OutgoingBubble.tsx'
import type { Outgoing } from '../outbox/outbox.ts'
import { conversationKeyOf } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/useOutbox.ts'
import { useReply } from '../outbox/useReply.ts'
import { Timeline } from '../timeline/Timeline.tsx'
import { useIsReopenable } from '../useIsReopenable.ts'
import { AnswerTime } from './AnswerTime.tsx'
import { Composer } from './Composer.tsx'
import classes from './Conversation.module.css'
import { useDraft } from './draft.ts'
import { LoadEarlier } from './LoadEarlier.tsx'
import { PresenceLine } from './PresenceLine.tsx'
import { UnsentDraft } from './UnsentDraft.tsx'
import { type EarlierMessages, useEarlierMessages } from './useEarlierMessages.ts'
import { useNextTicket } from './useNextTicket.ts'
import { usePresence } from './usePresence.ts'
import { useScrollToNewest } from './useScrollToNewest.ts'

type Props = {
  ticket: Ticket
  area: Area
  /** The first message that the reader has not seen yet. */
  firstUnread: string | null
  isLiveSupport?: boolean
}

export function Conversation({ ticket, area, firstUnread, isLiveSupport = false }: Props) {
  const me = useMe()
  const conversationKey = conversationKeyOf(me._id, ticket._id)
  const [text, setText] = useDraft(conversationKey)
  const attachment = useAttachment(conversationKey)
  const outbox = useOutbox(
    conversationKey,
    useReply(area, { company: ticket.company, ticket: ticket._id }),
  )
  const container = useRef<HTMLDivElement>(null)
  const earlier = useEarlierMessages(area, ticket)
  const { hasUnseen, scrollToNewest } = useScrollToNewest(
    container,
    outbox.messages.length,
    ticket.conversation,
  )

  const openNext = useNextTicket(area, ticket._id)
  const isReopenable = useIsReopenable(ticket)
  const isCustomer = area === 'account'
  const isWritable =
    ticket.status === 'open' || (ticket.status === 'closed' && (isReopenable || !isCustomer))
  const { presence, write, stop } = usePresence(
    ticket._id,
    ticket.status !== 'archived',
    isLiveSupport && isCustomer,
  )
  const isEmpty = ticket.conversation.length + ticket.changes.length + outbox.messages.length === 0
  const restore = (message: Pick<Outgoing, 'text' | 'upload' | 'fileName'>) => {
    setText([text.trim(), message.text].filter(Boolean).join('\n\n'))
    attachment.restore(message)
  }
  return (
    <div ref={container} className={classes.conversation}>
      {isEmpty ? (
        <Empty title={t.empty} hint={isWritable && t.emptyHint} />
      ) : (
        <MessageList
          ticket={ticket}
          firstUnread={firstUnread}
          earlier={earlier}
          outbox={outbox}
          me={{ name: me.name, staff: !isCustomer }}
          onEdit={isWritable && restore}
        />
      )}
      {!isWritable ? (
        <EndedConversation ticket={ticket} area={area} draft={text} onDiscard={() => setText('')} />
      ) : (
        <div className={classes.composer} data-composer>
          {hasUnseen && (
            <div className={classes.newest}>
              <Button small icon={IconArrowDown} onClick={scrollToNewest}>
                {t.newMessage}
              </Button>
            </div>
          )}
          <PresenceLine presence={presence} area={area}>
            {isLiveSupport && isCustomer && presence && (
              <AnswerTime ticket={ticket} isTeamOnline={presence.isTeamOnline} />
            )}
          </PresenceLine>
          <Composer
            attachment={attachment}
            hint={ticket.status === 'closed' && !isCustomer ? t.writeClosed : t.write}
            note={
              ticket.status === 'closed'
                ? isCustomer
                  ? t.reopensNote
                  : isReopenable
                    ? t.staysClosedNote
                    : t.notReopenableNote
                : undefined
            }
            shortcuts={isCustomer ? 'Control+Enter' : 'Control+Enter r'}
            text={text}
            onWrite={next => {
              setText(next)
              if (next) write()
            }}
            hasNext={openNext !== null}
            onSend={(message, upload, goesOn) => {
              const sent = outbox.enqueue(message, upload)
              stop()
              if (goesOn) void sent.then(isSent => (isSent ? openNext?.() : undefined))
            }}
          />
        </div>
      )}
    </div>
  )
}

type EndedProps = { ticket: Ticket; area: Area; draft: string; onDiscard: () => void }

/** Takes the composer's place where the user cannot write:
 * customers may continue in a new ticket. */
const EndedConversation = ({ ticket, area, draft, onDiscard }: EndedProps) => {
  const archived = ticket.status === 'archived'
  return (
    <>
      {isSeen(draft) && (
        <UnsentDraft
          title={archived ? t.draftNotSent : t.draftTooLate}
          text={draft}
          onDiscard={onDiscard}
        />
      )}
      <Notice tone="idle">{archived ? t.archivedNote : t.closedNote}</Notice>
      {area === 'account' && (
        <div>
          <NewTicketLink account={ticket.company} machine={ticket.machine} continues={ticket._id} />
        </div>
      )}
    </>
  )
}

type MessageListProps = Pick<Props, 'ticket' | 'firstUnread'> & { earlier: EarlierMessages } & Omit<
    ComponentProps<typeof OutgoingBubble>,
    'message'
  >

/** The messages, the oldest first, and the outgoing ones at the end. */
const MessageList = ({ ticket, firstUnread, earlier, outbox, me, onEdit }: MessageListProps) => (
  <ol
    className={classes.messages}
    aria-label={t.conversation}
    aria-live="polite"
    data-long={ticket.conversation.length >= conversationPage || undefined}
  >
    {ticket.earlier !== undefined && (
      <LoadEarlier {...earlier} oldest={ticket.conversation[0]?._id} />
    )}
    <Timeline ticket={ticket} firstUnread={firstUnread} />
    {outbox.messages.map(message => (
      <OutgoingBubble key={message.key} message={message} me={me} outbox={outbox} onEdit={onEdit} />
    ))}
  </ol>
)
