import type { Delivery } from '#platform/mail/authentication.ts'
import type { Email } from '#platform/mail/parse-mail.ts'
import type { Answered } from '../text/reply.ts'

export type MailTask =
  | { raw: Uint8Array; answered?: Answered }
  | { sender: string; delivery: Omit<Delivery, 'raw'> & { raw: Uint8Array } }
export type DnsQuestion = { name: string; type: string }
export type DnsAnswer = { records: unknown } | { error: { code: string; message: string } }

/** Its author's `text`, and the unmarked `quote` below it. `unanswered`:
 * with all quotes, as a mail has it that replies to none of the portal's. */
export type MailText = {
  text: string
  quote: string
  forwarded: string
  unanswered: string
  whole: string
}
/** A parsed mail whose text is in `mailText`; it has no HTML any more. */
export type ReadMail = Email & { mailText: MailText }
