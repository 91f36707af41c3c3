import { addressParser, decodeWords, type Email, type Mailbox } from 'postal-mime'
import { canonicalAddress } from '#contract/text/addresses.ts'
import { MailParser } from './mail-parser.ts'

export type { Attachment, Email } from 'postal-mime'

/** A mail that cannot be read: too many lines or parts,
 * parts nested too deeply, headers that are too long. */
export class MailUnreadable extends Error {
  override readonly name = 'MailUnreadable'
}

/** Parses a raw mail, which can take seconds: in a thread only.
 * Attached mails stay attachments. @throws MailUnreadable */
export async function parseMail(raw: Buffer): Promise<Email> {
  const parser = new MailParser({
    forceRfc822Attachments: true,
    maxNestingDepth: 100,
    maxHeadersSize,
  })
  const email = await parser.parse(raw).catch(cause => {
    throw new MailUnreadable((cause as Error).message, { cause })
  })
  return email.subject?.includes('\ufffd') ? { ...email, subject: rereadSubject(email) } : email
}

const maxHeadersSize = 1024 ** 2 // bytes

/** A subject whose encoded words (RFC 2047) are invalid in their declared charset. */
const rereadSubject = (email: Email) =>
  decodeWords(
    (headerValues(email, 'subject')[0] ?? '').replace(
      /=\?[^?\s]+\?(?=[bq]\?)/gi,
      '=?windows-1254?',
    ),
  )

export type MailHeaders = Pick<Email, 'headers'>

/** The headers of a raw mail, also of one that cannot be
 * read; of more than 256 KB or 5,000 lines the first ones. */
export function readHeaders(raw: Buffer): Promise<MailHeaders> {
  const lines = headerOf(raw, readBytes).split('\n', readLines).join('\n')
  return new MailParser({ maxHeadersSize }).parse(raw.subarray(0, lines.length))
}

const readBytes = 262_144
const readLines = 5_000

/** The header of a raw mail with its last line break, as
 * Latin-1; without the blank line that ends it. */
export function headerOf(raw: Buffer, maxBytes: number): string {
  const text = raw.toString('latin1', 0, maxBytes)
  const end = /\n\r*\n/.exec(text)?.index
  return end === undefined ? text : text.slice(0, end + 1)
}

/** What follows the first empty line of a raw mail,
 * whichever line breaks it has; null without one. */
export function bodyOf(raw: Buffer): Buffer | null {
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) {
    const end = raw[at + 1] === 13 ? at + 2 : at + 1
    if (raw[end] === 10) return raw.subarray(end + 1)
  }
  return null
}

/** The address of Return-Path, which the last mail server
 * writes from the envelope; empty without one. */
export const returnPathOf = (headers: MailHeaders): string =>
  headerValues(headers, 'return-path').flatMap(addressesIn)[0] ?? ''

/** Under which address a mail is counted: that of the envelope, else of From; empty without one. */
export function countedSender(headers: MailHeaders, envelopeFrom: string): string {
  const address = envelopeFrom || (headerValues(headers, 'from').flatMap(addressesIn)[0] ?? '')
  return canonicalAddress(address.slice(0, 320))
}

/** The mailbox of a mail's only From; null if there are none or several. */
export function onlySender(headers: MailHeaders): Mailbox | null {
  const values = headerValues(headers, 'from')
  if (values.some(({ length }) => length > 10_000)) return null
  const [sender, ...others] = values.flatMap(value => addressParser(value, { flatten: true }))
  return sender?.address && others.length === 0 ? (sender as Mailbox) : null
}

/** The addresses of a header's value. */
export const addressesIn = (value: string): string[] =>
  addressParser(value.slice(0, 100_000), { flatten: true }).flatMap(({ address }) =>
    address ? [withoutQuotes(address)] : [],
  )

/** An address as it was copied, with single or typographic quotes around it. */
export const withoutQuotes = (address: string) =>
  /^['\u2018\u2019"\u201c](.+@.+)['\u2019"\u201d]$/.exec(address)?.[1] ?? address

/** The values of a header as they were sent, with their comments. */
export const headerValues = ({ headers }: MailHeaders, name: string): string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value)

/** The first Message-ID of the header of a raw mail, without its parsing. */
export function readMessageId(raw: Buffer): string | null {
  return /^message-id:\s*(<[^<>\s]{1,900}>)/im.exec(headerOf(raw, readBytes))?.[1] ?? null
}
