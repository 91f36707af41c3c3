import type { Message, Messages, Ticket } from '#contract/tickets.ts'

const withEarlier = (
  { earlier: _, ...ticket }: Ticket,
  conversation: Message[],
  earlier: string | undefined,
): Ticket => ({
  ...ticket,
  conversation,
  ...(earlier !== undefined && { earlier }),
})

/** A ticket as its latest response has it, with the older messages
 * that the page has already, where no message is missing between. */
export function keepOlderMessages(previous: Ticket | undefined, latest: Ticket): Ticket {
  const [oldest] = latest.conversation
  const olderCount = previous?.conversation.findIndex(({ _id }) => _id === oldest?._id) ?? -1
  if (!previous || latest.earlier === undefined || olderCount <= 0) return latest
  return withEarlier(
    latest,
    [...previous.conversation.slice(0, olderCount), ...latest.conversation],
    previous.earlier,
  )
}

/** Adds the page of messages before the oldest one; a page for another cursor is dropped. */
export const addOlderMessages = (
  ticket: Ticket,
  before: string,
  { messages, earlier }: Messages,
): Ticket =>
  ticket.earlier === before
    ? withEarlier(ticket, [...messages, ...ticket.conversation], earlier)
    : ticket

/** Replaces messages by newer responses, which have new links to their files. */
export function renewMessages(ticket: Ticket, renewed: Message[]): Ticket {
  const byId = new Map(renewed.map(message => [message._id, message]))
  return {
    ...ticket,
    conversation: ticket.conversation.map(message => byId.get(message._id) ?? message),
  }
}
