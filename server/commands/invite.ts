import { mailFolder } from '#platform/mail/mailer.ts'
import { buildActivationLink, languageOfLink } from '../identity/passwords/activation-link.ts'
import { createActivation } from '../identity/passwords/activations.ts'
import { queueMail } from '../mail/mail-queue.ts'
import type { CommandContext } from './command.ts'

type Invited = { vendorId: string; userId: string; domain: string; email: string }

export async function invite(
  { config, database, signing }: CommandContext,
  { vendorId, userId, domain, email }: Invited,
): Promise<string> {
  const { activation, language } = await database.inVendor(vendorId, async db => {
    const id = await createActivation(db, signing, userId, 'invitation')
    await queueMail(db, 'user.invited', userId, { activation: id, domain })
    return { activation: id, language: await languageOfLink(db, id) }
  })
  const link = buildActivationLink(config, signing, {
    vendorId,
    domain,
    email,
    purpose: 'invitation',
    activation,
    language,
  })
  const delivery = config.smtpUrl
    ? `The server mails the same link to ${email}.`
    : `No mail is sent, as SMTP_URL is not set: pass this link on to ${email}. The server writes the mail into ${mailFolder(config.dataDir)}.`
  return `${link}\n\n${delivery}`
}

export const nameIn = (address: string) => address.split('@')[0] as string
