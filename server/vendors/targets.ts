import { sql } from 'kysely'
import type { FieldChange } from '#contract/audit.ts'
import type { Targets } from '#contract/targets.ts'
import { TicketPriority } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { changesOf } from '../audit/changes.ts'
import { publish } from '../events/notices.ts'
import { beginDueDates } from './due-dates.ts'

export const readTargets = async (db: Db): Promise<Targets & { isUpdating: boolean }> =>
  targetsOf(await selectTargets(db).executeTakeFirstOrThrow())

const selectTargets = (db: Db) =>
  db
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

type Row = Awaited<ReturnType<ReturnType<typeof selectTargets>['executeTakeFirstOrThrow']>>

function targetsOf({ opens, closes, firstTargets, nextTargets, dueDatesAfter, ...calendar }: Row) {
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
export async function changeTargets(db: Db, targets: Targets): Promise<FieldChange[]> {
  const { timeZone, days, publicHolidays, daysOff } = targets
  const isKnown = sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where name = ${timeZone}) as known`
  if (!(await isKnown.execute(db)).rows[0]?.known)
    throw invalid([{ path: ['timeZone'], code: 'custom', message: 'timeZone' }])
  const daysOffInOrder = [...new Set(daysOff)].toSorted()
  const ofEach = (time: 'first' | 'next') =>
    TicketPriority.options.map(priority => targets[priority][time])
  const { before } = await db.inOrder({
    before: () => selectTargets(db).forNoKeyUpdate().executeTakeFirstOrThrow(),
    update: () =>
      db
        .updateTable('vendors')
        .set({
          timeZone,
          opens: days.map(day => day && minutesOf(day.opens)),
          closes: days.map(day => day && minutesOf(day.closes)),
          publicHolidays,
          daysOff: sql<string[]>`${daysOffInOrder}::date[]`,
          firstTargets: ofEach('first'),
          nextTargets: ofEach('next'),
        })
        .where('vendorId', '=', db.vendorId)
        .execute(),
  })
  const hasTargets = TicketPriority.options.some(
    priority => targets[priority].first !== null || targets[priority].next !== null,
  )
  if (hasTargets && !(await hasWorkingHours(db))) throw invalid('noWorkingHours')
  await beginDueDates(db)
  publish(db, { kind: 'change', companies: [] })
  return changesOf(flat(targetsOf(before)), flat({ ...targets, daysOff: daysOffInOrder }))
}

/** As the audit tells it: working hours by day, and the two targets of a priority as a list. */
const flat = ({ days, ...targets }: Targets): { [F in keyof Targets]: unknown } => ({
  timeZone: targets.timeZone,
  publicHolidays: targets.publicHolidays,
  daysOff: targets.daysOff,
  days: days.map(day => day && `${day.opens}–${day.closes}`),
  ...mapPriorities(priority => [targets[priority].first, targets[priority].next]),
})

const mapPriorities = <T>(of: (priority: TicketPriority) => T) =>
  Object.fromEntries(TicketPriority.options.map(each => [each, of(each)])) as Record<
    TicketPriority,
    T
  >

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
