import { useRef } from 'react'
import type { Area } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets.ts'
import { useIsShown } from '../../browser/useIsShown.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Composer } from './Composer.tsx'
import { useNextTicket } from './useNextTicket.ts'
import type { Writing } from './useWriting.ts'

type Props = {
  ticket: Ticket
  area: Area
  writing: Writing
  isReopenable: boolean
  takesFocus: boolean
  onType: () => void
  onSent: () => void
}

/** Writes to the other side. */
export function AnswerComposer(props: Props) {
  const { ticket, area, writing, isReopenable, takesFocus, onType, onSent } = props
  const { text, setText, attachments, outbox, seen } = writing
  const field = useRef<HTMLTextAreaElement>(null)
  const openNext = useNextTicket(area, ticket._id)
  const isShown = useIsShown()
  const isCustomer = area === 'account'
  const isClosed = ticket.status === 'closed'
  const canClose = !isCustomer && ticket.status === 'open'
  const { contact, undeliverable, createdBy } = ticket
  const isUnreached = contact && (!contact.email || undeliverable.includes(createdBy))
  const note = isCustomer ? (isReopenable ? t.reopensNote : t.toTeamNote) : t.staysClosedNote
  return (
    <Composer
      field={field}
      words={{
        label: t.write,
        send: isCustomer ? t.send : t.sendAnswer,
        sendHint: t.sendHint,
      }}
      takesFocus={takesFocus}
      attachments={attachments}
      hint={isClosed && !isCustomer ? t.writeClosed : t.write}
      note={[isUnreached && t.noMailToContact, isClosed && note].filter(Boolean).join(' ')}
      shortcuts={canClose ? 'Control+Enter Alt+Enter' : 'Control+Enter'}
      ticket={isCustomer ? null : ticket}
      text={text}
      onWrite={next => {
        setText(next)
        if (next) onType()
      }}
      canClose={canClose}
      hasNext={openNext !== null}
      onSend={(message, uploads, { close, next }) => {
        const sent = outbox.enqueue(message, uploads, { ...seen(), ...(close && { close }) })
        onSent()
        if (next) void sent.then(isSent => (isSent && isShown.current ? openNext?.() : undefined))
      }}
    />
  )
}
