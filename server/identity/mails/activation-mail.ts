import { sql } from 'kysely'
import { messages } from '#contract/text/messages.ts'
import type { Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import { MailRefused } from '#platform/mail/mailer.ts'
import type { QueuedMail } from '../../mail/mail-queue.ts'
import { findRecipient, type MailContext, portalSubject, sendToUser } from '../../mail/user-mail.ts'
import { accountDomain } from '../../vendors/public-host.ts'
import { buildActivationLink } from '../passwords/activation-link.ts'

const texts = messages({
  invitationSubject: {
    tr: (vendor: string) => `${vendor} destek portalına davet edildiniz`,
    en: (vendor: string) => `You are invited to the support portal of ${vendor}`,
  },
  invitation: {
    tr: (inviter: string, company?: string) =>
      `${inviter} sizi ${company ? `${company} kullanıcısı olarak ` : ''}destek portalına davet etti. Portalda makinelerinizi görebilir, kılavuzları indirebilir ve destek talebi açabilirsiniz.`,
    en: (inviter: string, company?: string) =>
      `${inviter} has invited you to their support portal${company ? ` as a user of ${company}` : ''}. There you can see your machines, download manuals and open support tickets.`,
  },
  teamSubject: {
    tr: (vendor: string) => `${vendor} destek ekibine davet edildiniz`,
    en: (vendor: string) => `You are invited to the support team of ${vendor}`,
  },
  staff: {
    tr: (inviter: string) =>
      `${inviter} sizi destek ekibine davet etti. Portalda müşterilerin makinelerini görebilir ve destek taleplerini yanıtlayabilirsiniz.`,
    en: (inviter: string) =>
      `${inviter} has invited you to their support team. In the portal you can see the customers' machines and answer their support tickets.`,
  },
  admin: {
    tr: (inviter: string) =>
      `${inviter} sizi destek portalına yönetici olarak davet etti. Portalda firmaları, makineleri ve kullanıcıları yönetebilir, destek taleplerini yanıtlayabilirsiniz.`,
    en: (inviter: string) =>
      `${inviter} has invited you to their support portal as an administrator. You can manage companies, machines and users there, and answer support tickets.`,
  },
  invitationStep: {
    tr: 'Başlamak için parolanızı belirleyin. Bağlantı 7 gün geçerlidir ve yalnızca bir kez kullanılabilir.',
    en: 'To begin, set your password. The link works for 7 days, and only once.',
  },
  invitationButton: { tr: 'Hesabımı etkinleştir', en: 'Activate my account' },
  invitationFooter: {
    tr: 'Böyle bir davet beklemiyorsanız bu e-postayı dikkate almayın.',
    en: 'If you did not expect this invitation, there is nothing you need to do.',
  },
  resetSubject: { tr: 'parolanızı yenileyin', en: 'reset your password' },
  reset: {
    tr: 'Parola yenileme isteğinizi aldık. Aşağıdaki bağlantıdan yeni parolanızı belirleyebilirsiniz. Bağlantı 1 saat geçerlidir ve yalnızca bir kez kullanılabilir.',
    en: 'We have received your request for a new password. Set it with the link below. The link works for 1 hour, and only once.',
  },
  resetButton: { tr: 'Yeni parola belirle', en: 'Set a new password' },
  resetFooter: {
    tr: 'Bu isteği siz yapmadıysanız bu e-postayı dikkate almayın; parolanız değişmez.',
    en: 'If you did not ask for this, ignore this e-mail; your password stays as it is.',
  },
})

export async function mailActivation(
  context: MailContext,
  mail: QueuedMail<'user.invited'> | QueuedMail<'password.forgotten'>,
) {
  const { id, vendor, user, activation, domain } = mail
  const recipient = await context.database.inVendor(vendor, async db => {
    // Before the link: a correction meanwhile ends it, and its address gets the new one only.
    const reader = await findRecipient(db, user)
    const link = await db
      .selectFrom('activations')
      .select(['purpose', sql<boolean>`date_expires <= now()`.as('hasExpired')])
      .where('id', '=', activation)
      .executeTakeFirst()
    if (link?.hasExpired)
      throw new MailRefused('The link in this mail has expired: a new one has to be asked for')
    return (
      link && {
        ...reader,
        purpose: link.purpose,
        company: await newestCompany(db, user),
      }
    )
  })
  if (!recipient) return
  const { purpose, to, language, role, vendorName, company } = recipient
  const t = texts(language)
  const url = buildActivationLink(context.config, context.signing, {
    vendorId: vendor,
    domain: await accountDomain(context, recipient, domain),
    email: to.address,
    purpose,
    activation,
    language,
  })
  if (purpose === 'reset') {
    const layout = {
      paragraphs: [t.reset],
      button: { label: t.resetButton, url },
      footer: [t.resetFooter],
    }
    return sendToUser(context, id, recipient, portalSubject(recipient, t.resetSubject), layout)
  }
  const { subject, about } = {
    customer: { subject: t.invitationSubject, about: t.invitation },
    staff: { subject: t.teamSubject, about: t.staff },
    admin: { subject: t.invitationSubject, about: t.admin },
    operator: { subject: t.invitationSubject, about: t.admin },
  }[role]
  const inviter = 'by' in mail && mail.by ? `${mail.by} (${vendorName})` : vendorName
  await sendToUser(context, id, recipient, subject(vendorName), {
    paragraphs: [about(inviter, company), t.invitationStep],
    button: { label: t.invitationButton, url },
    footer: [t.invitationFooter],
  })
}

/** The name of the company that a customer was last added to; undefined for others. */
async function newestCompany(db: Db, user: string) {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('companies', byId('companies', 'memberships.companyId'))
    .select('companies.name')
    .where('memberships.userId', '=', user)
    .orderBy('memberships.dateCreated', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}
