import { finished } from 'node:stream'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { ActionName } from '#contract/audit.ts'
import { canonicalAddress } from '#contract/text/addresses.ts'
import { semaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { networkOf } from '#platform/limits/network.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import type { IdentityCall } from '../sessions/identity-call.ts'
import type { VerifiedUser } from './sign-in.ts'
import { hasEnteredCode } from './sign-in-limits.ts'

/** Thresholds within one audit entry, from which
 * administrators get a mail (docs/decisions/0007-audit.md). */
const unusual = { passwords: 10, codes: 3, codesFromUnknownNetwork: 1, networks: 4 }

/** One at a time per instance, so that a flood of wrong
 * passwords leaves database connections to the requests. */
const countMutex = semaphore(1, 1_000)

type RefusedCall = Pick<IdentityCall, 'vendorId' | 'domain' | 'source' | 'platform' | 'request'>
type RefusedSignIn = {
  action: ActionName
  email: string
  actor: Pick<Actor, 'userId' | 'name' | 'role'> | null // null: no session
  unusualFrom: number // attempts
}

/** Counts a wrong password only after the response, so that
 * response times do not tell which accounts exist. Rethrows. */
export const countWrongPasswordAfterResponse =
  (call: RefusedCall & Pick<IdentityCall, 'reply'> & { body: { email: string } }) =>
  (refusal: unknown): never => {
    const email = canonicalAddress(call.body.email)
    if (refusal instanceof HttpError && refusal.name === 'InvalidCredentialsError')
      finished(call.reply.raw, () => {
        const refused: RefusedSignIn = {
          action: 'sessions.login',
          email,
          actor: null,
          unusualFrom: unusual.passwords,
        }
        countMutex(() => countRefused(call, refused)).catch(error =>
          call.request.log.error({ err: error }, notCounted),
        )
      })
    throw refusal
  }

export const countWrongPassword = (
  call: RefusedCall,
  email: string,
  actor: RefusedSignIn['actor'],
) =>
  countRefused(call, {
    action: 'sessions.reauthenticate',
    email,
    actor,
    unusualFrom: unusual.passwords,
  })

export async function countWrongCode(
  call: RefusedCall,
  action: ActionName,
  account: Pick<VerifiedUser, 'homeVendorId' | 'id' | 'email'>,
  actor: RefusedSignIn['actor'],
) {
  const isKnown = await hasEnteredCode(call.platform.rateLimiter, account, call.request.ip).catch(
    () => true,
  )
  const unusualFrom = isKnown ? unusual.codes : unusual.codesFromUnknownNetwork
  await countRefused(call, { action, email: account.email, actor, unusualFrom })
}

/** Writes one audit entry per account, action and ten minutes.
 * Logs a failure, so that the response stays the refusal. */
async function countRefused(
  { vendorId, domain, source, platform, request }: RefusedCall,
  refused: RefusedSignIn,
) {
  const { action, email, actor, unusualFrom } = refused
  const counting = platform.database.inVendor(vendorId, async db => {
    const { rows } = await sql<{ entry: string; notify: boolean }>`
      select * from count_refused_sign_in(${uuidv7()}, ${action}, ${email}, ${actor?.userId ?? null}, ${actor?.name ?? ''}, ${actor?.role ?? null},
        ${networkInWords(source.address)}, ${source.device}, ${source.request}, ${unusualFrom}, ${unusual.networks})`.execute(
      db,
    )
    for (const { entry, notify } of rows) if (notify) await notifyAdministrators(db, entry, domain)
  })
  await counting.catch(failure => request.log.error({ err: failure }, notCounted))
}

const notCounted = 'a refused sign-in could not be counted in the audit'

async function notifyAdministrators(db: Db, entry: string, domain: string) {
  const active = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('passwordHash', 'is not', null)
  for (const { id } of await active.execute())
    await queueMail(db, 'signIn.unusual', id, { entry, domain })
}

function networkInWords(address: string) {
  const network = networkOf(address)
  return network.includes(':') ? `${network}::/64` : network
}
