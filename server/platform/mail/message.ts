import { domainToUnicode } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import readAddresses from 'nodemailer/lib/addressparser'
import { asciiHost } from '#contract/text/addresses.ts'
import type { Language } from '#contract/text/messages.ts'

export type Mailbox = { name: string; address: string }

/** `id` is stable across retries and becomes the Message-ID,
 * by which mail servers and readers detect duplicates. */
export type OutgoingMail = {
  id: string
  from: Mailbox
  to: Mailbox
  subject: string
  text: string
  html: string
  language: Language
  /** For answers (by default `from`) and for delivery reports (by default MAIL_FROM). */
  replyTo?: string | undefined
  bounceTo?: string | undefined
  /** The left part of the Message-ID that mails of one thread refer to. */
  thread?: string | undefined
  /** Message-IDs of received mails in the thread, oldest first; the last one is answered. */
  answered?: string[] | undefined
  /** For mails of a list: its name as a domain, and the
   * address that unsubscribes by POST (RFC 8058). */
  list?: { id: string; unsubscribe: string } | undefined
  pictures?: { cid: string; bytes: Buffer }[] | undefined
}

export type Transport = {
  /** Resolves to the mail server's response once it has
   * accepted the mail. @throws MailRefused, MailUnavailable */
  send(mail: OutgoingMail): Promise<string>
  /** Connects without sending a mail; resolves to the mail
   * server's response. @throws MailUnavailable */
  check(): Promise<string>
  close(): void
}

export type Mailer = Transport & { counts: Record<'sent' | 'refused' | 'unavailable', number> }

export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable'
}

/** The domain of an address, in ASCII and lower case. One that IDNA
 * would change stays in letters: verifiers read it without changes. */
export function domainOf(address: string): string {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .normalize('NFC')
    .replace(/\.$/, '')
  const ascii = asciiHost(domain)
  return ascii === domain || domainToUnicode(ascii) === domain ? ascii : domain
}

/** The address in a mail's header: without what only people take
 * for equal, as its domain may let others send as `İlker`. */
export const headerAddress = (address: string): string =>
  address
    .slice(0, address.lastIndexOf('@') + 1)
    .toLowerCase()
    .normalize('NFC') + domainOf(address)

/** What an address has before its @, in lower case. */
export const localPart = (address: string): string =>
  address.slice(0, address.lastIndexOf('@')).toLowerCase()

/** Parses MAIL_FROM: `no-reply@example.com` or `Example <no-reply@example.com>`. */
export function senderOf(mailFrom: string): Mailbox {
  const [sender, ...others] = /\p{Cc}/u.test(mailFrom)
    ? []
    : readAddresses(mailFrom, { flatten: true })
  if (!sender || others.length > 0 || !isAddress(sender.address))
    throw new Error('MAIL_FROM must be one e-mail address')
  return { name: sender.name, address: sender.address }
}

/** The mail for nodemailer, with all its headers. @throws MailRefused when it is not valid */
export function compose(mail: OutgoingMail, sender: Mailbox): SendMailOptions {
  if (![mail.id, mail.thread ?? mail.id].every(isId))
    throw new MailRefused('a mail id is letters, digits, - and _, with single dots between')
  for (const address of [mail.from.address, mail.to.address, mail.replyTo, mail.bounceTo].filter(
    address => address !== undefined,
  ))
    if (!isAddress(address))
      throw new MailRefused(`not an e-mail address: ${JSON.stringify(address)}`)
  const host = domainOf(sender.address)
  const references = [
    ...(mail.thread ? [`<${mail.thread}@${host}>`] : []),
    ...(mail.answered ?? []).filter(isMessageId),
  ]
  return {
    messageId: `<${mail.id}@${host}>`,
    ...(references.length > 0 && { inReplyTo: references.at(-1), references }),
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    envelope: { from: mail.bounceTo ?? sender.address, to: mail.to.address },
    from: { name: headerText(mail.from.name), address: mail.from.address },
    to: { name: headerText(mail.to.name), address: mail.to.address },
    subject: headerText(mail.subject),
    headers: {
      'Content-Language': mail.language,
      'Auto-Submitted': 'auto-generated', // RFC 3834
      'X-Auto-Response-Suppress': 'All', // for Exchange
      'X-MS-Reactions': 'disallow', // Outlook sends them as mails
      ...(mail.list && {
        'List-Id': `<${mail.list.id}>`,
        'List-Unsubscribe': `<${mail.list.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    text: mail.text,
    html: mail.html,
    attachments: (mail.pictures ?? []).map(({ cid, bytes }, at) => ({
      cid,
      content: bytes,
      contentType: 'image/jpeg',
      contentDisposition: 'inline' as const,
      filename: `${at + 1}.jpg`,
    })),
    newline: 'windows',
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const isId = (id: string) => id.length <= 128 && /^[\w-]+(\.[\w-]+)*$/.test(id)

const isMessageId = (id: string) => /^<[!-;=?-~]{3,250}>$/.test(id)

/** One plain addr-spec, without characters that could end it, hide in it or start another one. */
const isAddress = (address: string) =>
  address.length <= 254 && /^[^\s\p{C}@<>(),:;"\\[\]]+@[^\s\p{C}@<>(),:;"\\[\]]+$/u.test(address)

/** The text of a header, without what could begin an encoded
 * word (RFC 2047), which can have line breaks. */
const headerText = (text: string) => oneLine(text).replaceAll('=?', '= ?')

/** Replaces line breaks and control characters, and cuts after
 * `max` characters; keeps marks of the writing direction. */
export const oneLine = (text: string, max = Number.POSITIVE_INFINITY): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
