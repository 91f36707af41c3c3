import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { keptDays } from '#contract/limits.ts'
import type { Config } from '#platform/config/config.ts'
import { isPassword } from '#platform/crypto/passwords.ts'
import { type Database, type Db, platformVendor } from '#platform/database/database.ts'
import { invalidCredentials } from '#platform/errors.ts'
import type { Source } from '#platform/http/source.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { addressOf } from '../../mail/address-of.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { mayKeepSession } from '../../vendors/kept-sessions.ts'
import { ofAddress } from '../accounts/by-address.ts'
import { needsSecondFactor } from '../second-factor/requirement.ts'
import { readSecondFactor } from '../second-factor/second-factor.ts'
import { isKnownDevice } from '../sessions/devices.ts'
import type { IdentityServices } from '../sessions/identity-call.ts'
import {
  endSessionsBeyondMax,
  lockUser,
  readAuditActor,
  signOut,
  usersWithRole,
} from '../sessions/sessions.ts'

type InVendor = Database['inVendor']

type SignInUser = Awaited<ReturnType<ReturnType<typeof usersToSignIn>['executeTakeFirstOrThrow']>>
/** A user whose password is verified. `homeVendorId` is the platform's for an operator. */
export type VerifiedUser = SignInUser & { homeVendorId: string; passwordHash: string }

/** Verifies e-mail and password at a vendor. @throws 401, with the
 * same text and time for an unknown e-mail and a wrong password */
export async function verifyCredentials(
  { database: { readVendor }, signing }: Pick<IdentityServices, 'database' | 'signing'>,
  vendorId: string,
  {
    email,
    password,
    devices = [],
  }: { email: string; password: string; devices?: readonly string[] | undefined },
  isRemembered: boolean,
): Promise<VerifiedUser> {
  const find = (db: Db) => usersToSignIn(db).$call(ofAddress(email)).executeTakeFirst()
  const [user, operator] = await Promise.all([
    readVendor(vendorId, find),
    readVendor(platformVendor, find),
  ])
  // The operator takes precedence where a vendor has invited the same address.
  const found = operator?.passwordHash
    ? { ...operator, homeVendorId: platformVendor }
    : user && { ...user, homeVendorId: vendorId }
  const { passwordHash } = found ?? {}
  const hasPriority =
    isRemembered ||
    (found && passwordHash && isKnownDevice(signing, { ...found, passwordHash }, devices))
  if (
    !(await isPassword(password, passwordHash, hasPriority ? email : undefined)) ||
    !found ||
    !passwordHash
  )
    throw invalidCredentials()
  return { ...found, passwordHash }
}

export async function findAccount(
  inVendor: InVendor,
  homeVendorId: string,
  id: string,
): Promise<VerifiedUser | null> {
  const found = await inVendor(homeVendorId, db =>
    usersToSignIn(db).where('id', '=', id).executeTakeFirst(),
  )
  return found?.passwordHash ? { ...found, homeVendorId, passwordHash: found.passwordHash } : null
}

export type SecondStep = {
  /** Writes at the home vendor, with the account locked, in
   * the transaction that creates the session */
  atHome: (db: Db, sessionId: string) => Promise<unknown>
  atVendor?: (db: Db, userId: string) => Promise<unknown>
}

type NewSession = {
  config: Pick<Config, 'tokenLifetime' | 'operatorSecondFactor'>
  source: Source
  // the mail about a new device; `left` can follow today
  notice: { domain: string; left: string } | null
  secondStep: SecondStep | undefined
  keep: boolean
}

/** @throws 401 when account, password, second factor or the
 * requirement of one have changed since they were verified */
export async function beginSession(
  inVendor: InVendor,
  vendorId: string,
  account: VerifiedUser,
  { config, source, notice, secondStep, keep }: NewSession,
) {
  const isOperator = account.homeVendorId === platformVendor
  const sessionId = uuidv7()
  const verifyAccount = (db: Db) =>
    assertUserUnchanged(db, account, secondStep && (() => secondStep.atHome(db, sessionId)))
  const session = await inVendor(vendorId, async db => {
    // First, as a change of the policy also locks the vendor before sessions.
    const isKept = keep && (await mayKeepSession(db, account.role))
    const userId = isOperator ? await upsertOperatorRow(db, account) : await verifyAccount(db)
    if (
      !secondStep &&
      account.role !== 'customer' &&
      (await needsSecondFactor(db, config, account.homeVendorId, 'forShare'))
    )
      throw invalidCredentials()
    const { language } = await db
      .selectFrom('users')
      .select('language')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(invalidCredentials)
    const { device, address } = source
    await db
      .insertInto('sessions')
      .values({
        id: sessionId,
        userId,
        isKept,
        dateExpires: isKept
          ? sql<string>`now() + make_interval(days => ${keptDays.unused})`
          : sql<string>`now() + make_interval(secs => ${config.tokenLifetime})`,
        device,
        address,
      })
      .execute()
    await endSessionsBeyondMax(db, userId)
    if (notice)
      await queueMail(db, 'device.new', userId, {
        device,
        address,
        date: new Date().toISOString(),
        ...notice,
      })
    await secondStep?.atVendor?.(db, userId)
    await writeAudit(db, source, {
      action: 'sessions.login',
      actor: await readAuditActor(db, userId),
    })
    return { vendorId, userId, sessionId, language, isKept }
  })
  if (isOperator) {
    // Last, so that no code is used up without a session, and a
    // change at the platform before the session existed ends it.
    await inVendor(platformVendor, verifyAccount).catch(async error => {
      await inVendor(vendorId, db => signOut(db, session))
      throw error
    })
  }
  return session
}

const usersToSignIn = (db: Db) =>
  usersWithRole(db)
    .select(['id', 'name', 'surname', 'role', 'language', 'passwordHash', 'dateSignedIn'])
    .select(addressOf('users').as('email'))
    .where('operatorId', 'is', null)

/** Locks the account and checks that nothing has changed while
 * the password was hashed; then writes the first sign-in. */
async function assertUserUnchanged(
  db: Db,
  { id, role, passwordHash, dateSignedIn }: VerifiedUser,
  secondStep?: () => Promise<unknown>,
) {
  await lockUser(db, id)
  await usersWithRole(db)
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirstOrThrow(invalidCredentials)
  await secondStep?.()
  if (role !== 'customer' && (await readSecondFactor(db, id)).on !== Boolean(secondStep))
    throw invalidCredentials()
  if (!dateSignedIn)
    await db
      .updateTable('users')
      .set({ dateSignedIn: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
  return id
}

/** A later sign-in keeps the names: those of the row are what the operator changes. */
async function upsertOperatorRow(db: Db, { id, email, name, surname }: VerifiedUser) {
  const row = await db
    .insertInto('users')
    .values({ id: uuidv7(), email, name, surname, role: 'operator', operatorId: id })
    .onConflict(conflict =>
      conflict
        .columns(['vendorId', 'operatorId'])
        .where('operatorId', 'is not', null)
        .doUpdateSet({ email }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
