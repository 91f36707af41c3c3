import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import { base32 } from '#platform/crypto/base32.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { domainOf, senderOf } from '#platform/mail/mailer.ts'

/** The addresses at which users, and no others, reply to a ticket
 * by mail, by user; none where no mail is received. */
export async function replyAddressesOf(
  db: Db,
  { mailInUrl }: Pick<Config, 'mailInUrl'>,
  { ticket, users }: { ticket: string; users: string[] },
): Promise<Map<string, string>> {
  if (!mailInUrl || users.length === 0) return new Map()
  const sorted = [...new Set(users)].sort() // two mails of a ticket lock in one order
  const tokens = sorted.map(() => base32(randomBytes(17)).slice(0, 26).toLowerCase())
  const { stored } = await db.inOrder({
    added: () => addTokens(db, { ticket, users: sorted, tokens }),
    stored: () => tokensOf(db, { ticket, users: sorted }),
  })
  return new Map(stored.map(({ userId, token }) => [userId, `reply+${token}@${mailInUrl.domain}`]))
}

export const replyAddressOf = async (
  db: Db,
  config: Pick<Config, 'mailInUrl'>,
  { ticket, user }: { ticket: string; user: string },
) => (await replyAddressesOf(db, config, { ticket, users: [user] })).get(user)

type Added = { ticket: string; users: string[]; tokens: string[] }

const addTokens = prepareQuery((db, { ticket, users, tokens }: Placeholders<Added>) =>
  db
    .insertInto('replyTokens')
    .columns(['ticketId', 'userId', 'token'])
    .expression(
      sql`select ${ticket}::uuid, user_id, token from unnest(${users}::uuid[], ${tokens}::text[]) as t(user_id, token)`,
    )
    .onConflict(conflict => conflict.columns(['vendorId', 'ticketId', 'userId']).doNothing()),
)

const tokensOf = prepareQuery(
  (db, { ticket, users }: Placeholders<{ ticket: string; users: string[] }>) =>
    db
      .selectFrom('replyTokens')
      .select(['userId', 'token'])
      .where('ticketId', '=', ticket)
      .where(sql<boolean>`user_id = any(${users}::uuid[])`),
)

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
