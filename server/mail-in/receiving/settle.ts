import { sql } from 'kysely'
import type { ReceivedReason, ReceivedState } from '#contract/mail-in.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import { oneLine } from '#platform/mail/mailer.ts'
import { headerValues, type MailHeaders, onlySender } from '#platform/mail/parse-mail.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { publish } from '../../events/notices.ts'
import { countMails } from '../../mail/mail-counts.ts'
import type { MailContext } from '../../mail/user-mail.ts'

export type MailInContext = MailContext & {
  storage: Storage
  rateLimiter: RateLimiter
  resolver: Resolver
}

export type Outcome = {
  state: ReceivedState
  reason?: ReceivedReason
  userId?: string | undefined
  ticketId?: string | undefined
  /** the mail of whose machine it was to name */
  asked?: string | undefined
}

export type WaitingMail = NonNullable<Awaited<ReturnType<typeof findWaiting>>>
/** With the raw mail, of up to 25 MB, which is read once the mail is to be filed. */
export type ReceivedRow = WaitingMail & { raw: Buffer }

export const findWaiting = (db: Db, id: string) =>
  db
    .selectFrom('receivedMails')
    .select([
      'id',
      'recipient',
      'envelopeFrom',
      'clientAddress',
      'clientName',
      'fingerprint',
      'isAccepted',
      'failedChecks',
      'userId',
      'dateChanged',
    ])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()

/** Seconds for which a mail is left to the attempt that
 * began to file it; then its server has probably ended. */
const longestAttempt = 120

/** Begins to file a mail, unless another attempt does. Returns how
 * many have begun since the last one that ended, and the raw mail. */
export const beginAttempt = (db: Db, id: string) =>
  db
    .updateTable('receivedMails')
    .set(eb => ({ attempts: eb('attempts', '+', 1), dateAttempted: sql<string>`now()` }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(
      sql<boolean>`coalesce(date_attempted, '-infinity') < now() - make_interval(secs => ${longestAttempt})`,
    )
    .returning(['attempts', 'raw'])
    .executeTakeFirst()

const hasEnded = '-infinity'
export const hasFailedAttempt = sql<boolean>`coalesce(date_attempted = ${sql.lit(hasEnded)}, false)`

export const endAttempt = (db: Db, id: string) =>
  db
    .updateTable('receivedMails')
    .set({ attempts: 0, dateAttempted: hasEnded })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

/** Ends an attempt in which the DNS of the sender did not answer. */
export const countFailedCheck = (db: Db, id: string) =>
  db
    .updateTable('receivedMails')
    .set(eb => ({
      attempts: 0,
      failedChecks: eb('failedChecks', '+', 1),
      dateAttempted: hasEnded,
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

export const recordHeader = (
  db: Db,
  id: string,
  email: MailHeaders & { subject?: string | undefined },
) => {
  const from = onlySender(email) ?? { name: '', address: '' }
  return db
    .updateTable('receivedMails')
    .set({
      sender: oneLine(from.address, 254),
      senderName: oneLine(from.name, 200),
      subject: oneLine(email.subject ?? '', 200),
      mailReference: oneLine(headerValues(email, 'message-id')[0] ?? '', 252),
    })
    .where('id', '=', id)
    .execute()
}

export async function settle(
  db: Db,
  id: string,
  { state, reason, userId, ticketId, asked }: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receivedMails')
    .set({
      state,
      reason: reason ?? null,
      attempts: 0,
      failedChecks: 0,
      dateAttempted: null,
      dateChanged: sql<string>`now()`,
      ...(userId && { userId }),
      ...(ticketId && { ticketId }),
      ...(asked && { asked }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const isSettled = numUpdatedRows > 0n
  if (isSettled) publish(db, { kind: 'mail' })
  if (isSettled && (state === 'held' || state === 'bounced')) await countMails(db, state)
  return isSettled
}

export async function readRaw(db: Db, id: string): Promise<Buffer> {
  const { raw } = await db
    .selectFrom('receivedMails')
    .select('raw')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  return raw
}
