import { domainToASCII } from 'node:url'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import { senderOf } from '#platform/mail/mailer.ts'

// `{mail}.{ticket}.{hash}`: a reply that refers to such a
// Message-ID proves that its author had the mail.

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const pattern = new RegExp(`<(${uuid})\\.(${uuid})\\.([0-9a-f]{16})@`, 'g')

/** Of the ticket's thread, which the first mail refers to as well, when `mail` is the ticket. */
export const messageIdOf = (
  signing: Signing,
  vendor: string,
  ticket: string,
  mail: string,
): string => `${mail}.${ticket}.${hashOf(signing, vendor, ticket, mail)}`

/** The vendor's tickets whose mails a References or In-Reply-To
 * header names, without those with a wrong hash. */
export function ticketsReferredTo(signing: Signing, vendor: string, header: string): string[] {
  const tickets = Array.from(header.matchAll(pattern), ([, mail = '', ticket = '', hash]) =>
    hash === hashOf(signing, vendor, ticket, mail) ? ticket : null,
  )
  return [...new Set(tickets.filter(ticket => ticket !== null))]
}

/** Whether this installation sent the mail: its Message-ID is signed for a ticket
 * of the vendor, or has a UUID of version 7 that is at most a year old. */
export function isOwnMessageId(
  signing: Signing,
  { mailFrom }: Pick<Config, 'mailFrom'>,
  vendor: string,
  messageId: string,
): boolean {
  if (ticketsReferredTo(signing, vendor, messageId).length > 0) return true
  const [, id = '', host = ''] = /^<([0-9a-f-]{36})@([^<>@]+)>$/.exec(messageId.trim()) ?? []
  return isRecent(id) && host === domainToASCII(senderOf(mailFrom).address.split('@').at(-1) ?? '')
}

/** False for the random UUIDs that mail programs at the same host make. */
function isRecent(id: string): boolean {
  if (!/^.{14}7.{4}[89ab]/.test(id)) return false
  const day = 86_400_000
  const age = Date.now() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return age > -day && age < 365 * day
}

const hashOf = (signing: Signing, vendor: string, ticket: string, mail: string) =>
  Buffer.from(signing.sign('messageId', vendor, ticket, mail), 'base64url')
    .toString('hex')
    .slice(0, 16)
