import { finished } from 'node:stream'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { ChangeName } from '#contract/routes.ts'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { networkOf } from '#platform/limits/network.ts'
import { semaphore } from '#platform/semaphore.ts'
import { recordEvent } from '../../events/events.ts'
import type { Account } from './sign-in.ts'
import { hasShownCode } from './sign-in-limits.ts'

/** What the administrators are told of by mail (docs/decisions/0007-audit.md): within one entry, so many or from so many networks. */
const unusual = { passwords: 10, codes: 3, codesFromUnknownNetwork: 1, networks: 4 }

/** A flood of wrong passwords must not take the connections of the requests: one is counted at a time, at each instance. */
const countMutex = semaphore(1, 1_000)

type RefusedCall = Pick<DetachedCall, 'vendorId' | 'domain' | 'source' | 'platform' | 'request'>
type RefusedSignIn = {
  /** The call that was refused. */
  action: ChangeName
  /** The account that the password or code was entered for. */
  email: string
  /** null: the caller has no session */
  actor: Pick<Actor, 'userId' | 'name' | 'role'> | null
  /** From how many on they are unusual. */
  leastAttempts: number
}

/**
 * Passes a refused sign-in on. A wrong password is counted in the audit after the answer has gone out: until then the server does the same for
 * every address, so the time of the answer does not tell which accounts exist.
 */
export const countWrongPasswordAfterResponse =
  (call: RefusedCall & Pick<DetachedCall, 'reply'> & { body: { email: string } }) =>
  (refusal: unknown): never => {
    const { email } = call.body
    if (refusal instanceof Refusal && refusal.name === 'InvalidCredentialsError')
      finished(call.reply.raw, () => {
        const refused: RefusedSignIn = { action: 'sessions.login', email, actor: null, leastAttempts: unusual.passwords }
        countMutex(() => count(call, refused)).catch(tooMany => call.request.log.error({ err: tooMany }, notCounted))
      })
    throw refusal
  }

/** Counts a wrong password that was entered in a session. */
export const countWrongPassword = (call: RefusedCall, email: string, actor: RefusedSignIn['actor']) =>
  count(call, { action: 'sessions.reauthenticate', email, actor, leastAttempts: unusual.passwords })

/** Counts a wrong code. Its sender knows the password, or has the session. */
export async function countWrongCode(
  call: RefusedCall,
  action: ChangeName,
  account: Pick<Account, 'homeVendorId' | 'id' | 'email'>,
  actor: RefusedSignIn['actor'],
) {
  const isKnown = await hasShownCode(call.platform.rateLimiter, account, call.request.ip).catch(() => true)
  const leastAttempts = isKnown ? unusual.codes : unusual.codesFromUnknownNetwork
  await count(call, { action, email: account.email, actor, leastAttempts })
}

/** One entry for each account, action and ten minutes. A failure is logged: the refusal is answered all the same. */
async function count({ vendorId, domain, source, platform, request }: RefusedCall, { action, email, actor, leastAttempts }: RefusedSignIn) {
  const counting = platform.database.inVendor(vendorId, async db => {
    const { rows } = await sql<{ entry: string; notify: boolean }>`
      select * from count_refused_sign_in(${uuidv7()}, ${action}, ${email}, ${actor?.userId ?? null}, ${actor?.name ?? ''}, ${actor?.role ?? null},
        ${networkInWords(source.address)}, ${source.device}, ${source.request}, ${leastAttempts}, ${unusual.networks})`.execute(db)
    for (const { entry, notify } of rows) if (notify) await notifyAdministrators(db, entry, domain)
  })
  await counting.catch(failure => request.log.error({ err: failure }, notCounted))
}

const notCounted = 'a refused sign-in could not be counted in the audit'

async function notifyAdministrators(db: Db, entry: string, domain: string) {
  const active = db.selectFrom('users').select('id').where('role', '=', 'admin').where('passwordHash', 'is not', null)
  for (const { id } of await active.execute()) await recordEvent(db, 'signIn.unusual', { user: id, entry, domain })
}

/** `203.0.113.7`, `2001:db8:1:2::/64` */
function networkInWords(address: string) {
  const network = networkOf(address)
  return network.includes(':') ? `${network}::/64` : network
}
