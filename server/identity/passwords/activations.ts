import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Language } from '#contract/text/messages.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import { invalid } from '#platform/errors.ts'
import type { Source } from '#platform/http/source.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { publish } from '../../events/notices.ts'
import { addressOf } from '../../mail/address-of.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { spellingsOf } from '../accounts/by-address.ts'
import { endSessions, lockUser, readAuditActor } from '../sessions/sessions.ts'

type Purpose = 'invitation' | 'reset' | 'email'
const lifetimes = { invitation: 7 * 86_400, reset: 3_600, email: 86_400 } // seconds

/** For a user whose row the caller has locked; stores a hash only. Ends an earlier link
 * of its purpose, unless of a reset. `email` is the address that one of that purpose
 * gives to the account. Returns the link's id. */
export async function createActivation(
  db: Db,
  signing: Signing,
  userId: string,
  purpose: Purpose,
  email: string | null = null,
): Promise<string> {
  const id = uuidv7()
  const values = {
    id,
    email,
    tokenHash: hashOf(activationToken(signing, db.vendorId, id)),
    dateExpires: sql<string>`now() + make_interval(secs => ${lifetimes[purpose]})`,
  }
  await db
    .insertInto('activations')
    .values({ userId, purpose, ...values })
    .onConflict(conflict =>
      conflict
        .columns(['vendorId', 'userId', 'purpose'])
        .where(sql<boolean>`purpose <> 'reset'`)
        .doUpdateSet(values),
    )
    .execute()
  return id
}

/** Of a user whose row the caller has locked. */
export async function endInvitation(db: Db, userId: string) {
  await db
    .deleteFrom('activations')
    .where('userId', '=', userId)
    .where('purpose', '=', 'invitation')
    .execute()
}

/** A link's token: derived when needed, never stored. */
export const activationToken = (signing: Signing, vendorId: string, id: string) =>
  signing.sign('activation', vendorId, id)

/** As it is stored. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

export type Link = { token: string; email: string }

/** The user of a link to set a password at this vendor, or null. @throws 400 for an expired link */
export async function findUserOfLink(db: Db, link: Link) {
  const found = await findLink(db, link)
  if (found?.expired) throw invalid('linkExpired')
  return found
}

/** The user of such a link, expired or not, or null; `personalWords`
 * are unfit as a password. */
export async function findLink(
  db: Db,
  { token, email }: Link,
): Promise<{ id: string; personalWords: string[]; expired: boolean } | null> {
  const found = await db
    .selectFrom('activations')
    .innerJoin('users', byId('users', 'activations.userId'))
    .innerJoin('vendors', join => join.onRef('vendors.vendorId', '=', 'activations.vendorId'))
    .select([
      'users.id',
      addressOf('users').as('email'),
      'users.name',
      'users.surname',
      'vendors.name as vendorName',
    ])
    .select([sql<boolean>`activations.date_expires <= now()`.as('expired')])
    .where('users.email', 'in', spellingsOf(email))
    .where('activations.purpose', '<>', 'email') // which sets no password
    .where('activations.tokenHash', '=', hashOf(token))
    .executeTakeFirst()
  return found
    ? {
        id: found.id,
        personalWords: [found.email, found.name, found.surname, found.vendorName],
        expired: found.expired,
      }
    : null
}

/** Deletes the user's links and sessions, too. False for an
 * unknown or used link. @throws 400 for an expired one */
export async function activate(
  db: Db,
  link: Link,
  passwordHash: string,
  { language, domain, source }: { language: Language; domain: string; source: Source },
): Promise<boolean> {
  const userId = (await findUserOfLink(db, link))?.id
  if (userId === undefined) return false
  const [user] = await lockUser(db, userId)
  const deleted = await db
    .deleteFrom('activations')
    .where('userId', '=', userId)
    .where('tokenHash', '=', hashOf(link.token))
    .returning('id')
    .execute()
  if (deleted.length === 0) return false
  const isFirst = !user?.passwordHash
  await db
    .updateTable('users')
    .set({ passwordHash, language, isContact: false, ...(isFirst && { dateSignedIn: null }) })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('activations').where('userId', '=', userId).execute()
  await endSessions(db, userId)
  if (isFirst) publish(db, { kind: 'change', companies: [] }) // no longer pending
  const { device, address } = source
  if (!isFirst)
    await queueMail(db, 'password.changed', userId, {
      device,
      address,
      date: new Date().toISOString(),
      domain,
    })
  await writeAudit(db, source, {
    action: 'sessions.activate',
    actor: await readAuditActor(db, userId),
  })
  return true
}
