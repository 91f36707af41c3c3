import { sql } from 'kysely'
import type { Actor, Role } from '#contract/actor.ts'
import { type Db, platformVendor } from '#platform/database/database.ts'
import { publishNewAccess } from '../../events/notices.ts'
import { addressOf } from '../../mail/address-of.ts'

export async function signOut(db: Db, { sessionId, userId }: Pick<Actor, 'sessionId' | 'userId'>) {
  publishNewAccess(db, [userId])
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

export const maxSessions = 100

export async function endSessionsBeyondMax(db: Db, userId: string) {
  const oldest = db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('dateCreated', 'desc')
    .offset(maxSessions)
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', 'in', oldest)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0) publishNewAccess(db, [userId])
}

/** Ends a user's sessions at this vendor, at the platform an
 * operator's at all vendors, except session `except`. */
export async function endSessions(db: Db, userId: string, except: string | null = null) {
  publishNewAccess(db, [userId])
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', 'is distinct from', except)
    .execute()
  if (db.vendorId === platformVendor)
    await sql`select end_sessions_of_operator(${userId}, ${except})`.execute(db)
}

export async function endSessionsWithoutRole(db: Db, userIds: string[]) {
  // Sign-ins in progress hold these row locks: their sessions
  // are seen below. Later ones see that the role is gone.
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const withRole = new Set(
    (
      await usersWithRole(db).select('id').where('id', '=', sql<string>`any(${userIds})`).execute()
    ).map(user => user.id),
  )
  for (const { id } of users) {
    if (withRole.has(id)) continue
    await endSessions(db, id)
    await db.deleteFrom('activations').where('userId', '=', id).execute()
  }
}

/** Keeps password, e-mail and role from changing before the transaction ends. */
export const lockUser = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', addressOf('users').as('email'), 'passwordHash'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()

export const usersWithRole = (db: Db) =>
  db
    .selectFrom('users')
    .where(eb =>
      eb.or([
        eb('users.role', '!=', 'customer'),
        eb.exists(
          eb
            .selectFrom('memberships')
            .whereRef('memberships.vendorId', '=', 'users.vendorId')
            .whereRef('memberships.userId', '=', 'users.id')
            .select('memberships.userId'),
        ),
      ]),
    )

export async function readAuditActor(db: Db, userId: string) {
  const { name, role } = await db
    .selectFrom('users')
    .select([sql<string>`trim(name || ' ' || surname)`.as('name'), 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, name, role: role as Role }
}
