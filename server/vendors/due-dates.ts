import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { recordEvent } from '../events/events.ts'
import { publish } from '../events/notices.ts'

// Targets that change make the due date of each waiting ticket another one: of the first
// tickets at once, of the others by a job in batches (record 0073). `vendors.due_dates_after`
// is locked before the tickets, so that a batch reads the targets that it is counted for.

/** Messages on these tickets wait until its transaction ends. */
const batchSize = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** By the targets that this transaction has set. Replaces what is left of an earlier change. */
export async function beginDueDates(db: Db): Promise<void> {
  await updateBatch(db, beforeAll)
  await recordEvent(db, 'targets.changed', {})
}

/** Each batch in a transaction of its own; a repeated attempt goes on where the last one was. */
export async function continueDueDates(
  { database }: { database: Database },
  { vendor }: { vendor: string },
): Promise<void> {
  await waitForEarlierWrites(database, vendor)
  await database.inVendor(vendor, db => sql`${dueDatesOf(beforeAll)} select`.execute(db))
  let isLeft: boolean
  do isLeft = await database.inVendor(vendor, continueBatch)
  while (isLeft)
}

/** Resolves once the transactions that write states now have ended: one that began before the
 * commit knew the earlier targets. @throws after some seconds; the queue tries again */
async function waitForEarlierWrites(database: Database, vendor: string): Promise<void> {
  const selectWrites = () =>
    database.inVendor(vendor, db =>
      sql<{ id: string }>`
    select virtualtransaction as id from pg_locks
     where relation = 'public.ticket_states'::regclass and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`.execute(db),
    )
  let earlier = (await selectWrites()).rows
  for (let tries = 0; earlier.length > 0; tries++) {
    if (tries === 100)
      throw new Error('A write from before the change of the targets has not ended.')
    await pause(100)
    const present = new Set((await selectWrites()).rows.map(({ id }) => id))
    earlier = earlier.filter(({ id }) => present.has(id))
  }
}

/** Sends again a job that is lost, as when a backup is restored. */
export async function resumeDueDates(db: Db): Promise<void> {
  if ((await readDueDatesAfter(db)) !== null) await recordEvent(db, 'targets.changed', {})
}

export async function readDueDatesAfter(db: Db): Promise<string | null> {
  const { dueDatesAfter } = await selectDueDatesAfter(db).executeTakeFirstOrThrow()
  return dueDatesAfter
}

const selectDueDatesAfter = (db: Db) =>
  db.selectFrom('vendors').select('dueDatesAfter').where('vendorId', '=', db.vendorId)

async function continueBatch(db: Db): Promise<boolean> {
  const { dueDatesAfter } = await selectDueDatesAfter(db).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (dueDatesAfter === null) return false
  const isLeft = await updateBatch(db, dueDatesAfter)
  if (!isLeft) publish(db, { kind: 'change', companies: [] })
  return isLeft
}

/** Updates the first waiting tickets after one, by the present targets. */
const dueDatesOf = (after: string) => sql`
    with batch as (
      select ticket_id, priority, is_answered, date_waiting from ticket_states
       where vendor_id = app_vendor() and waiting_for = 'team' and ticket_id > ${after}::uuid
       order by ticket_id limit ${batchSize} for no key update),
    due as (
      select ticket_id, due_at(v, priority, is_answered, date_waiting) as date
        from batch join vendors v on v.vendor_id = app_vendor()),
    updated as (
      update ticket_states s set date_due = due.date from due
       where s.vendor_id = app_vendor() and s.ticket_id = due.ticket_id and s.date_due is distinct from due.date)`

/** Whether there are tickets after the batch. */
async function updateBatch(db: Db, after: string): Promise<boolean> {
  const { rows } = await sql<{ dueDatesAfter: string | null }>`${dueDatesOf(after)}
    update vendors set due_dates_after = (select ticket_id from batch order by ticket_id offset ${batchSize - 1})
     where vendor_id = app_vendor() returning due_dates_after as "dueDatesAfter"`.execute(db)
  return rows[0] !== undefined && rows[0].dueDatesAfter !== null
}
