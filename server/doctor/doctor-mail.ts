import { randomBytes } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import { mailFolder, type OutgoingMail, openMailer, senderOf } from '#platform/mail/mailer.ts'
import { type Finding, fail, pass } from './finding.ts'

const text = 'This mail was sent by npm run doctor. That it reached you shows that mails are sent.'

/** `nonce` ends its Message-ID. */
export const doctorMail = (config: Config, to: string, nonce: string): OutgoingMail => ({
  id: `doctor.${nonce}`,
  from: senderOf(config.mailFrom),
  to: { name: '', address: to },
  subject: 'Tezgah',
  text,
  html: `<p>${text}</p>`,
  language: 'en',
})

/** Sends a mail to `address`; the finding has the mail server's reply. */
export async function sendDoctorMail(config: Config, address: string): Promise<Finding> {
  const mailer = openMailer(config)
  try {
    const reply = await mailer.send(doctorMail(config, address, randomBytes(8).toString('hex')))
    return pass(
      'test mail',
      config.smtpUrl
        ? `to ${address}: the mail server replies ${JSON.stringify(reply)}`
        : `to ${address}: it is a file in ${mailFolder(config.dataDir)}`,
    )
  } catch (error) {
    return fail(
      'test mail',
      error,
      `Does the mail server accept the sender ${config.mailFrom}, and the recipient ${address}?`,
    )
  } finally {
    mailer.close()
  }
}
