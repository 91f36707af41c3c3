import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { TestMail } from '#contract/mail.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import {
  type Mailer,
  MailRefused,
  MailUnavailable,
  type OutgoingMail,
  openMailer,
} from '#platform/mail/mailer.ts'
import { readSender } from '../vendors/sender.ts'
import { composeMail, portalSubject } from './user-mail.ts'

/** In ms, for the whole mail: the administrator waits for the response. */
const defaultTimeout = 10_000

const texts = messages({
  subject: { tr: 'deneme e-postası', en: 'test mail' },
  about: {
    tr: 'Bu, destek portalından gönderdiğiniz deneme e-postasıdır. Size ulaştıysa portal e-posta gönderebiliyor demektir.',
    en: 'This is the test mail that you sent from the support portal. That it reached you shows that the portal can send mail.',
  },
})

/** Sends the caller a mail outside the queue, over a
 * connection of its own. Returns the mail server's reply. */
export async function sendTestMail(
  inVendor: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  { email, name }: Pick<Actor, 'email' | 'name'>,
  config: Config,
  language: Language,
  timeout = defaultTimeout,
): Promise<TestMail> {
  const t = texts(language)
  const vendor = await inVendor(readSender)
  const addressee = {
    language,
    name,
    vendorName: vendor.name,
    vendor,
    to: { name, address: email },
  }
  const mail = composeMail(config, uuidv7(), addressee, portalSubject(addressee, t.subject), {
    paragraphs: [t.about],
    footer: [],
  })
  const mailer = openMailer(config, {
    connect: timeout / 2,
    greeting: timeout / 2,
    transfer: timeout,
    response: timeout,
  })
  try {
    return {
      to: email,
      smtp: config.smtpUrl !== undefined,
      ...(await sendWithTimeout(mailer, mail, timeout)),
    }
  } finally {
    mailer.close()
  }
}

async function sendWithTimeout(mailer: Mailer, mail: OutgoingMail, timeout: number) {
  const timer = new AbortController()
  const sending = mailer.send(mail).then(
    answer => ({ sent: true, answer }),
    (error: unknown) => {
      if (error instanceof MailRefused || error instanceof MailUnavailable)
        return { sent: false, answer: error.message }
      throw error
    },
  )
  const expired = pause(
    timeout,
    { sent: false, answer: `the mail server took longer than ${timeout / 1000} s` },
    { signal: timer.signal },
  )
  try {
    return await Promise.race([sending, expired.catch(() => sending)])
  } finally {
    timer.abort()
  }
}
