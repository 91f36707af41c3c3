import { IconArrowDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Area, paths } from '#contract/paths.ts'
import { conversationPage } from '#contract/text/conversation-page.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { Message, Ticket } from '#contract/tickets.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { NewTicketLink } from '../../navigation/NewTicketLink.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { notesOf } from '../notesOf.ts'
import { noteSender } from '../outbox/noteSender.ts'
import { OutgoingBubble } from '../outbox/OutgoingBubble.tsx'
import { conversationKeyOf, noteKeyOf } from '../outbox/outbox.ts'
import { replySender } from '../outbox/replySender.ts'
import { Timeline } from '../timeline/Timeline.tsx'
import { buildTimeline, isContinued } from '../timeline/timeline.ts'
import { useIsReopenable } from '../useIsReopenable.ts'
import { AnswerComposer } from './AnswerComposer.tsx'
import { AnswerTime } from './AnswerTime.tsx'
import classes from './Conversation.module.css'
import { KindChoice, type WritingKind } from './KindChoice.tsx'
import { LoadEarlier } from './LoadEarlier.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import { PresenceLine } from './PresenceLine.tsx'
import { UnsentDraft } from './UnsentDraft.tsx'
import { type EarlierMessages, useEarlierMessages } from './useEarlierMessages.ts'
import { usePresence } from './usePresence.ts'
import { useScrollToNewest } from './useScrollToNewest.ts'
import { useWriting, type Writing } from './useWriting.ts'

type Props = {
  ticket: Ticket
  area: Area
  /** The first message that the reader has not seen yet. */
  firstUnread: string | null
  isLiveSupport?: boolean
}

export function Conversation({ ticket, area, firstUnread, isLiveSupport = false }: Props) {
  const me = useMe()
  const isCustomer = area === 'account'
  const { _id: id, company, status } = ticket
  // Customers and live support send without the check for messages that came meanwhile.
  const newest = isCustomer || isLiveSupport ? undefined : (ticket.conversation.at(-1)?._id ?? null)
  const answer = useWriting(
    conversationKeyOf(me._id, id),
    { send: replySender(area, { company, ticket: id }), at: { area, company } },
    newest,
  )
  const note = useWriting(noteKeyOf(me._id, id), { send: noteSender(id), at: { area, company } })
  const container = useRef<HTMLDivElement>(null)
  const earlier = useEarlierMessages(area, ticket)
  const outgoing = answer.outbox.messages.length + note.outbox.messages.length
  const { hasUnseen, scrollToNewest } = useScrollToNewest(container, outgoing, {
    oldest: ticket.conversation[0]?._id,
    newest: newestOf(ticket),
  })
  const isReopenable = useIsReopenable(ticket)
  const isWritable = status !== 'archived'
  const [chosen, setChosen] = useState<WritingKind | null>(null)
  const kind = chosen === 'note' || !isWritable ? chosen : 'answer'
  const { presence, write, stop } = usePresence(
    id,
    status !== 'archived',
    isLiveSupport && isCustomer,
  )
  const restoreRetracted = useStable(({ message: text }: Message) => {
    if (isWritable) setChosen('answer')
    answer.restore({ text, files: [] })
    container.current?.querySelector('textarea')?.focus() // the button has disappeared
  })
  const isEmpty =
    ticket.conversation.length + notesOf(ticket).length + ticket.changes.length + outgoing === 0
  const isEnded = !isWritable && kind !== 'note'
  return (
    <div ref={container} className={classes.conversation}>
      {isEmpty ? (
        <Empty title={t.empty} hint={isWritable && t.emptyHint} />
      ) : (
        <MessageList
          ticket={ticket}
          firstUnread={firstUnread}
          earlier={earlier}
          answer={answer}
          note={note}
          userId={me._id}
          name={me.name}
          area={area}
          onRetracted={restoreRetracted}
          onEdit={edited => (edited === 'note' || isWritable) && (() => setChosen(edited))}
        />
      )}
      {!isWritable && (
        <ArchivedConversation
          ticket={ticket}
          area={area}
          draft={answer.text}
          onDiscard={() => answer.setText('')}
        />
      )}
      {isCustomer && status === 'closed' && !isReopenable && (
        <>
          <Notice tone="idle">{t.closedNote}</Notice>
          <ContinueInNewTicket ticket={ticket} />
        </>
      )}
      {!(isEnded && isCustomer) && (
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
          {!isCustomer && (
            <KindChoice
              kinds={isWritable ? bothKinds : noteOnly}
              shown={kind}
              hasDraft={{ answer: isSeen(answer.text), note: isSeen(note.text) }}
              onChoose={next => {
                setChosen(next)
                container.current?.querySelector('textarea')?.focus()
              }}
            />
          )}
          {kind === 'answer' && isWritable && (
            <AnswerComposer
              ticket={ticket}
              area={area}
              writing={answer}
              isReopenable={isReopenable}
              takesFocus={chosen !== null}
              onType={write}
              onSent={stop}
            />
          )}
          {kind === 'note' && <NoteComposer writing={note} takesFocus />}
        </div>
      )}
    </div>
  )
}

