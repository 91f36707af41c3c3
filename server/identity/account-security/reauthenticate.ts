import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { routes } from '#contract/routes.ts'
import type { Db } from '#platform/database/database.ts'
import type { IdentityCall } from '../sessions/identity-call.ts'
import { recordUsedCode } from '../sign-in/mfa-challenge.ts'
import { requireOwnAccount, verifyOwnCode, verifyOwnPassword } from './own-credentials.ts'

/** Limited and audited as at the sign-in. @throws 400 for a wrong
 * password or code, 409 for a code without a second factor, 429 */
export async function reauthenticate(
  call: IdentityCall<(typeof routes)['sessions']['reauthenticate']>,
) {
  const { body, platform, vendorId, actor, inVendor } = call
  if ('password' in body) {
    await verifyOwnPassword(call, body.password)
    await inVendor(db => renewAuthentication(db, actor))
    return
  }
  const account = await requireOwnAccount(call)
  const isAtHome = account.homeVendorId === vendorId
  await verifyOwnCode(call, account, body.code, consume =>
    platform.database.inVendor(account.homeVendorId, async (db: Db) => {
      const { left } = await consume(db)
      await recordUsedCode(db, call, account.id, left)
      if (isAtHome) await renewAuthentication(db, actor)
    }),
  )
  if (!isAtHome) await inVendor(db => renewAuthentication(db, actor))
}

const renewAuthentication = (db: Db, { sessionId }: Pick<Actor, 'sessionId'>) =>
  db
    .updateTable('sessions')
    .set({ dateAuthenticated: sql<string>`now()` })
    .where('id', '=', sessionId)
    .execute()
