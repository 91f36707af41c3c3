import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor, Role } from '#contract/actor.ts'
import type { Language } from '#contract/messages.ts'
import { type Source, writeAudit } from '#platform/audit.ts'
import { type Db, platformVendor } from '#platform/database.ts'
import { invalidCredentials } from '#platform/errors.ts'
import { isPassword } from '#platform/passwords.ts'

type InVendor = <T>(vendorId: string, work: (db: Db) => Promise<T>) => Promise<T>

/**
 * Signs in at a vendor: an operator of the platform, else one of its users. Makes a session of `lifetime` seconds; `language` is the user's own.
 * @throws 401, one text and the same time for a wrong e-mail and a wrong password.
 */
export async function signIn(
  inVendor: InVendor,
  vendorId: string,
  { email, password }: { email: string; password: string },
  lifetime: number,
  source: Source,
) {
  const [user, operator] = await Promise.all([
    inVendor(vendorId, db => userToSignIn(db, email)),
    inVendor(platformVendor, db => userToSignIn(db, email)),
  ])
  // An operator is one everywhere, also where a vendor has invited the same address.
  const found = operator?.passwordHash ? operator : user
  if (!(await isPassword(password, found?.passwordHash)) || !found?.passwordHash) throw invalidCredentials()
  const { id, passwordHash } = found
  const session = await inVendor(vendorId, async db => {
    const userId = found === operator ? await operatorHere(db, found) : await stillThere(db, id, passwordHash)
    const sessionId = uuidv7()
    const { language } = await db
      .selectFrom('users')
      .select('language')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(invalidCredentials)
    await db
      .insertInto('sessions')
      .values({ id: sessionId, userId, dateExpires: sql<string>`now() + make_interval(secs => ${lifetime})`, ...begunFrom(source) })
      .execute()
    await writeAudit(db, source, { action: 'sessions.login', actor: await whoIs(db, userId) })
    return { vendorId, userId, sessionId, language }
  })
  if (found === operator) {
    // The platform keeps the operator's password: what changed there before this session could be ended with it is seen now.
    await inVendor(platformVendor, db => stillThere(db, id, passwordHash)).catch(async refusal => {
      await inVendor(vendorId, db => signOut(db, session))
      throw refusal
    })
  }
  return session
}

/** From now on screens and mails are in this language for the user, wherever they sign in. */
export async function chooseLanguage(db: Db, { userId }: Pick<Actor, 'userId'>, language: Language) {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

const begunFrom = ({ device, address }: Source) => ({ device, address })

export async function signOut(db: Db, { sessionId }: Pick<Actor, 'sessionId'>) {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends every session of a user at this vendor, and an operator's everywhere. */
export async function endSessions(db: Db, userId: string) {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute()
  if (db.vendorId === platformVendor) await sql`select end_sessions_of_operator(${userId})`.execute(db)
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
export const holdUser = (db: Db, id: string) => db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()

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

const userToSignIn = (db: Db, email: string) =>
  usersWithRole(db)
    .select(['id', 'email', 'name', 'surname', 'language', 'passwordHash'])
    .where('email', '=', email)
    .where('operatorId', 'is', null)
    .executeTakeFirst()

/** Between the look-up and now the password took its time: the user may be gone, or have another password. */
async function stillThere(db: Db, userId: string, passwordHash: string) {
  await db.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
  const { id } = await usersWithRole(db)
    .select('id')
    .where('id', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirstOrThrow(invalidCredentials)
  return id
}

/** The row under which an operator works at this vendor. */
async function operatorHere(db: Db, operator: { id: string; email: string; name: string; surname: string }) {
  const { email, name, surname } = operator
  const { id } = await db
    .insertInto('users')
    .values({ id: uuidv7(), email, name, surname, role: 'operator', operatorId: operator.id })
    .onConflict(conflict =>
      conflict.columns(['vendorId', 'operatorId']).where('operatorId', 'is not', null).doUpdateSet({ email, name, surname }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Who somebody is, for the audit of what they do without a session. */
export async function whoIs(db: Db, userId: string) {
  const { name, role } = await db
    .selectFrom('users')
    .select([sql<string>`trim(name || ' ' || surname)`.as('name'), 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, name, role: role as Role }
}
