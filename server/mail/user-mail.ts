import { messages } from '#contract/messages.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { layoutMail, type MailParts } from '#platform/mail/layout.ts'
import { type Mail, type Mailer, senderOf } from '#platform/mail/mailer.ts'

export type MailContext = { config: Config; database: Database; signing: Signing; mailer: Mailer }

const texts = messages({
  greeting: { tr: (name: string) => `Merhaba ${name},`, en: (name: string) => `Hello ${name},` },
  subject: {
    tr: (vendor: string, about: string) => `${vendor} destek portalı: ${about}`,
    en: (vendor: string, about: string) => `Support portal of ${vendor}: ${about}`,
  },
})

export type Recipient = Awaited<ReturnType<typeof findRecipient>>
type Body = Pick<MailParts, 'paragraphs' | 'button' | 'footer'>
type Addressee = Pick<Recipient, 'language' | 'name' | 'vendorName' | 'to'>

export async function findRecipient(db: Db, userId: string) {
  const { name, surname, email, language, role } = await db
    .selectFrom('users')
    .select(['name', 'surname', 'email', 'language', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const vendor = await db.selectFrom('vendors').select('name').executeTakeFirstOrThrow()
  return { name, language, role, vendorName: vendor.name, to: { name: `${name} ${surname}`.trim(), address: email } }
}

export const portalSubject = ({ language, vendorName }: Addressee, about: string) => texts(language).subject(vendorName, about)

/** A mail in the layout of the vendor. */
export function composeMail(config: Config, id: string, addressee: Addressee, subject: string, body: Body): Mail {
  const { language, name, vendorName, to } = addressee
  const from = { name: vendorName, address: senderOf(config.mailFrom).address }
  return { id, from, to, subject, language, ...layoutMail({ language, vendorName, greeting: texts(language).greeting(name), ...body }) }
}

export async function sendToUser({ config, mailer }: MailContext, id: string, recipient: Recipient, subject: string, body: Body) {
  await mailer.send(composeMail(config, id, recipient, subject, body))
}
