import { sql } from 'kysely'
import type { KeptSessions } from '#contract/fields.ts'
import type { Db } from '#platform/database/database.ts'
import { publishNewAccess } from '../events/notices.ts'

/** Whether the vendor lets users of a role keep a session. Its
 * policy does not change before the transaction ends. */
export async function mayKeepSession(db: Db, role: string): Promise<boolean> {
  if (role === 'operator') return false
  const { keptSessions } = await db
    .selectFrom('vendors')
    .select('keptSessions')
    .where('vendorId', '=', db.vendorId)
    .forShare()
    .executeTakeFirstOrThrow()
  return keptSessions === 'everyone' || (keptSessions === 'customers' && role === 'customer')
}

/** Gives sessions that a new policy lets nobody keep the lifetime of the others. */
export async function endKeeping(
  db: Db,
  policy: KeptSessions,
  { tokenLifetime }: { tokenLifetime: number },
) {
  if (policy === 'everyone') return
  const { rows } = await sql<{ user: string }>`
    select distinct ended as user from end_kept_sessions(${policy}, make_interval(secs => ${tokenLifetime})) as ended`.execute(
    db,
  )
  publishNewAccess(
    db,
    rows.map(({ user }) => user),
  )
}
