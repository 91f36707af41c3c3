import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { Session } from '#contract/identity.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { publishNewAccess } from '../../events/notices.ts'
import { deviceInWords, deviceOf } from './devices.ts'
import { maxSessions } from './sessions.ts'

export async function listSessions(db: Db, { userId, sessionId }: Actor): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select([
      'id as _id',
      'device',
      'address',
      'dateCreated',
      'dateUsed',
      sql<boolean>`id = ${sessionId}`.as('current'),
      sql<string | null>`case when is_kept then date_expires end`.as('dateKeptUntil'),
    ])
    .where('userId', '=', userId)
    .where('dateExpires', '>', sql<string>`now()`)
    .orderBy('current', 'desc')
    .orderBy('dateUsed', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessions)
    .execute()
  return rows.map(({ device, ...row }) => ({ ...row, ...deviceOf(device) }))
}

export async function endSession(db: Db, { userId }: Actor, id: string): Promise<string> {
  const { device } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('device')
    .executeTakeFirstOrThrow(notFound)
  publishNewAccess(db, [userId])
  return deviceInWords(deviceOf(device))
}

export async function endOtherSessions(db: Db, { userId, sessionId }: Actor) {
  publishNewAccess(db, [userId])
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '!=', sessionId)
    .execute()
  await sql`select end_sessions_of_operator(operator_id, ${sessionId}) from users where id = ${userId} and operator_id is not null`.execute(
    db,
  )
}
