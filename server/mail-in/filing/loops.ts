import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Limit, RateLimiter } from '#platform/limits/rate-limit.ts'

// The last defence against programs that answer each other and do not say that they are programs.

const answersToAddress: Limit = { name: 'automaticMails', max: 4, seconds: 3_600 }
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

const doubtfulToAddress: Limit = { name: 'doubtfulMails', max: 1, seconds: 86_400 }

export const takeDoubtfulAnswer = async (
  rateLimiter: RateLimiter,
  vendor: string,
  address: string,
) => (await rateLimiter.take(vendor, doubtfulToAddress, [address])) !== null

const confirmationsToAddress: Limit = { name: 'ticketConfirmations', max: 10, seconds: 3_600 }

/** Whether the address may still be told that its mail has opened a ticket. */
export const takeConfirmation = async (rateLimiter: RateLimiter, vendor: string, address: string) =>
  (await rateLimiter.take(vendor, confirmationsToAddress, [address])) !== null

/** Messages by mail in an hour without one from the portal
 * in between; more are taken for programs. */
const maxInARow = 20
/** Answers by mail in a row, each of them sooner than a person reads a mail and writes one. */
const maxQuick = 4
const quickSeconds = 30 // around the time of the mail, which waits for NOTIFY_DELAY
/** Answers of one author in a row with one text, within a day. */
const maxRepeated = 3

/** Of a ticket, newest first; `age` in seconds. */
type Message = { byMail: boolean; author: string; text: string; age: number }

/** Whether so many of a ticket's newest messages came by mail
 * in a row that none of them is sent by mail any more. */
export async function isMailLoop(
  db: Db,
  ticket: string,
  config: { limitFactor: number; notifyDelay: number },
): Promise<boolean> {
  const newest = await db
    .selectFrom('messages')
    .where('ticketId', '=', ticket)
    .where('dateAdded', '>', sql<string>`now() - interval '1 day'`)
    .select([
      sql<boolean>`exists (select from message_mails m where m.vendor_id = messages.vendor_id and m.message_id = messages.id)`.as(
        'byMail',
      ),
      'userId as author',
      sql<string>`left(contents, 2000)`.as('text'),
      sql<number>`extract(epoch from now() - date_added)::float8`.as('age'),
    ])
    .orderBy('dateAdded', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.ceil(maxInARow * config.limitFactor) + 1)
    .execute()
  return isLoop(newest, config)
}

export function isLoop(
  newest: Message[],
  { limitFactor, notifyDelay }: { limitFactor: number; notifyDelay: number },
): boolean {
  const limit = (max: number) => Math.ceil(max * limitFactor)
  const first = newest.findIndex(({ byMail }) => !byMail)
  const byMail = first === -1 ? newest : newest.slice(0, first)
  // who writes twice has not answered the first time
  const answers = byMail.flatMap((message, at) => {
    const before = newest[at + 1]
    return before && before.author !== message.author
      ? [{ ...message, after: before.age - message.age }]
      : []
  })
  const quick = answers.findIndex(({ after }) => Math.abs(after - notifyDelay) > quickSeconds)
  const ofAuthor = answers.filter(({ author }) => author === answers[0]?.author)
  const repeated = ofAuthor.findIndex(({ text }) => text !== ofAuthor[0]?.text)
  return (
    byMail.filter(({ age }) => age < 3_600).length > limit(maxInARow) ||
    (quick === -1 ? answers.length : quick) >= limit(maxQuick) ||
    (repeated === -1 ? ofAuthor.length : repeated) >= limit(maxRepeated)
  )
}