/** A callback that stays the same, for memoised children. */
function useStable<T>(callback: (value: T) => void) {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  return useCallback((value: T) => latest.current(value), [])
}

const bothKinds = ['answer', 'note'] as const
const noteOnly = ['note'] as const

/** Of the last message and the last note: ids grow with time. */
function newestOf(ticket: Ticket) {
  const message = ticket.conversation.at(-1)?._id
  const note = notesOf(ticket).at(-1)?._id
  return message && note ? (message > note ? message : note) : (message ?? note)
}

type ArchivedProps = { ticket: Ticket; area: Area; draft: string; onDiscard: () => void }

/** Takes the composer's place: customers may continue in a new ticket. */
const ArchivedConversation = ({ ticket, area, draft, onDiscard }: ArchivedProps) => (
  <>
    {isSeen(draft) && <UnsentDraft title={t.draftNotSent} text={draft} onDiscard={onDiscard} />}
    {ticket.mergedInto ? (
      <Notice tone="idle">
        <span>{`${t.mergedNote} `}</span>
        <Link to={paths.ticket(area, ticket.company, ticket.mergedInto._id)}>
          {ticketName(ticket.mergedInto)}
        </Link>
      </Notice>
    ) : (
      <Notice tone="idle">{t.archivedNote}</Notice>
    )}
    {area === 'account' && !ticket.mergedInto && <ContinueInNewTicket ticket={ticket} />}
  </>
)

const ContinueInNewTicket = ({ ticket: { _id, company, machine } }: { ticket: Ticket }) => (
  <div>
    <NewTicketLink area="account" company={company} machine={machine} continues={_id} />
  </div>
)

type MessageListProps = Pick<Props, 'ticket' | 'firstUnread'> & {
  earlier: EarlierMessages
  answer: Writing
  note: Writing
  userId: string
  name: string
  area: Area
  /** Opens the composer of what is edited; false where none can be. */
  onEdit: (kind: WritingKind) => (() => void) | false
  onRetracted: (message: Message) => void
}

/** The messages, the oldest first, and the outgoing ones and notes at the end. */
function MessageList(props: MessageListProps) {
  const { ticket, area, firstUnread, earlier, answer, note, userId, name, onEdit, onRetracted } =
    props
  const outgoing = [
    ...answer.outbox.messages.map(message => ({ message, kind: 'answer' as const })),
    ...note.outbox.messages.map(message => ({ message, kind: 'note' as const })),
  ].toSorted((a, b) => a.message.written.localeCompare(b.message.written))
  const newest = useMemo(() => buildTimeline(ticket).at(-1), [ticket])
  const written = outgoing.map(({ message, kind }) => ({
    instant: message.written,
    ...(kind === 'note' ? { note: { user: userId } } : { message: { user: userId } }),
  }))
  return (
    <ol
      className={classes.messages}
      aria-label={t.conversation}
      aria-live="polite"
      data-long={ticket.conversation.length >= conversationPage || undefined}
    >
      {ticket.earlier !== undefined && (
        <LoadEarlier {...earlier} oldest={ticket.conversation[0]?._id} />
      )}
      <Timeline
        ticket={ticket}
        area={area}
        userId={userId}
        firstUnread={firstUnread}
        onRetracted={onRetracted}
      />
      {outgoing.map(({ message, kind }, index) => {
        const writing = kind === 'note' ? note : answer
        const open = onEdit(kind)
        return (
          <OutgoingBubble
            key={message.key}
            message={message}
            kind={kind === 'note' ? 'note' : area === 'account' ? 'customer' : 'staff'}
            name={name}
            continued={isContinued(
              written[index] as (typeof written)[0],
              written[index - 1] ?? newest,
            )}
            outbox={writing.outbox}
            onEdit={
              open &&
              (edited => {
                open()
                writing.restore(edited)
              })
            }
          />
        )
      })}
    </ol>
  )
}
