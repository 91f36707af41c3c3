import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Language, messages } from '#contract/text/messages.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import {
  type Database,
  type Db,
  type Placeholders,
  prepareQuery,
} from '#platform/database/database.ts'
import { layoutMail, type MailParts } from '#platform/mail/layout.ts'
import type { Mailbox, Mailer, OutgoingMail } from '#platform/mail/mailer.ts'
import { readSender } from '../vendors/sender.ts'
import { addressOf } from './address-of.ts'
import { fromOf } from './sender.ts'

export type MailContext = {
  config: Config
  database: Database
  signing: Signing
  mailer: Mailer
  log: FastifyBaseLogger
}

const texts = messages({
  greeting: { tr: (name: string) => `Merhaba ${name},`, en: (name: string) => `Hello ${name},` },
  subject: {
    tr: (vendor: string, about: string) => `${vendor} destek portalı: ${about}`,
    en: (vendor: string, about: string) => `Support portal of ${vendor}: ${about}`,
  },
})

export type Recipient = Awaited<ReturnType<typeof findRecipients>>[number]
type Body = Omit<MailParts, 'language' | 'vendorName' | 'color' | 'greeting'>
type Vendor = Awaited<ReturnType<typeof readSender>>
type Addressee = {
  language: Language
  name: string
  vendorName: string
  vendor: Vendor
  to: Mailbox
}

export async function findRecipient(db: Db, user: string): Promise<Recipient> {
  const [recipient] = await findRecipients(db, [user])
  if (!recipient) throw new Error('A mail to an unknown user')
  return recipient
}

export async function findRecipients(db: Db, users: string[]) {
  const [rows, vendor] = await Promise.all([usersOf(db, { users }), readSender(db)])
  return rows.map(({ id, name, surname, email, language, timeZone, role, isContact }) => ({
    id,
    name,
    language,
    role,
    /** has no login, so no mail to them has a link to a page that needs one */
    isContact,
    vendorName: vendor.name,
    timeZone: timeZone || vendor.timeZone,
    vendor,
    to: { name: `${name} ${surname}`.trim(), address: email },
  }))
}

const usersOf = prepareQuery((db, { users }: Placeholders<{ users: string[] }>) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'surname', 'language', 'timeZone', 'role', 'isContact'])
    .select(addressOf('users').as('email'))
    .where(sql<boolean>`id = any(${users}::uuid[])`),
)

/** A link that tells the page for whom it is: another user may be signed in where it is opened. */
export const addRecipient = (url: string, { to }: Pick<Recipient, 'to'>) =>
  `${url}?${new URLSearchParams({ mail: to.address })}`

export const portalSubject = ({ language, vendorName }: Addressee, about: string) =>
  texts(language).subject(vendorName, about)

export function composeMail(
  config: Config,
  id: string,
  addressee: Addressee,
  subject: string,
  body: Body,
): OutgoingMail {
  const { language, name, vendorName, vendor, to } = addressee
  const parts = {
    language,
    vendorName,
    color: vendor.color ?? undefined,
    greeting: texts(language).greeting(name),
    ...body,
  }
  return { id, from: fromOf(config, vendor), to, subject, language, ...layoutMail(parts) }
}

export async function sendToUser(
  { config, mailer }: MailContext,
  id: string,
  recipient: Recipient,
  subject: string,
  body: Body,
) {
  await mailer.send(composeMail(config, id, recipient, subject, body))
}
