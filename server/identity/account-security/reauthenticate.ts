import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { routes } from '#contract/routes.ts'
import type { Db } from '#platform/database/database.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { recordSecondFactorChange } from '../sign-in/mfa-challenge.ts'
import { requireOwnAccount, verifyOwnCode, verifyOwnPassword } from './own-credentials.ts'

/**
 * The user of a session enters their password again, or a code where they have a second factor. Both are limited as at the sign-in, and a wrong one is in the
 * audit.
 * @throws 400 for a wrong one, 409 for a code without a second factor, 429
 */
export async function reauthenticate(call: DetachedCall<(typeof routes)['sessions']['reauthenticate']>) {
  const { body, platform, vendorId, domain, source, actor, inVendor } = call
  if ('password' in body) {
    await verifyOwnPassword(call, body.password)
    await inVendor(db => renewAuthentication(db, actor))
    return
  }
  const person = await requireOwnAccount(call)
  const isAtHome = person.homeVendorId === vendorId
  await verifyOwnCode(call, person, body.code, useUp =>
    platform.database.inVendor(person.homeVendorId, async (db: Db) => {
      const { left } = await useUp(db)
      if (left !== null) await recordSecondFactorChange(db, { user: person.id, domain, source }, { change: 'used', left: String(left) })
      if (isAtHome) await renewAuthentication(db, actor)
    }),
  )
  if (!isAtHome) await inVendor(db => renewAuthentication(db, actor))
}

/** For 15 minutes from now on this session may make the calls that take a recent authentication. */
const renewAuthentication = (db: Db, { sessionId }: Pick<Actor, 'sessionId'>) =>
  db.updateTable('sessions').set({ dateAuthenticated: sql<string>`now()` }).where('id', '=', sessionId).execute()
