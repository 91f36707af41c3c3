import { paths } from '#contract/paths.ts'
import { messages } from '#contract/text/messages.ts'
import { fullDate } from '../../mail/dates.ts'
import type { DeviceNotice, QueuedMail } from '../../mail/mail-queue.ts'
import {
  addRecipient,
  findRecipient,
  type MailContext,
  portalSubject,
  type Recipient,
  sendToUser,
} from '../../mail/user-mail.ts'
import { portalUrl } from '../../vendors/portal.ts'
import { accountDomain } from '../../vendors/public-host.ts'
import { deviceInWords, deviceOf } from '../sessions/devices.ts'

const texts = messages({
  unknown: { tr: 'bilinmeyen bir cihaz', en: 'an unknown device' },
  facts: {
    tr: (when: string, device: string, address: string) =>
      `Ne zaman: ${when}\nCihaz: ${device}\nAdres: ${address}`,
    en: (when: string, device: string, address: string) =>
      `When: ${when}\nDevice: ${device}\nAddress: ${address}`,
  },
  deviceSubject: { tr: 'yeni bir cihazdan giriş yapıldı', en: 'a sign-in from a new device' },
  device: {
    tr: 'Hesabınıza daha önce kullanmadığınız bir cihazdan ya da tarayıcıdan giriş yapıldı:',
    en: 'Someone signed in to your account with a device or browser that you had not used before:',
  },
  ifYou: {
    tr: 'Siz yaptıysanız yapmanız gereken bir şey yok.',
    en: 'If it was you, there is nothing you need to do.',
  },
  ifNotYou: {
    tr: 'Siz yapmadıysanız hemen yeni bir parola belirleyin; tüm açık oturumlarınız da kapanır.',
    en: 'If it was not you, set a new password now; that signs you out everywhere too.',
  },
  lastToday: {
    tr: 'Bu, bugünkü son bildirim: bugün başka yeni cihazlardan da girilirse e-posta göndermeyeceğiz, onları açık oturumlarınızda görürsünüz.',
    en: 'This is the last of these notices today: of other new devices we send no mail until tomorrow, you see them among your sessions.',
  },
  newPassword: { tr: 'Yeni parola belirle', en: 'Set a new password' },
  sessions: {
    tr: (url: string) => `Açık oturumlarınızı görmek ve kapatmak için: ${url}`,
    en: (url: string) => `To see where you are signed in, and to end it: ${url}`,
  },
  passwordSubject: { tr: 'parolanız değişti', en: 'your password was changed' },
  password: {
    tr: 'Hesabınızın parolası değiştirildi ve açık oturumların hepsi kapatıldı:',
    en: 'The password of your account was changed, and all its sessions were ended:',
  },
  ifNotYourPassword: {
    tr: 'Siz yapmadıysanız e-posta kutunuza başka biri giriyor olabilir: önce onun parolasını değiştirin, sonra buradan yeni bir parola belirleyin.',
    en: 'If it was not you, someone else may be getting into your mailbox: change its password first, and then set a new one here.',
  },
})

export const mailNewDevice = (context: MailContext, mail: QueuedMail<'device.new'>) =>
  mailDeviceNotice(context, mail, 'device', mail.left === '0')

export const mailNewPassword = (context: MailContext, mail: QueuedMail<'password.changed'>) =>
  mailDeviceNotice(context, mail, 'password')

async function mailDeviceNotice(
  context: MailContext,
  {
    id,
    vendor,
    user,
    device,
    address,
    date,
    domain,
  }: QueuedMail<'device.new' | 'password.changed'>,
  kind: 'device' | 'password',
  isLast = false,
) {
  const to = await context.database.inVendor(vendor, db => findRecipient(db, user))
  const t = texts(to.language)
  const { config } = context
  const facts = deviceFacts({ device, address, date }, to)
  await sendToUser(context, id, to, portalSubject(to, t[`${kind}Subject`]), {
    paragraphs: [
      t[kind],
      facts,
      t.ifYou,
      kind === 'device' ? t.ifNotYou : t.ifNotYourPassword,
      ...(isLast ? [t.lastToday] : []),
    ],
    button: resetButton(portalUrl(config, await accountDomain(context, to, domain)), to),
    footer: [t.sessions(addRecipient(`${portalUrl(config, domain)}${paths.security}`, to))],
  })
}

export function deviceFacts(
  { device, address, date }: Omit<DeviceNotice, 'domain'>,
  to: Pick<Recipient, 'language' | 'timeZone'>,
) {
  const t = texts(to.language)
  return t.facts(fullDate(date, to), deviceInWords(deviceOf(device)) || t.unknown, address)
}

export const resetButton = (url: string, recipient: Recipient) => ({
  label: texts(recipient.language).newPassword,
  url: addRecipient(`${url}/forgotpassword`, recipient),
})
