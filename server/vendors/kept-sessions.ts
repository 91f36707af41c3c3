import { sql } from 'kysely'
import type { KeptSessions } from '#contract/fields.ts'
import type { Db } from '#platform/database/database.ts'
import { publishNewAccess } from '../events/notices.ts'

/** In days: without use, and from the sign-in at most (docs/decisions/0081-kept-sessions.md). */
export const keptDays = { unused: 30, atMost: 180 }

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
  const shortened = await db
    .updateTable('sessions')
    .set({
      isKept: false,
      dateExpires: sql<string>`least(date_expires, date_created + make_interval(secs => ${tokenLifetime}))`,
    })
    .where('vendorId', '=', db.vendorId)
    .where('isKept', '=', true)
    .$if(policy === 'customers', query =>
      query.where('userId', 'in', users =>
        users.selectFrom('users').select('id').where('role', '!=', 'customer'),
      ),
    )
    .returning('userId')
    .execute()
  publishNewAccess(db, [...new Set(shortened.map(({ userId }) => userId))])
}
