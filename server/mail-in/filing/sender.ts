import type { ReceivedReason } from '#contract/mail-in.ts'
import type { Db } from '#platform/database/database.ts'
import { AuthenticationUnavailable } from '#platform/mail/authentication.ts'
import { headerAddress } from '#platform/mail/mailer.ts'
import { type MailHeaders, onlySender } from '#platform/mail/parse-mail.ts'
import { checkSender } from '../content/read-mail.ts'
import { isMember } from '../receiving/members.ts'
import { trustedHostFor } from '../receiving/receive-limits.ts'
import { readActor } from '../receiving/reply-target.ts'
import type { MailInContext, ReceivedRow } from '../receiving/settle.ts'

/** Seconds until the next attempts to check a sender whose
 * DNS does not answer. Then the mail is held: the team decides. */
export const checksAfter = [30, 120]

/** @throws AuthenticationUnavailable, for all but the last attempt */
export async function senderProblem(
  { config, resolver }: MailInContext,
  row: ReceivedRow,
  email: MailHeaders,
  address: string,
): Promise<ReceivedReason | null> {
  const sender = onlySender(email)
  if (!sender) return 'severalSenders'
  if (headerAddress(sender.address) !== headerAddress(address)) return 'otherSender'
  const { raw, envelopeFrom, clientAddress, clientName } = row
  const delivery = {
    raw,
    from: envelopeFrom,
    clientAddress,
    clientName,
    trustedHost: trustedHostFor(config, clientAddress),
  }
  try {
    return (await checkSender(email, address, delivery, resolver)) ? null : 'notAuthentic'
  } catch (error) {
    const isLast = row.failedChecks >= checksAfter.length
    if (error instanceof AuthenticationUnavailable && isLast) return 'dnsUnavailable'
    throw error
  }
}

/** A customer with a company, or one of the vendor's team, which
 * opens no tickets; once accepted, the user that the team chose. */
export async function findSender(db: Db, { isAccepted, userId }: ReceivedRow, email: MailHeaders) {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(eb =>
      isAccepted && userId
        ? eb('id', '=', userId)
        : eb('email', '=', headerAddress(onlySender(email)?.address ?? '')),
    )
    .where(isMember(db))
    .executeTakeFirst()
  return user ? readActor(db, user.id) : null
}
