import { randomBytes } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { waitFor } from '#testing/wait-for.ts'
import type { TestPortal } from './portal.ts'

export const mailInDomain = 'reply.tezgah.test'
export const trustedHost = 'mx.tezgah.test'
export const mailInSettings = {
  MAIL_IN_URL: `smtp://127.0.0.1:0?domain=${mailInDomain}`,
  MAIL_IN_TRUST: trustedHost,
  LIMIT_FACTOR: '100',
}

/** The header with which the trusted host finds a mail of this sender authentic. */
export const passHeader = (from: string) =>
  `Authentication-Results: ${trustedHost}; dmarc=pass header.from=${from.split('@')[1]}`

type Writer = { email: string }

/** Sends mails to a portal by SMTP, as a mail server in front of it does. */
export const incomingMailsIn = (portal: TestPortal) => {
  const { owner } = portal
  const transport = () =>
    createTransport({ host: '127.0.0.1', port: portal.mailInPort as number, ignoreTLS: true })

  /** The address at which a user replies to a ticket. */
  async function replyAddress(
    { vendorId, ticketId }: { vendorId: string; ticketId: string },
    { userId }: { userId: string },
  ) {
    const token = Array.from(
      randomBytes(26),
      byte => 'abcdefghijklmnopqrstuvwxyz234567'[byte & 31],
    ).join('')
    const { rows } = await owner.query(
      `insert into reply_tokens (vendor_id, ticket_id, user_id, token) values ($1, $2, $3, $4)
         on conflict (vendor_id, ticket_id, user_id) do update set token = reply_tokens.token returning token`,
      [vendorId, ticketId, userId, token],
    )
    return `reply+${rows[0].token}@${mailInDomain}`
  }

  /** Sends a mail that the trusted host has found authentic; `options`
   * may replace everything. Returns the SMTP server's response. */
  async function send(from: Writer, to: string | string[], options: SendMailOptions = {}) {
    const { response } = await transport().sendMail({
      from: from.email,
      to,
      subject: 'Re: Mil ısınıyor',
      text: 'Tamam, deneyeceğim.',
      ...options,
      headers: {
        'Authentication-Results': `${trustedHost}; dmarc=pass header.from=${from.email.split('@')[1]}`,
        ...(options.headers as object),
      },
    })
    return response
  }

  /** Sends a raw mail. */
  async function sendRaw(raw: string | Buffer, to: string | string[], from = 'biri@baska.test') {
    const { response } = await transport().sendMail({ raw, envelope: { from, to } })
    return response
  }

  /** The received mails of a vendor, oldest first, once none of them waits. */
  async function settled({ vendorId }: { vendorId: string }, count: number) {
    return waitFor(async () => {
      const { rows } = await owner.query(
        'select id, state, reason, user_id as "userId", ticket_id as "ticketId", sender, subject from received_mails where vendor_id = $1 order by date_received, id',
        [vendorId],
      )
      if (rows.length !== count || rows.some(({ state }) => state === 'waiting'))
        throw new Error(`${JSON.stringify(rows)}`)
      return rows as {
        id: string
        state: string
        reason: string | null
        userId: string
        ticketId: string
        sender: string
        subject: string
      }[]
    })
  }

  return { replyAddress, send, sendRaw, settled }
}

/** A delivery report of a mail server that refused a mail to
 * `recipient`; `returned` is the header of that mail. */
export function deliveryReport(recipient: string, status: string, returned?: string) {
  return [
    'From: MAILER-DAEMON@mx.musteri.test',
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The mail system could not deliver.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.musteri.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 user unknown',
    '',
    ...(returned === undefined
      ? []
      : ['--b', 'Content-Type: text/rfc822-headers', '', returned, '']),
    '--b--',
    '',
  ].join('\r\n')
}
