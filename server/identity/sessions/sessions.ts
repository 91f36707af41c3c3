import { sql } from 'kysely'
import type { Actor, Role } from '#contract/actor.ts'
import type { Language } from '#contract/messages.ts'
import { type Db, platformVendor } from '#platform/database/database.ts'

/** From now on screens and mails are in this language for the user, wherever they sign in. */
export async function chooseLanguage(db: Db, { userId }: Pick<Actor, 'userId'>, language: Language) {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

export async function signOut(db: Db, { sessionId }: Pick<Actor, 'sessionId'>) {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends every session of a user at this vendor, and an operator's everywhere: all `but` one. */
export async function endSessions(db: Db, userId: string, but: string | null = null) {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', 'is distinct from', but).execute()
  if (db.vendorId === platformVendor) await sql`select end_sessions_of_operator(${userId}, ${but})`.execute(db)
}

/** Ends the sessions of those users who have no role left, and their links. */
export async function endSessionsWithoutRole(db: Db, userIds: string[]) {
  // Who is just signing in holds these rows, and will be seen here; who comes later sees the role gone.
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const stay = new Set((await usersWithRole(db).select('id').where('id', '=', sql<string>`any(${userIds})`).execute()).map(user => user.id))
  for (const { id } of users) {
    if (stay.has(id)) continue
    await endSessions(db, id)
    await db.deleteFrom('activations').where('userId', '=', id).execute()
  }
}

/** For who makes or uses somebody's links, or ends their role: what is read of the user and their role from now on stays so until then. */
export const lockUser = (db: Db, id: string) =>
  db.selectFrom('users').select(['id', 'passwordHash']).where('id', '=', id).forNoKeyUpdate().execute()

/** Users who have a role: the vendor's team, and members of a company that is there. */
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

/** Who somebody is, for the audit of what they do without a session. */
export async function auditActorOf(db: Db, userId: string) {
  const { name, role } = await db
    .selectFrom('users')
    .select([sql<string>`trim(name || ' ' || surname)`.as('name'), 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, name, role: role as Role }
}
