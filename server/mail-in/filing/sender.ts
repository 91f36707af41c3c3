import type { ReceivedReason } from '#contract/mail-in.ts'
import { headerAddress } from '#platform/mail/mailer.ts'
import { type MailHeaders, onlySender } from '#platform/mail/parse-mail.ts'
import { checkSender } from '../content/read-mail.ts'
import { trustedHostFor } from '../receiving/receive-limits.ts'
import type { MailInContext, ReceivedRow } from '../receiving/settle.ts'

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
  return (await checkSender(email, address, delivery, resolver)) ? null : 'notAuthentic'
}
