import { paths } from '#contract/paths.ts'
import { messages } from '#contract/text/messages.ts'
import type { QueuedMail } from '../../mail/mail-queue.ts'
import {
  addRecipient,
  findRecipient,
  type MailContext,
  portalSubject,
  sendToUser,
} from '../../mail/user-mail.ts'
import { portalUrl } from '../../vendors/portal.ts'
import { accountDomain } from '../../vendors/public-host.ts'
import { deviceFacts, resetButton } from './account-mails.ts'

const texts = messages({
  onSubject: { tr: 'iki adımlı giriş açıldı', en: 'two-step sign-in is on' },
  on: {
    tr: 'Bundan sonra hesabınıza girmek için parolanızın yanında doğrulama uygulamanızdaki kod da istenecek.',
    en: 'From now on signing in to your account takes a code of your authenticator app beside your password.',
  },
  offSubject: { tr: 'iki adımlı giriş kapatıldı', en: 'two-step sign-in is off' },
  off: {
    tr: 'Hesabınıza artık yalnızca parolanızla girilebilir.',
    en: 'Your password alone is now enough to sign in to your account.',
  },
  codesSubject: { tr: 'yeni kurtarma kodları alındı', en: 'new recovery codes were made' },
  codes: {
    tr: 'Hesabınız için yeni kurtarma kodları alındı; öncekiler artık geçersiz.',
    en: 'New recovery codes were made for your account; those before them have ended.',
  },
  usedSubject: { tr: 'bir kurtarma kodu kullanıldı', en: 'a recovery code was used' },
  used: {
    tr: (left: string) => `Hesabınız için bir kurtarma kodu kullanıldı. Geriye kalan kod: ${left}.`,
    en: (left: string) =>
      `A recovery code was used for your account. Codes that are left: ${left}.`,
  },
  resetSubject: { tr: 'iki adımlı girişiniz sıfırlandı', en: 'your two-step sign-in was reset' },
  reset: {
    tr: (by: string) =>
      `${by} iki adımlı girişinizi sıfırladı ve açık oturumlarınızı kapattı. Yeniden giriş yapıp iki adımlı girişi yeniden açın.`,
    en: (by: string) =>
      `${by} has reset your two-step sign-in and ended your sessions. Sign in, and turn it on again.`,
  },
  ifNotYou: {
    tr: 'Bunu siz yapmadıysanız hemen yeni bir parola belirleyin ve yöneticinize haber verin.',
    en: 'If this was not you, set a new password now and tell your administrator.',
  },
  ifNotAsked: {
    tr: 'Bunu siz istemediyseniz yöneticinizi arayıp sorun.',
    en: 'If you did not ask for this, call your administrator.',
  },
  signIn: { tr: 'Giriş yap', en: 'Sign in' },
})

export async function mailSecondFactor(
  context: MailContext,
  mail: QueuedMail<'secondFactor.changed'>,
) {
  const to = await context.database.inVendor(mail.vendor, db => findRecipient(db, mail.user))
  const t = texts(to.language)
  const url = portalUrl(context.config, await accountDomain(context, to, mail.domain))
  const about =
    mail.change === 'used'
      ? t.used(mail.left)
      : mail.change === 'reset'
        ? t.reset(mail.by)
        : t[mail.change]
  const isReset = mail.change === 'reset'
  await sendToUser(context, mail.id, to, portalSubject(to, t[`${mail.change}Subject`]), {
    paragraphs: isReset ? [about, t.ifNotAsked] : [about, deviceFacts(mail, to), t.ifNotYou],
    button: isReset
      ? { label: t.signIn, url: addRecipient(`${url}${paths.login}`, to) }
      : resetButton(url, to),
    footer: [],
  })
}
