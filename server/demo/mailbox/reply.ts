import { randomBytes } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Email } from 'postal-mime'
import { limits } from '#contract/limits.ts'
import type { Config } from '#platform/config/config.ts'
import { forbidden, invalid, tooManyRequests } from '#platform/errors.ts'
import { domainOf } from '#platform/mail/mailer.ts'
import { MailRejected } from '#platform/mail/smtp-receiver.ts'

export type Receiver = {
  config: Pick<Config, 'mailInUrl' | 'mailInTrust'>
  /** Stores a raw mail for the recipients that it names. */
  receive(raw: Buffer): Promise<unknown>
}

/** In each form: another site cannot read it, and so cannot write in a user's name. */
export const formToken = randomBytes(16).toString('base64url')

/** Who answers a mail, and to which address; null where its answers are not received. */
export function answerOf({ to, replyTo }: Email, { config }: Receiver) {
  const { mailInUrl, mailInTrust } = config
  const [author, recipient] = [to?.[0]?.address, replyTo?.[0]?.address]
  return author && recipient && mailInTrust && domainOf(recipient) === mailInUrl?.domain
    ? { author, recipient, trustedHost: mailInTrust }
    : null
}

/** Answers a mail as its reader's mail server would deliver the answer.
 * @throws 400 without a text, 403 without the form's token, 429 */
export async function answer(email: Email, receiver: Receiver, form: URLSearchParams) {
  const text = (form.get('text') ?? '').trim()
  const answered = answerOf(email, receiver)
  if (form.get('token') !== formToken) throw forbidden()
  if (!answered || text === '' || text.length > limits.message) throw invalid('badRequest')
  const { author, recipient, trustedHost } = answered
  const composer = new MailComposer({
    from: { name: email.to?.[0]?.name ?? '', address: author },
    to: recipient,
    subject: `Re: ${email.subject ?? ''}`,
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
