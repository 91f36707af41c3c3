import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Limit, RateLimiter } from '#platform/limits/rate-limit.ts'

// The last defence against programs that answer each other and do not say that they are programs.

const answersToAddress: Limit = { name: 'automaticMails', max: 10, seconds: 3_600 }
const answersOfSubject: Limit = { name: 'automaticMailsOfSubject', max: 2, seconds: 3_600 }

export async function takeAnswer(
  rateLimiter: RateLimiter,
  vendor: string,
  address: string,
  subject: string,
): Promise<boolean> {
  if ((await rateLimiter.take(vendor, answersOfSubject, [address, subject])) === null) return false
  return (await rateLimiter.take(vendor, answersToAddress, [address])) !== null
}

/** Messages by mail in an hour without one from the portal
 * in between; more are taken for programs. */
const maxInARow = 20

/** Whether so many of a ticket's newest messages came by mail
 * in a row that none of them is sent by mail any more. */
export async function isMailLoop(
  db: Db,
  ticket: string,
  { limitFactor }: { limitFactor: number },
): Promise<boolean> {
  const max = Math.ceil(maxInARow * limitFactor)
  const byMail = sql<boolean>`exists (select from message_mails m where m.vendor_id = messages.vendor_id and m.message_id = messages.id)`
  const newest = await db
    .selectFrom('messages')
    .where('ticketId', '=', ticket)
    .where('dateAdded', '>', sql<string>`now() - interval '1 hour'`)
    .select(byMail.as('byMail'))
    .orderBy('dateAdded', 'desc')
    .orderBy('id', 'desc')
    .limit(max + 1)
    .execute()
  return newest.length > max && newest.every(message => message.byMail)
}
