import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import readAddresses from 'nodemailer/lib/addressparser'
import type { Language } from '#contract/messages.ts'

export type Mailbox = { name: string; address: string }

/** `id` is stable across retries and becomes the Message-ID, by which mail servers and readers detect duplicates. */
export type Mail = { id: string; from: Mailbox; to: Mailbox; subject: string; text: string; html: string; language: Language }

export type Transport = {
  /** Resolves to the mail server's response once it has accepted the mail. @throws MailRefused, MailUnavailable */
  send(mail: Mail): Promise<string>
  /** Connects without sending a mail; resolves to the mail server's response. @throws MailUnavailable */
  check(): Promise<string>
  /** Accepts no further mail; one in progress is finished. */
  close(): void
}

export type Mailer = Transport & { counts: Record<'sent' | 'refused' | 'unavailable', number> }

export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable'
}

/** Parses MAIL_FROM: `no-reply@example.com` or `Example <no-reply@example.com>`. */
export function senderOf(mailFrom: string): Mailbox {
  const [sender, ...others] = /\p{Cc}/u.test(mailFrom) ? [] : readAddresses(mailFrom, { flatten: true })
  if (!sender || others.length > 0 || !isAddress(sender.address)) throw new Error('MAIL_FROM must be one e-mail address')
  return { name: sender.name, address: sender.address }
}

/** The mail for nodemailer, with all its headers. @throws MailRefused when it is not valid */
export function compose(mail: Mail, sender: Mailbox): SendMailOptions {
  if (!isId(mail.id)) throw new MailRefused('a mail id is letters, digits, - and _, with single dots between')
  for (const { address } of [mail.from, mail.to])
    if (!isAddress(address)) throw new MailRefused(`not an e-mail address: ${JSON.stringify(address)}`)
  return {
    messageId: `<${mail.id}@${domainToASCII(sender.address.slice(sender.address.lastIndexOf('@') + 1))}>`,
    // Bounces go to MAIL_FROM, the only sender that this server may use.
    envelope: { from: sender.address, to: mail.to.address },
    from: { name: oneLine(mail.from.name), address: mail.from.address },
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    subject: oneLine(mail.subject),
    headers: {
      'Content-Language': mail.language,
      'Auto-Submitted': 'auto-generated', // RFC 3834
      'X-Auto-Response-Suppress': 'All', // for Exchange
    },
    text: mail.text,
    html: mail.html,
    newline: 'windows',
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const isId = (id: string) => id.length <= 128 && /^[\w-]+(\.[\w-]+)*$/.test(id)

/** One plain addr-spec, without characters that could end it, hide in it or start another one. */
const isAddress = (address: string) => address.length <= 254 && /^[^\s\p{C}@<>(),:;"\\[\]]+@[^\s\p{C}@<>(),:;"\\[\]]+$/u.test(address)

/** Replaces line breaks and control characters in a header; keeps marks of the writing direction. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '= ?') // prevents encoded words (RFC 2047) with line breaks
    .trim()
