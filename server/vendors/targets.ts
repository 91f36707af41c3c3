import { sql } from 'kysely'
import type { Targets } from '#contract/targets.ts'
import { TicketPriority } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { publish } from '../events/notices.ts'
import { beginDueDates } from './due-dates.ts'

export async function readTargets(db: Db): Promise<Targets & { isUpdating: boolean }> {
  const { opens, closes, firstTargets, nextTargets, dueDatesAfter, ...calendar } = await db
    .selectFrom('vendors')
    .select([
      'timeZone',
      'opens',
      'closes',
      'publicHolidays',
      sql<string[]>`days_off::text[]`.as('daysOff'),
      'firstTargets',
      'nextTargets',
      'dueDatesAfter',
    ])
    .where('vendorId', '=', db.vendorId)
    .executeTakeFirstOrThrow()
  const targets = TicketPriority.options.map((priority, i) => [
    priority,
    { first: firstTargets[i] ?? null, next: nextTargets[i] ?? null },
  ])
  return {
    ...calendar,
    isUpdating: dueDatesAfter !== null,
    days: opens.map((from, i) => {
      const to = closes[i] ?? null
      return from === null || to === null ? null : { opens: timeOf(from), closes: timeOf(to) }
    }),
    ...(Object.fromEntries(targets) as Record<TicketPriority, Targets[TicketPriority]>),
  }
}

export async function readTimeZone(db: Db): Promise<string> {
  const { timeZone } = await db
    .selectFrom('vendors')
    .select('timeZone')
    .where('vendorId', '=', db.vendorId)
    .executeTakeFirstOrThrow()
  return timeZone
}

/** Of many waiting tickets a job computes the due dates. @throws 400 for a time zone
 * that the database does not know, or targets without working hours within a year */
export async function changeTargets(db: Db, targets: Targets): Promise<void> {
  const { timeZone, days, publicHolidays, daysOff } = targets
  const isKnown = sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where name = ${timeZone}) as known`
  if (!(await isKnown.execute(db)).rows[0]?.known)
    throw invalid([{ path: ['timeZone'], code: 'custom', message: 'timeZone' }])
  const ofEach = (time: 'first' | 'next') =>
    TicketPriority.options.map(priority => targets[priority][time])
  await db
    .updateTable('vendors')
    .set({
      timeZone,
      opens: days.map(day => day && minutesOf(day.opens)),
      closes: days.map(day => day && minutesOf(day.closes)),
      publicHolidays,
      daysOff: sql<string[]>`${[...new Set(daysOff)].toSorted()}::date[]`,
      firstTargets: ofEach('first'),
      nextTargets: ofEach('next'),
    })
    .where('vendorId', '=', db.vendorId)
    .execute()
  const hasTargets = TicketPriority.options.some(
    priority => targets[priority].first !== null || targets[priority].next !== null,
  )
  if (hasTargets && !(await hasWorkingHours(db))) throw invalid('noWorkingHours')
  await beginDueDates(db)
  publish(db, { kind: 'change', companies: [] })
}

async function hasWorkingHours(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select end_of_target(now(), 1, v) is not null as has from vendors v where v.vendor_id = app_vendor()`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
