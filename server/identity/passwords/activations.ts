import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Language } from '#contract/messages.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import type { Source } from '#platform/http/source.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { recordEvent } from '../../events/events.ts'
import { auditActorOf, endSessions, lockUser } from '../sessions/sessions.ts'

type Purpose = 'invitation' | 'reset'
/** seconds */
const lifetimes = { invitation: 7 * 86_400, reset: 3_600 }

/**
 * Makes a link of one purpose for a user whom the caller holds. An invitation ends the one before it; a reset link ends none, as a stranger can
 * ask for one. Returns its id; only the hash of its token is kept.
 */
export async function createActivation(db: Db, signing: Signing, userId: string, purpose: Purpose): Promise<string> {
  const id = uuidv7()
  const values = {
    id,
    tokenHash: hashOf(activationToken(signing, db.vendorId, id)),
    dateExpires: sql<string>`now() + make_interval(secs => ${lifetimes[purpose]})`,
  }
  await db
    .insertInto('activations')
    .values({ userId, purpose, ...values })
    .onConflict(conflict => conflict.columns(['vendorId', 'userId']).where(sql<boolean>`purpose = 'invitation'`).doUpdateSet(values))
    .execute()
  return id
}

/** A link's token, made again whenever it is needed and never stored. */
export const activationToken = (signing: Signing, vendorId: string, id: string) => signing.seal('activation', vendorId, id)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Link = { token: string; email: string }

/** Whether a link is one of this vendor's and still lives. It is not used up. */
export const isLinkValid = async (db: Db, link: Link): Promise<boolean> => (await findLink(db, link))?.expired === false

/** The user whom one of this vendor's links was sent to, or null; `words` are what everybody knows of them. @throws 400 for an expired one. */
export async function findUserOfLink(db: Db, link: Link): Promise<{ id: string; words: string[] } | null> {
  const found = await findLink(db, link)
  if (found?.expired) throw invalid('linkExpired')
  return found ? { id: found.id, words: [link.email, found.name, found.surname, found.vendorName] } : null
}

const findLink = (db: Db, { token, email }: Link) =>
  db
    .selectFrom('activations')
    .innerJoin('users', join => join.onRef('users.vendorId', '=', 'activations.vendorId').onRef('users.id', '=', 'activations.userId'))
    .innerJoin('vendors', join => join.onRef('vendors.vendorId', '=', 'activations.vendorId'))
    .select(['users.id', 'users.name', 'users.surname', 'vendors.name as vendorName'])
    .select([sql<boolean>`activations.date_expires <= now()`.as('expired')])
    .where('users.email', '=', email)
    .where('activations.tokenHash', '=', hashOf(token))
    .executeTakeFirst()

/**
 * Sets the password of the user whom a link was sent to; uses up the user's links and ends all sessions.
 * Who had one before is told by mail. Returns whether the link is one of this vendor's and was not used meanwhile. @throws 400 for an expired one.
 */
export async function activate(
  db: Db,
  link: Link,
  passwordHash: string,
  { language, domain, source }: { language: Language; domain: string; source: Source },
): Promise<boolean> {
  const userId = (await findUserOfLink(db, link))?.id
  if (userId === undefined) return false
  const [before] = await lockUser(db, userId)
  const used = await db
    .deleteFrom('activations')
    .where('userId', '=', userId)
    .where('tokenHash', '=', hashOf(link.token))
    .returning('id')
    .execute()
  if (used.length === 0) return false
  const isFirst = !before?.passwordHash
  await db
    .updateTable('users')
    .set({ passwordHash, language, ...(isFirst && { dateSignedIn: null }) })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('activations').where('userId', '=', userId).execute()
  await endSessions(db, userId)
  const { device, address } = source
  if (!isFirst) await recordEvent(db, 'password.changed', { user: userId, device, address, date: new Date().toISOString(), domain })
  await writeAudit(db, source, { action: 'sessions.activate', actor: await auditActorOf(db, userId) })
  return true
}
