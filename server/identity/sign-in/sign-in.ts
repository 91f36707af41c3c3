import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Language } from '#contract/messages.ts'
import { isPassword } from '#platform/crypto/passwords.ts'
import { type Db, platformVendor } from '#platform/database/database.ts'
import { invalidCredentials } from '#platform/errors.ts'
import type { Platform } from '#platform/http/http.ts'
import type { Source } from '#platform/http/source.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { recordEvent } from '../../events/events.ts'
import { secondFactorOf } from '../second-factor/second-factor.ts'
import { isKnownDevice } from '../sessions/devices.ts'
import { auditActorOf, lockUser, signOut, usersWithRole } from '../sessions/sessions.ts'

export type InVendor = <T>(vendorId: string, work: (db: Db) => Promise<T>) => Promise<T>

/** Somebody who has shown their password. `homeVendorId` is whose user they are: an operator is the platform's, at every vendor. */
export type Account = {
  homeVendorId: string
  id: string
  email: string
  name: string
  surname: string
  role: string
  language: Language
  passwordHash: string
  dateSignedIn: string | null
}

/**
 * Who signs in at a vendor: an operator of the platform, else one of its users. From a remembered place or with a known device they do not wait
 * behind strangers.
 * @throws 401, one text and the same time for a wrong e-mail and a wrong password
 */
export async function verifyCredentials(
  { database: { readVendor }, signing }: Pick<Platform, 'database' | 'signing'>,
  vendorId: string,
  { email, password, devices = [] }: { email: string; password: string; devices?: readonly string[] | undefined },
  isRemembered: boolean,
): Promise<Account> {
  const find = (db: Db) => usersToSignIn(db).where('email', '=', email).executeTakeFirst()
  const [user, operator] = await Promise.all([readVendor(vendorId, find), readVendor(platformVendor, find)])
  // An operator is one everywhere, also where a vendor has invited the same address.
  const found = operator?.passwordHash ? { ...operator, homeVendorId: platformVendor } : user && { ...user, homeVendorId: vendorId }
  const { passwordHash } = found ?? {}
  const isKnown = isRemembered || (found && passwordHash && isKnownDevice(signing, { ...found, passwordHash }, devices))
  if (!(await isPassword(password, passwordHash, isKnown ? email : undefined)) || !found || !passwordHash) throw invalidCredentials()
  return { ...found, passwordHash }
}

/** Somebody who has shown their password a while ago, as they are now; null where they have gone. */
export async function findAccount(inVendor: InVendor, homeVendorId: string, id: string): Promise<Account | null> {
  const found = await inVendor(homeVendorId, db => usersToSignIn(db).where('id', '=', id).executeTakeFirst())
  return found?.passwordHash ? { ...found, homeVendorId, passwordHash: found.passwordHash } : null
}

export type SecondStep = {
  /**
   * What is written where their second factor belongs, while they are held there: a code is used up, or a second factor begins to count, with
   * what follows from it. It is written as their session is made, or not at all. @throws where what they show is wrong
   */
  atHome: (db: Db, sessionId: string) => Promise<unknown>
  /** What is written with the session, of their user at the vendor. */
  atVendor?: (db: Db, userId: string) => Promise<unknown>
}

type NewSession = {
  lifetime: number
  source: Source
  /** They are told that it is from a new device, and of how many more they can be told today. */
  tell: { domain: string; left: string } | null
  /** They show a second factor. */
  secondStep: SecondStep | undefined
}

/**
 * Makes a session of `lifetime` seconds at a vendor; `language` is the user's own. An operator's password and second factor are the platform's,
 * which takes a transaction of its own: it is the last, so that no code is used up without a session.
 * @throws 401 where they have gone, have a new password, or have turned their second factor on or off a moment ago, or where the vendor has
 * begun then to require one.
 */
export async function beginSession(
  inVendor: InVendor,
  vendorId: string,
  account: Account,
  { lifetime, source, tell, secondStep }: NewSession,
) {
  const isOperator = account.homeVendorId === platformVendor
  const sessionId = uuidv7()
  const letIn = (db: Db) => assertUserUnchanged(db, account, secondStep && (() => secondStep.atHome(db, sessionId)))
  const session = await inVendor(vendorId, async db => {
    const userId = isOperator ? await upsertOperatorRow(db, account) : await letIn(db)
    if (!secondStep && account.role !== 'customer' && (await requiresSecondFactor(db, 'and stays so'))) throw invalidCredentials()
    const { language } = await db
      .selectFrom('users')
      .select('language')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(invalidCredentials)
    const { device, address } = source
    await db
      .insertInto('sessions')
      .values({ id: sessionId, userId, dateExpires: sql<string>`now() + make_interval(secs => ${lifetime})`, device, address })
      .execute()
    if (tell) await recordEvent(db, 'device.new', { user: userId, device, address, date: new Date().toISOString(), ...tell })
    await secondStep?.atVendor?.(db, userId)
    await writeAudit(db, source, { action: 'sessions.login', actor: await auditActorOf(db, userId) })
    return { vendorId, userId, sessionId, language }
  })
  if (isOperator) {
    // What changed at the platform before this session could be ended with it is seen now.
    await inVendor(platformVendor, letIn).catch(async refusal => {
      await inVendor(vendorId, db => signOut(db, session))
      throw refusal
    })
  }
  return session
}

/** Whether a second step would be taken, before anything is written for it. @throws what it would */
export async function dryRun(inVendor: InVendor, { homeVendorId }: Account, { atHome }: SecondStep) {
  const undone = new Error('tried out')
  const trial = inVendor(homeVendorId, async db => {
    await atHome(db, uuidv7())
    throw undone
  })
  await trial.catch(error => {
    if (error !== undone) throw error
  })
}

/** Whether the vendor requires a second factor of everybody but its customers; with `hold` that stays so until the transaction ends. */
export async function requiresSecondFactor(db: Db, hold?: 'and stays so'): Promise<boolean> {
  const vendor = db.selectFrom('vendors').select('secondFactorRequired').where('vendorId', '=', db.vendorId)
  return (await (hold ? vendor.forShare() : vendor).executeTakeFirstOrThrow()).secondFactorRequired
}

const usersToSignIn = (db: Db) =>
  usersWithRole(db)
    .select(['id', 'email', 'name', 'surname', 'role', 'language', 'passwordHash', 'dateSignedIn'])
    .where('operatorId', 'is', null)

/**
 * Between the look-up and now the password took its time: the user may be gone, have another password, or have to show something else beside
 * it, which is shown here. Notes that they have come.
 */
async function assertUserUnchanged(db: Db, { id, role, passwordHash, dateSignedIn }: Account, showSecond?: () => Promise<unknown>) {
  if (dateSignedIn && !showSecond) await db.selectFrom('users').select('id').where('id', '=', id).forShare().execute()
  else await lockUser(db, id)
  await usersWithRole(db)
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirstOrThrow(invalidCredentials)
  await showSecond?.()
  if (role !== 'customer' && (await secondFactorOf(db, id)).on !== Boolean(showSecond)) throw invalidCredentials()
  if (!dateSignedIn) await db.updateTable('users').set({ dateSignedIn: sql<string>`now()` }).where('id', '=', id).execute()
  return id
}

/** The row under which an operator works at this vendor. */
async function upsertOperatorRow(db: Db, { id, email, name, surname }: Account) {
  const row = await db
    .insertInto('users')
    .values({ id: uuidv7(), email, name, surname, role: 'operator', operatorId: id })
    .onConflict(conflict =>
      conflict.columns(['vendorId', 'operatorId']).where('operatorId', 'is not', null).doUpdateSet({ email, name, surname }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
