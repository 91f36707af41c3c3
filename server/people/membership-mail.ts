import { messages } from '#contract/text/messages.ts'
import { byId } from '#platform/database/look-up.ts'
import type { QueuedMail } from '../mail/mail-queue.ts'
import { isUndeliverable } from '../mail/undeliverable.ts'
import { findRecipient, type MailContext, sendToUser } from '../mail/user-mail.ts'
import { portalUrl } from '../vendors/portal.ts'

const texts = messages({
  addedSubject: {
    tr: (company: string) => `${company} firmasına eklendiniz`,
    en: (company: string) => `You were added to ${company}`,
  },
  added: {
    tr: (company: string) =>
      `Artık ${company} firmasının makinelerini ve destek taleplerini de görebilirsiniz. Her zamanki parolanızla giriş yapın.`,
    en: (company: string) =>
      `You can now see the machines and support tickets of ${company} too. Sign in with your usual password.`,
  },
  addedButton: { tr: 'Portalı aç', en: 'Open the portal' },
})

export async function mailMembership(
  context: MailContext,
  { id, vendor, user, company, domain }: QueuedMail<'user.added'>,
) {
  const recipient = await context.database.inVendor(vendor, async db => {
    const row = await db
      .selectFrom('memberships')
      .innerJoin('companies', byId('companies', 'memberships.companyId'))
      .select('companies.name')
      .where('memberships.userId', '=', user)
      .where('memberships.companyId', '=', company)
      .executeTakeFirst()
    return (
      row &&
      !(await isUndeliverable(db, user)) && {
        ...(await findRecipient(db, user)),
        companyName: row.name,
      }
    )
  })
  // removed from the company since, or mails come back; the portal shows the company
  if (!recipient) return
  const t = texts(recipient.language)
  const button = { label: t.addedButton, url: portalUrl(context.config, domain) }
  await sendToUser(context, id, recipient, t.addedSubject(recipient.companyName), {
    paragraphs: [t.added(recipient.companyName)],
    button,
    footer: [],
  })
}
