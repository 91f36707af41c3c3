import { randomBytes } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Email } from 'postal-mime'
import { limits } from '#contract/limits.ts'
import type { Config } from '#platform/config/config.ts'
import { forbidden, invalid, tooManyRequests } from '#platform/errors.ts'
import { MailRejected } from '#platform/mail/incoming-mail.ts'
import { domainOf } from '#platform/mail/mailer.ts'

export type Receiver = {
  config: Pick<Config, 'mailInUrl' | 'mailInTrust'>
  /** Stores a raw mail for the recipients that it names. */
  receive(raw: Buffer): Promise<unknown>
}

/** In each form: another site cannot read it, and so cannot write in a user's name. */
export const formToken = randomBytes(16).toString('base64url')

type Recipient = { address: string; subject: string }

/** Who answers a mail, and to which addresses: its own, or those of its links, as in a mail
 * about several tickets. Null where its answers are not received. */
export function answerOf(email: Email, { config }: Receiver) {
  const { mailInUrl, mailInTrust } = config
  const author = email.to?.[0]?.address
  const replyTo = email.replyTo?.[0]?.address
  const recipients = (
    replyTo ? [{ address: replyTo, subject: `Re: ${email.subject ?? ''}` }] : linkedIn(email)
  ).filter(({ address }) => domainOf(address) === mailInUrl?.domain)
  return author && recipients.length > 0 && mailInTrust
    ? { author, recipients, trustedHost: mailInTrust }
    : null
}

const linkedIn = ({ html = '' }: Email): Recipient[] =>
  Array.from(
    html.matchAll(/"mailto:([^"?]+)\?subject=([^"]+)"/g),
    ([, address = '', subject = '']) => ({ address, subject: decodeURIComponent(subject) }),
  )

/** Answers a mail as its reader's mail server would deliver the answer.
 * @throws 400 without a text, 403 without the form's token, 429 */
export async function answer(email: Email, receiver: Receiver, form: URLSearchParams) {
  const text = (form.get('text') ?? '').trim()
  const answered = answerOf(email, receiver)
  if (form.get('token') !== formToken) throw forbidden()
  const { recipients = [] } = answered ?? {}
  const chosen = form.get('recipient') ?? (recipients.length === 1 ? '0' : '')
  const recipient = chosen === '' ? undefined : recipients[Number(chosen)]
  if (!answered || !recipient || text === '' || text.length > limits.message)
    throw invalid('badRequest')
  const { author, trustedHost } = answered
  const composer = new MailComposer({
    from: { name: email.to?.[0]?.name ?? '', address: author },
    to: recipient.address,
    subject: recipient.subject,
    text,
    ...(email.messageId && { inReplyTo: email.messageId, references: [email.messageId] }),
    headers: {
      'Authentication-Results': `${trustedHost}; dmarc=pass header.from=${domainOf(author)}`,
    },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  await receiver.receive(await composer.compile().build()).catch(error => {
    throw error instanceof MailRejected ? tooManyRequests(error.retryAfter) : error
  })
}
