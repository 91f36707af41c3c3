import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { headerAddress } from '#platform/mail/mailer.ts'
import { type MailHeaders, onlySender } from '#platform/mail/parse-mail.ts'
import { addressOf } from '../../mail/address-of.ts'

export const isMember = (db: Db) => (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb.or([
    eb('role', 'in', ['staff', 'admin']),
    eb('id', 'in', db.selectFrom('memberships').select('memberships.userId')),
  ])

/** The customer with a company, or the member of the vendor's team, whom a mail names as its
 * sender, which may be forged. `isActive`: they have accepted their invitation. */
export const findMember = (db: Db, email: MailHeaders) =>
  db
    .selectFrom('users')
    .select(['id', addressOf('users').as('email')])
    .select(sql<boolean>`password_hash is not null`.as('isActive'))
    .where('email', '=', headerAddress(onlySender(email)?.address ?? ''))
    .where(isMember(db))
    .executeTakeFirst()
