import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import readAddresses from 'nodemailer/lib/addressparser'
import type { Language } from '#contract/messages.ts'

export type Mailbox = { name: string; address: string }

/** One mail to one person. `id` is stable across retries: it becomes the Message-ID, so a mail server or reader can tell a repeat. */
export type Mail = { id: string; from: Mailbox; to: Mailbox; subject: string; text: string; html: string; language: Language }

/** A way out for mail. */
export type Transport = {
  /**
   * Has handed the mail over once when it returns, with the mail server's own answer. Throws MailRefused or MailUnavailable, and then it has
   * not, as far as can be known.
   */
  send(mail: Mail): Promise<string>
  /** Tries the way out without sending anything: the mail server's own answer, to be shown as it is. Throws MailUnavailable. */
  check(): Promise<string>
  /** Takes no further mail; one that is under way is finished. */
  close(): void
}

/** The same, with what came of the mails since it was opened. */
export type Mailer = Transport & { counts: Record<'sent' | 'refused' | 'unavailable', number> }

/** This one mail will never be taken: trying again changes nothing, and other mails are not affected. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** The mail server is away, or not willing now: the same mail may be taken later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable'
}

/** Reads MAIL_FROM: `no-reply@example.com` or `Example <no-reply@example.com>`. */
export function senderOf(mailFrom: string): Mailbox {
  const [sender, ...others] = /\p{Cc}/u.test(mailFrom) ? [] : readAddresses(mailFrom, { flatten: true })
  if (!sender || others.length > 0 || !isAddress(sender.address)) throw new Error('MAIL_FROM must be one e-mail address')
  return { name: sender.name, address: sender.address }
}

/** The mail as nodemailer takes it, with every header it will have. Throws MailRefused when no server could ever take it. */
export function compose(mail: Mail, sender: Mailbox): SendMailOptions {
  if (!isId(mail.id)) throw new MailRefused('a mail id is letters, digits, - and _, with single dots between')
  for (const { address } of [mail.from, mail.to])
    if (!isAddress(address)) throw new MailRefused(`not an e-mail address: ${JSON.stringify(address)}`)
  return {
    messageId: `<${mail.id}@${domainToASCII(sender.address.slice(sender.address.lastIndexOf('@') + 1))}>`,
    // bounces go to MAIL_FROM, whatever vendor's name and address the reader sees: it is the one this server may send as
    envelope: { from: sender.address, to: mail.to.address },
    from: { name: oneLine(mail.from.name), address: mail.from.address },
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    subject: oneLine(mail.subject),
    headers: {
      'Content-Language': mail.language,
      'Auto-Submitted': 'auto-generated', // RFC 3834: no out-of-office answer, please
      'X-Auto-Response-Suppress': 'All', // the same for Exchange, which does not know the RFC
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

/** One plain addr-spec: nothing that could end it early, hide in it, or be read as a second one. */
const isAddress = (address: string) => address.length <= 254 && /^[^\s\p{C}@<>(),:;"\\[\]]+@[^\s\p{C}@<>(),:;"\\[\]]+$/u.test(address)

/** A header is one line: breaks and control characters become a blank. Marks that steer the direction of writing stay. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '= ?') // else readers would decode what somebody encoded (RFC 2047), line breaks and all
    .trim()
