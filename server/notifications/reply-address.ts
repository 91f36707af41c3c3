import { randomBytes } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import { base32 } from '#platform/crypto/base32.ts'
import type { Db } from '#platform/database/database.ts'
import { domainOf, senderOf } from '#platform/mail/mailer.ts'

/** The address at which a user, and no other, replies to a
 * ticket by mail; undefined where no mail is received. */
export async function replyAddressOf(
  db: Db,
  { mailInUrl }: Pick<Config, 'mailInUrl'>,
  { ticket, user }: { ticket: string; user: string },
): Promise<string | undefined> {
  if (!mailInUrl) return undefined
  const token = base32(randomBytes(17)).slice(0, 26).toLowerCase()
  await db
    .insertInto('replyTokens')
    .values({ ticketId: ticket, userId: user, token })
    .onConflict(conflict => conflict.columns(['vendorId', 'ticketId', 'userId']).doNothing())
    .execute()
  const stored = await db
    .selectFrom('replyTokens')
    .select('token')
    .where('ticketId', '=', ticket)
    .where('userId', '=', user)
    .executeTakeFirstOrThrow()
  return `reply+${stored.token}@${mailInUrl.domain}`
}

/** Delivery reports go to the reply address if MAIL_FROM is at its domain,
 * else to MAIL_FROM: providers accept only senders of a domain that is set
 * up with them, and for a mailbox read by IMAP often only that sender. */
export function bounceAddressOf(
  { mailFrom, mailInUrl }: Pick<Config, 'mailFrom' | 'mailInUrl'>,
  replyTo: string,
): string | undefined {
  const isOwnDomain = domainOf(senderOf(mailFrom).address) === mailInUrl?.domain
  return isOwnDomain && !mailInUrl?.protocol.startsWith('imap') ? replyTo : undefined
}
