import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { routes } from '#contract/routes.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Call } from '#platform/http/calls.ts'
import { setSecondFactorRequired } from '../../vendors/second-factor-rule.ts'
import { readSecondFactor, removeSecondFactor } from '../second-factor/second-factor.ts'
import { endSessions, lockUser } from '../sessions/sessions.ts'
import { recordSecondFactorChange } from '../sign-in/mfa-challenge.ts'

/** For all users but customers; ends the sessions of those without
 * a second factor. @throws 409 for an administrator without one */
export async function requireSecondFactor(db: Db, actor: Actor) {
  if (actor.role === 'admin' && !(await readSecondFactor(db, actor.userId)).on)
    throw conflict('secondFactorFirst')
  // waits for sign-ins in progress, so that the next statement sees their sessions
  await setSecondFactorRequired(db, true)
  await sql`select end_sessions_without_second_factor()`.execute(db)
}

/** Also ends their sessions. @throws 404 for a user outside
 * the team, 409 for oneself or without a second factor */
export async function resetSecondFactor(call: Call<typeof routes.secondFactor.reset>) {
  const { db, actor } = call
  const userId = call.params.user
  const colleague = db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', 'in', ['staff', 'admin'])
  await colleague.executeTakeFirstOrThrow(notFound)
  if (userId === actor.userId) throw conflict('ownSecondFactor')
  await lockUser(db, userId)
  if (!(await removeSecondFactor(db, userId))) throw conflict('secondFactorOff')
  await endSessions(db, userId)
  await recordSecondFactorChange(db, call, userId, { change: 'reset', by: actor.name })
}
