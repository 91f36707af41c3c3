import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { headerAddress } from '#platform/mail/mailer.ts'
import {
  addressesIn,
  type Email,
  headerValues,
  type MailHeaders,
} from '#platform/mail/parse-mail.ts'
import { markUndeliverable } from '../../mail/undeliverable.ts'
import { contentOf } from '../content/attachments.ts'
import { readBounce } from '../text/bounce.ts'
import { localPartOf, tokenOf } from './addresses.ts'
import type { ReplyTarget } from './reply-target.ts'

const maxPartBytes = 500_000

/** Marks a reply address's user as undeliverable when a report to that address says so of
 * theirs: users could forge other reports. Returns whether the mail is a delivery report. */
export async function recordBounce(
  db: Db,
  email: Email,
  target: ReplyTarget | null,
): Promise<boolean> {
  const { recipients } = readReport(email)
  const address = target && headerAddress(target.actor.email)
  const failure = recipients.find(
    ({ recipient, permanent }) => permanent && headerAddress(recipient) === address,
  )
  if (target && failure) await markUndeliverable(db, target.actor.userId, failure.diagnostic)
  return recipients.length > 0
}

/** The reply address of the mail that a delivery report returns,
 * which proves that its user had it; null for any other mail. */
export function returnedReplyAddress(
  config: Pick<Config, 'mailInUrl'>,
  email: Email,
): string | null {
  const { recipients, replyTo } = readReport(email)
  const [address = ''] = addressesIn(replyTo ?? '')
  return recipients.length > 0 && tokenOf(localPartOf(config, address) ?? '') !== null
    ? address.toLowerCase()
    : null
}

function readReport({ text, attachments }: Email) {
  const parts = attachments
    .filter(({ mimeType }) => /^(?:message|text)\//.test(mimeType))
    .map(({ mimeType, content }) => ({
      type: mimeType,
      text: contentOf(content).toString('utf8', 0, maxPartBytes),
    }))
  return readBounce([{ type: 'text/plain', text: text ?? '' }, ...parts])
}

/** How a mail came; `clientAddress` is empty unless by SMTP. */
type Envelope = { from: string; clientAddress: string }

/** Of a null sender, or a multipart/report (RFC 6522): the
 * text of a report can be in a person's mail too. */
export const canBeReport = (email: MailHeaders, envelope: Envelope): boolean =>
  hasNullSender(email, envelope) ||
  headerValues(email, 'content-type').some(value => /^multipart\/report\b/i.test(value))

/** RFC 5321 4.5.5: of programs only. Where the envelope is not known, Return-Path has it. */
export const hasNullSender = (email: MailHeaders, { from, clientAddress }: Envelope): boolean =>
  from === '' &&
  (clientAddress !== '' ||
    headerValues(email, 'return-path').some(value => /^<\s*>$/.test(value.trim())))
