import { messages } from '#contract/messages.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { layoutMail } from '#platform/mail/layout.ts'
import { type Mailer, senderOf } from '#platform/mail/mailer.ts'

export type MailContext = { config: Config; database: Database; signing: Signing; mailer: Mailer }

const texts = messages({
  greeting: { tr: (name: string) => `Merhaba ${name},`, en: (name: string) => `Hello ${name},` },
})

export type Recipient = Awaited<ReturnType<typeof findRecipient>>
type MailParts = { paragraphs: string[]; button: { label: string; url: string }; footer: string[] }

export async function findRecipient(db: Db, userId: string) {
  const { name, surname, email, language, role } = await db
    .selectFrom('users')
    .select(['name', 'surname', 'email', 'language', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const vendor = await db.selectFrom('vendors').select('name').executeTakeFirstOrThrow()
  return { name, language, role, vendorName: vendor.name, to: { name: `${name} ${surname}`.trim(), address: email } }
}

export async function sendToUser(
  { config, mailer }: MailContext,
  id: string,
  { language, name, vendorName, to }: Recipient,
  subject: string,
  parts: MailParts,
) {
  const body = layoutMail({ language, vendorName, greeting: texts(language).greeting(name), ...parts })
  const from = { name: vendorName, address: senderOf(config.mailFrom).address }
  await mailer.send({ id, from, to, subject, language, ...body })
}
