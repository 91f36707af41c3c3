import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { messages } from '#contract/text/messages.ts'
import { MailRefused } from '#platform/mail/mailer.ts'
import type { QueuedMail } from '../../mail/mail-queue.ts'
import {
  addRecipient,
  findRecipient,
  type MailContext,
  portalSubject,
  sendToUser,
} from '../../mail/user-mail.ts'
import { portalUrl } from '../../vendors/portal.ts'
import { isAddressTaken } from '../accounts/accounts.ts'
import { buildActivationLink } from '../passwords/activation-link.ts'
import { deviceFacts, resetButton } from './account-mails.ts'

const texts = messages({
  confirmSubject: {
    tr: 'yeni e-posta adresinizi onaylayın',
    en: 'confirm your new e-mail address',
  },
  confirm: {
    tr: 'Portaldaki bir hesabın e-posta adresinin bu adres olması istendi. Hesap sizinse aşağıdaki bağlantıyı açıp onaylayın. Bağlantı 24 saat geçerlidir ve yalnızca bir kez kullanılabilir.',
    en: 'An account of the portal is to have this address as its e-mail address. If it is your account, open the link below and confirm. The link works for 24 hours, and only once.',
  },
  confirmButton: { tr: 'Adresi onayla', en: 'Confirm the address' },
  confirmFooter: {
    tr: 'Böyle bir istekten haberiniz yoksa bu e-postayı dikkate almayın; hiçbir şey değişmez.',
    en: 'If you know nothing of this, ignore this e-mail; nothing changes.',
  },
  askedSubject: {
    tr: 'e-posta adresinizin değiştirilmesi istendi',
    en: 'a change of your e-mail address was asked for',
  },
  asked: {
    tr: (email: string) =>
      `Hesabınızın e-posta adresinin ${email} olarak değiştirilmesi istendi. O adresin sahibi onaylayana kadar hiçbir şey değişmez.`,
    en: (email: string) =>
      `The e-mail address of your account is to become ${email}. Nothing changes until the owner of that address confirms it.`,
  },
  askedBy: {
    tr: (email: string, by: string) =>
      `${by}, hesabınızın e-posta adresinin ${email} olarak değiştirilmesini istedi. O adresin sahibi onaylayana kadar hiçbir şey değişmez.`,
    en: (email: string, by: string) =>
      `${by} wants to change the e-mail address of your account to ${email}. Nothing changes until the owner of that address confirms it.`,
  },
  ifNotYou: {
    tr: 'Siz istemediyseniz hemen yeni bir parola belirleyin: istek geçersiz olur, tüm açık oturumlarınız da kapanır.',
    en: 'If it was not you, set a new password now: that ends the request, and signs you out everywhere.',
  },
  ifNotExpected: {
    tr: (vendor: string) => `Bunu beklemiyorsanız profilinizden vazgeçin ve ${vendor} ile görüşün.`,
    en: (vendor: string) =>
      `If you did not expect this, cancel it in your profile and get in touch with ${vendor}.`,
  },
  profileButton: { tr: 'Profilimi aç', en: 'Open my profile' },
  changedSubject: { tr: 'e-posta adresiniz değişti', en: 'your e-mail address was changed' },
  changed: {
    tr: (email: string) =>
      `Hesabınızın e-posta adresi artık ${email}. Bundan sonra bu eski adresle giriş yapılamaz ve ona e-posta gönderilmez.`,
    en: (email: string) =>
      `The e-mail address of your account is ${email} now. This former one no longer signs in, and gets no more e-mails.`,
  },
  ifNotWanted: {
    tr: (vendor: string) =>
      `Bunu siz istemediyseniz hemen ${vendor} ile görüşün: adresi bir yönetici geri değiştirebilir.`,
    en: (vendor: string) =>
      `If you did not want this, get in touch with ${vendor} at once: an administrator can change the address back.`,
  },
})

/** Has no text of the account's user, who may have entered the address of a stranger.
 * Of another account's address none is sent, nor of a request that was replaced. */
export async function mailEmailConfirmation(
  context: MailContext,
  { id, vendor, user, activation, domain, to }: QueuedMail<'email.confirmation'>,
) {
  const recipient = await context.database.inVendor(vendor, async db => {
    const link = await db
      .selectFrom('activations')
      .select(sql<boolean>`date_expires <= now()`.as('hasExpired'))
      .where('id', '=', activation)
      .executeTakeFirst()
    if (!link || (await isAddressTaken(db, to, user))) return null
    if (link.hasExpired)
      throw new MailRefused('The link in this mail has expired: a new one has to be asked for')
    return { ...(await findRecipient(db, user)), name: to, to: { name: '', address: to } }
  })
  if (!recipient) return
  const t = texts(recipient.language)
  const url = buildActivationLink(context.config, context.signing, {
    vendorId: vendor,
    domain,
    email: to,
    purpose: 'email',
    activation,
    language: recipient.language,
  })
  await sendToUser(context, id, recipient, portalSubject(recipient, t.confirmSubject), {
    paragraphs: [t.confirm],
    button: { label: t.confirmButton, url },
    footer: [t.confirmFooter],
  })
}

/** To the address that the account had at the event. */
export async function mailEmailChange(context: MailContext, mail: QueuedMail<'email.changed'>) {
  const found = await context.database.inVendor(mail.vendor, db => findRecipient(db, mail.user))
  const to = { ...found, to: { ...found.to, address: mail.to } }
  const t = texts(to.language)
  const url = portalUrl(context.config, mail.domain)
  const facts = deviceFacts(mail, to)
  const profile = { label: t.profileButton, url: addRecipient(`${url}${paths.profile}`, to) }
  const parts = {
    asked: { paragraphs: [t.asked(mail.email), facts, t.ifNotYou], button: resetButton(url, to) },
    askedBy: {
      paragraphs: [t.askedBy(mail.email, mail.by), t.ifNotExpected(to.vendorName)],
      button: profile,
    },
    changed: { paragraphs: [t.changed(mail.email), facts, t.ifNotWanted(to.vendorName)] },
  }[mail.change === 'asked' && mail.by !== '' ? 'askedBy' : mail.change]
  const subject = portalSubject(to, t[`${mail.change}Subject`])
  await sendToUser(context, mail.id, to, subject, { ...parts, footer: [] })
}
