import { sql } from 'kysely'
import type { Help } from '#contract/live.ts'
import type { Db } from '#platform/database/database.ts'
import { onTrue } from '#platform/database/look-up.ts'
import type { Live } from '#platform/live/live.ts'
import { isTeamOnline } from './team.ts'

export async function readHelp(db: Db, live: Live, userId: string): Promise<Help> {
  const { opens, closes, emergencyPhone, emergencyAlways, phone } = await db
    .selectFrom('vendors as v')
    .where('v.vendorId', '=', db.vendorId)
    .innerJoinLateral(nextHours.as('h'), onTrue)
    .select([
      sql<string | null>`nullif(h.begins, now())`.as('opens'),
      closing.as('closes'),
      'v.emergencyPhone',
      'v.emergencyAlways',
      sql<string>`coalesce((select phone from users where vendor_id = v.vendor_id and id = ${userId}), '')`.as(
        'phone',
      ),
    ])
    .executeTakeFirstOrThrow()
  return {
    isTeamOnline: isTeamOnline(live, db.vendorId),
    hours: closes === null ? null : { opens, closes },
    emergency: emergencyPhone === '' ? null : { phone: emergencyPhone, always: emergencyAlways },
    phone,
  }
}

/** Since when the team of the vendor `v` works, which is now while it does; null: not in a year. */
const nextHours = sql<{ begins: string | null }>`(select end_of_target(now(), 0, v) as begins)`

/** The end of these hours, as `end_of_target` (targets.sql) has it. */
const closing = sql<string | null>`(
  select (day + make_interval(mins => least(v.closes[extract(isodow from day)::int],
           case when v.public_holidays then working_until(day) end))) at time zone v.time_zone
    from (select (h.begins at time zone v.time_zone)::date) as of_begins(day) where h.begins is not null)`
