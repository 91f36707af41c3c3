import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Source } from '#platform/http/source.ts'
import { removeSecondFactor, secondFactorOf } from '../second-factor/second-factor.ts'
import { endSessions, lockUser } from '../sessions/sessions.ts'
import { recordSecondFactorChange } from '../sign-in/mfa-challenge.ts'
import { requiresSecondFactor } from '../sign-in/sign-in.ts'

export const requirementOf = async (db: Db) => ({ required: await requiresSecondFactor(db) })

/**
 * Requires a second factor of everybody but the customers. Whoever has none is signed out, and is led to one when they sign in again.
 * @throws 409 for an administrator who has none themselves
 */
export async function requireSecondFactor(db: Db, actor: Actor) {
  if (actor.role === 'admin' && !(await secondFactorOf(db, actor.userId)).on) throw conflict('secondFactorFirst')
  await setRequired(db, true) // whoever is signing in right now is waited for, and then seen
  await sql`select end_sessions_without_second_factor()`.execute(db)
}

export const releaseSecondFactor = (db: Db) => setRequired(db, false)

const setRequired = (db: Db, secondFactorRequired: boolean) =>
  db.updateTable('vendors').set({ secondFactorRequired }).where('vendorId', '=', db.vendorId).execute()

/**
 * Takes away the second factor of a colleague who has lost it, and ends their sessions.
 * @throws 404 for who is not on the team, 409 for oneself and for who has none
 */
export async function resetSecondFactor(db: Db, actor: Actor, userId: string, { domain, source }: { domain: string; source: Source }) {
  const colleague = db.selectFrom('users').select('id').where('id', '=', userId).where('role', 'in', ['staff', 'admin'])
  await colleague.executeTakeFirstOrThrow(notFound)
  if (userId === actor.userId) throw conflict('ownSecondFactor')
  await lockUser(db, userId)
  if (!(await removeSecondFactor(db, userId))) throw conflict('secondFactorOff')
  await endSessions(db, userId)
  await recordSecondFactorChange(db, { user: userId, domain, source }, { change: 'reset', by: actor.name })
}
