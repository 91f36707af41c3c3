import type { Actor } from '#contract/actor.ts'
import type { MessagesSince } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import type { LinkContext } from '../files/links.ts'
import { readPage } from './messages.ts'

/** @throws 409 with the messages of others after that one, of the newest hundred; none: nothing */
export async function assertNoneSince(
  db: Db,
  actor: Actor,
  links: LinkContext,
  ticketId: string,
  lastMessage: string | null,
) {
  const { messages: newest } = await readPage(db, links, { id: ticketId, before: null })
  const seen = newest.findIndex(({ _id }) => _id === lastMessage)
  const messages = newest.slice(seen + 1).filter(({ user }) => user !== actor.userId)
  if (messages.length === 0) return
  throw new HttpError(409, 'messagesSince', {
    name: 'MessagesSinceError',
    detail: messages.length,
    details: { messages } satisfies MessagesSince,
  })
}
