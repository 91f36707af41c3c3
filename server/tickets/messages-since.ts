import type { Actor } from '#contract/actor.ts'
import type { MessagesSince } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { HttpError, notFound } from '#platform/errors.ts'
import type { LinkContext } from '../files/links.ts'
import { readPage } from './messages.ts'
import type { TicketScope } from './ticket-scope.ts'

/** @throws 404 where the ticket does not have that message, 409 with
 * those of others after it, of the newest page */
export async function assertNoneSince(
  db: Db,
  actor: Actor,
  scope: TicketScope,
  links: LinkContext,
  ticketId: string,
  lastMessage: string | null,
) {
  if (lastMessage !== null)
    await db
      .selectFrom('messages')
      .select('id')
      .where('ticketId', '=', ticketId)
      .where('id', '=', lastMessage)
      .executeTakeFirstOrThrow(notFound)
  const { messages: newest } = await readPage(db, links, scope.as, {
    id: ticketId,
    before: null,
  })
  const seen = newest.findIndex(({ _id }) => _id === lastMessage)
  const messages = newest
    .slice(seen + 1)
    .filter(({ user, dateRetracted }) => user !== actor.userId && dateRetracted === null)
  if (messages.length === 0) return
  throw new HttpError(409, 'messagesSince', {
    name: 'MessagesSinceError',
    detail: messages.length,
    details: { messages } satisfies MessagesSince,
  })
}
