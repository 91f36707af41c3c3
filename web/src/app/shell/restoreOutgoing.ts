import { restoreMessages } from '../../data/keptMessages.ts'
import { privateStore } from '../../data/privateStore.ts'
import { newTicketDraftKey } from '../../tickets/opening/newTicketDraft.ts'
import type { NewTicket } from '../../tickets/outbox/outbox.ts'

type Message = { text: string; ticket?: NewTicket }
type Draft = string | { message?: string } | null

/** After a browser was killed: restores the messages that were on their way, and removes the
 * drafts from which they were sent, which it has as they were before. */
export async function restoreOutgoing(user: string) {
  for (const name of await restoreMessages()) {
    const message = privateStore.read(name) as Message | null
    if (message) removeDraftOf(user, message, name)
  }
}

function removeDraftOf(user: string, { text, ticket }: Message, name: string) {
  const conversation = name.slice('outbox:'.length, name.lastIndexOf(':'))
  const place = ticket ? newTicketDraftKey(user, ticket.area, ticket.company) : conversation
  const draftKey = ticket ? place : `draft:${place}`
  const draft = privateStore.read(draftKey) as Draft
  const draftText = typeof draft === 'string' ? draft : draft?.message
  if (draftText?.trim() !== text.trim()) return
  privateStore.remove(draftKey)
  privateStore.remove(`attached:${place}`)
}
