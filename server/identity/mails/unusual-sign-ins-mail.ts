import { maxNetworks } from '#contract/audit.ts'
import { paths } from '#contract/paths.ts'
import { messages } from '#contract/text/messages.ts'
import { MailRefused } from '#platform/mail/mailer.ts'
import { fullDate } from '../../mail/dates.ts'
import type { QueuedMail } from '../../mail/mail-queue.ts'
import { findRecipient, type MailContext, portalSubject, sendToUser } from '../../mail/user-mail.ts'
import { portalUrl } from '../../vendors/portal.ts'

const texts = messages({
  subject: {
    tr: (email: string) => `${email} hesabında olağan dışı giriş denemeleri`,
    en: (email: string) => `unusual sign-in attempts for ${email}`,
  },
  passwords: {
    tr: (email: string, count: number) =>
      `${email} hesabı için ${count} kez yanlış parola girildi.`,
    en: (email: string, count: number) =>
      `A wrong password was entered for ${email}: ${times(count)}.`,
  },
  codes: {
    tr: (email: string, count: number) =>
      `${email} hesabının parolası doğru girildi, ardından ${count} kez yanlış giriş kodu girildi.`,
    en: (email: string, count: number) =>
      `The right password was entered for ${email}, and then a wrong sign-in code: ${times(count)}.`,
  },
  inSession: {
    tr: (email: string, count: number) =>
      `${email} hesabının açık bir oturumunda ${count} kez yanlış parola ya da kod girildi.`,
    en: (email: string, count: number) =>
      `In an open session of ${email} a wrong password or code was entered: ${times(count)}.`,
  },
  facts: {
    tr: (since: string, networks: string) => `İlk deneme: ${since}\nAğlar: ${networks}`,
    en: (since: string, networks: string) => `First attempt: ${since}\nNetworks: ${networks}`,
  },
  andMore: {
    tr: (networks: string) => `${networks} ve belki başkaları`,
    en: (networks: string) => `${networks} and perhaps others`,
  },
  question: {
    tr: 'Hesabın sahibine sorun. Deneyen kendisiyse yapmanız gereken bir şey yok.',
    en: 'Ask the owner of the account. If it was them, there is nothing you need to do.',
  },
  otherwise: {
    tr: 'Değilse yeni bir parola belirlemesini ve iki adımlı girişi açmasını isteyin.',
    en: 'If it was not, have them set a new password and turn on two-step sign-in.',
  },
  known: {
    tr: 'Değilse parolasını başka biri biliyor: hemen yeni bir parola belirlemesini isteyin.',
    en: 'If it was not, another person knows the password: have them set a new one now.',
  },
  open: { tr: 'Denetim kaydını aç', en: 'Open the audit' },
  onceADay: {
    tr: 'Bir hesap için günde en çok bir kez yazarız; sonraki denemeleri denetim kaydında görürsünüz.',
    en: 'We write about one account once a day at most; the audit shows later attempts.',
  },
})
const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

const kindByAction: Record<
  string,
  { about: 'passwords' | 'codes' | 'inSession'; advice: 'otherwise' | 'known' }
> = {
  'sessions.login': { about: 'passwords', advice: 'otherwise' },
  'secondFactor.enter': { about: 'codes', advice: 'known' },
  'sessions.reauthenticate': { about: 'inSession', advice: 'known' },
}

export async function mailUnusualSignIns(
  context: MailContext,
  { id, vendor, user, entry: entryId, domain }: QueuedMail<'signIn.unusual'>,
) {
  const { to, entry } = await context.database.inVendor(vendor, async db => ({
    to: await findRecipient(db, user),
    entry: await db
      .selectFrom('auditEntries')
      .select(['action', 'subject', 'attempts', 'networks', 'dateCreated'])
      .where('id', '=', entryId)
      .executeTakeFirst(),
  }))
  if (to.role !== 'admin') return // changed since the event
  const kind = entry && kindByAction[entry.action]
  if (!kind) throw new MailRefused('The entry of the audit that this mail is about is gone')
  const { subject: email, attempts, networks, dateCreated } = entry
  const t = texts(to.language)
  const listed = networks.join(', ')
  await sendToUser(context, id, to, portalSubject(to, t.subject(email)), {
    paragraphs: [
      t[kind.about](email, attempts ?? 1),
      t.facts(
        fullDate(dateCreated, to),
        networks.length >= maxNetworks ? t.andMore(listed) : listed,
      ),
      t.question,
      t[kind.advice],
    ],
    button: {
      label: t.open,
      url: `${portalUrl(context.config, domain)}${paths.audit}?${new URLSearchParams({ search: email, outcome: 'refused' })}`,
    },
    footer: [t.onceADay],
  })
}
