import { join } from 'node:path'
import { folderMailer } from './folder.ts'
import { type Mailer, MailRefused, senderOf, type Transport } from './message.ts'
import { defaultTimeouts, type SmtpTimeouts, smtpMailer } from './smtp.ts'

export {
  domainOf,
  headerAddress,
  localPart,
  type Mailbox,
  type Mailer,
  MailRefused,
  MailUnavailable,
  type OutgoingMail,
  oneLine,
  senderOf,
} from './message.ts'

/** Where mails are written as files without SMTP_URL. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/** Sends through `smtpUrl`, or without one writes files in
 * `DATA_DIR/mail`. @throws for invalid settings, without the password */
export function openMailer(
  settings: { smtpUrl?: string | undefined; mailFrom: string; dataDir: string },
  timeouts: SmtpTimeouts = defaultTimeouts,
): Mailer {
  const sender = senderOf(settings.mailFrom)
  if (settings.smtpUrl === undefined)
    return withCounts(folderMailer(mailFolder(settings.dataDir), sender))
  if (!/^smtps?:\/\/[^/]/.test(settings.smtpUrl) || !URL.canParse(settings.smtpUrl))
    throw new Error('SMTP_URL must be smtp://… or smtps://…')
  return withCounts(smtpMailer(settings.smtpUrl, sender, timeouts))
}

function withCounts(transport: Transport): Mailer {
  const counts = { sent: 0, refused: 0, unavailable: 0 }
  return {
    ...transport,
    counts,
    async send(mail) {
      try {
        const answer = await transport.send(mail)
        counts.sent++
        return answer
      } catch (error) {
        counts[error instanceof MailRefused ? 'refused' : 'unavailable']++
        throw error
      }
    },
  }
}
