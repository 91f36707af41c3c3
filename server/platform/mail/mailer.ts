import { join } from 'node:path'
import { folderMailer } from './folder.ts'
import { type Mailer, MailRefused, senderOf, type Transport } from './message.ts'
import { defaultTimeouts, smtpMailer, type Timeouts } from './smtp.ts'

export { type Mail, type Mailer, MailRefused, MailUnavailable, senderOf } from './message.ts'

/** The folder that holds the mails of an installation without SMTP_URL. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/**
 * The way out for mail: the server of `smtpUrl`, or without one a file for each mail in `DATA_DIR/mail`. Connects at the first mail only.
 * Throws when `mailFrom` is no address or `smtpUrl` no SMTP address; the messages name the setting and hold no password.
 */
export function openMailer(
  settings: { smtpUrl?: string | undefined; mailFrom: string; dataDir: string },
  timeouts: Timeouts = defaultTimeouts,
): Mailer {
  const sender = senderOf(settings.mailFrom)
  if (settings.smtpUrl === undefined) return counted(folderMailer(mailFolder(settings.dataDir), sender))
  if (!/^smtps?:\/\/[^/]/.test(settings.smtpUrl) || !URL.canParse(settings.smtpUrl))
    throw new Error('SMTP_URL must be smtp://… or smtps://…')
  return counted(smtpMailer(settings.smtpUrl, sender, timeouts))
}

function counted(carrier: Transport): Mailer {
  const counts = { sent: 0, refused: 0, unavailable: 0 }
  return {
    ...carrier,
    counts,
    async send(mail) {
      try {
        const answer = await carrier.send(mail)
        counts.sent++
        return answer
      } catch (error) {
        counts[error instanceof MailRefused ? 'refused' : 'unavailable']++
        throw error
      }
    },
  }
}
