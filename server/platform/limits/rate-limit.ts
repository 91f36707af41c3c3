import { sql } from 'kysely'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'
import { tooManyRequests } from '#platform/errors.ts'
import { networksOf } from './network.ts'

/** A burst of `max` attempts, then one more each `seconds /
 * max` (generic cell rate algorithm, record 0008). */
export type Limit = { name: string; max: number; seconds: number }
export type Counter = {
  limit: Limit
  /** Stored as a keyed hash only; exempt while `unlessRemembered`
   * is remembered. An attempt takes `weight` (1) of `max`. */
  subject: string[]
  /** Exempt while these parts are remembered. */
  unlessRemembered?: string[]
  notRefunded?: true
  weight?: number
}

/** A counter for each network of an address (`networksOf`),
 * with a higher limit for the wider ones. */
export const forNetworks = (
  limit: Limit,
  ip: string,
  more: Pick<Counter, 'unlessRemembered' | 'notRefunded' | 'weight'> = {},
): [Counter, ...Counter[]] => {
  const counters = networksOf(ip).map(({ network, factor }) => ({
    limit: { ...limit, max: limit.max * factor },
    subject: [network],
    ...more,
  }))
  return counters as [Counter, ...Counter[]]
}

export type RateLimiter = ReturnType<typeof openRateLimiter>

/** Counts in the database, for all instances together; `factor` multiplies every limit. */
export function openRateLimiter(database: Database, signing: Signing, factor: number) {
  const keyOf = (name: string, parts: string[]) => signing.sign('attempt', name, ...parts)
  return {
    /** Counts under all counters, or under none when one is full;
     * returns the refund. @throws 429 with the seconds to wait */
    async count(vendorId: string, ...counters: Counter[]) {
      const rows = counters.map(
        ({
          limit: { name, max, seconds },
          subject,
          unlessRemembered,
          notRefunded,
          weight = 1,
        }) => ({
          key: keyOf(name, subject),
          share: (weight * seconds) / (max * factor),
          seconds,
          unless: unlessRemembered ? keyOf('remembered', unlessRemembered) : null,
          notRefunded,
        }),
      )
      const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map(row => row[name])
      const values = [column('key'), column('share'), column('seconds'), column('unless')]
      const refundRows = async (refunded: typeof rows) => {
        if (refunded.length > 0)
          await database.runAtVendor(vendorId, {
            ...refund,
            values: [refunded.map(({ key }) => key), refunded.map(({ share }) => share)],
          })
      }
      for (let retries = 3; ; retries--) {
        const [result] = await database.runAtVendor(vendorId, { ...countAll, values })
        const { counted, total, wait } = result as {
          counted: string[]
          total: number
          wait: number | null
        }
        const countedRows = rows.filter(({ key }) => counted.includes(key))
        if (countedRows.length === total)
          return () => refundRows(countedRows.filter(row => !row.notRefunded))
        // Without `wait`, concurrent attempts filled a limit after
        // the statement's snapshot: a retry reads how long to wait.
        await refundRows(countedRows)
        if (wait !== null || retries === 0) throw tooManyRequests(Math.max(1, Math.ceil(wait ?? 1)))
      }
    },
    async remember(vendorId: string, parts: string[], seconds: number) {
      await database.runAtVendor(vendorId, {
        ...remember,
        values: [keyOf('remembered', parts), seconds],
      })
    },
    async isRemembered(vendorId: string, parts: string[]) {
      const rows = await database.runAtVendor(vendorId, {
        ...isRemembered,
        values: [keyOf('remembered', parts)],
      })
      return rows.length > 0
    },
    /** Takes one of `max` in the period that `of` names, of at most
     * `seconds`; returns the number left, null when none was. */
    async take(vendorId: string, { name, max, seconds }: Limit, of: string[]) {
      const [taken] = await database.runAtVendor(vendorId, {
        ...take,
        values: [keyOf(name, of), seconds, max * factor],
      })
      return taken ? (taken as { left: number }).left : null
    },
  }
}

// Statements lock rows in the order of their keys, which prevents deadlocks.

const countAll = statement(`
  with counters as (
    select key, make_interval(secs => share) as share, make_interval(secs => seconds) as period
      from unnest($1::text[], $2::float8[], $3::float8[], $4::text[]) as each (key, share, seconds, unless)
     where not exists (select from attempts known where known.vendor_id = app_vendor() and known.key = each.unless and known.date_ends > now())
  ), full_counters as (
    select date_ends + share - period - now() as wait
      from counters join attempts on attempts.vendor_id = app_vendor() and attempts.key = counters.key
     where date_ends + share > now() + period
  ), counted as (
    insert into attempts as a (key, date_ends)
    select key, now() + share from counters where not exists (select from full_counters) order by key
    on conflict (vendor_id, key) do update set date_ends = greatest(a.date_ends, now()) + (excluded.date_ends - now())
     where a.date_ends + (excluded.date_ends - now()) <= now() + (select period from counters where counters.key = excluded.key)
    returning key
  )
  select array(select key from counted) as counted, (select count(*)::int from counters) as total,
         (select extract(epoch from max(wait))::float8 from full_counters) as wait`)

const refund = statement(`
  with locked as (
    select attempts.key, share from attempts join unnest($1::text[], $2::float8[]) as each (key, share) on each.key = attempts.key
     where vendor_id = app_vendor() order by attempts.key for update of attempts
  )
  update attempts set date_ends = date_ends - make_interval(secs => share) from locked
   where attempts.vendor_id = app_vendor() and attempts.key = locked.key`)

const remember = statement(`
  insert into attempts (key, date_ends) values ($1, now() + make_interval(secs => $2::float8))
  on conflict (vendor_id, key) do update set date_ends = excluded.date_ends`)

// Each attempt counts for the whole period, so that none returns within it.
const take = statement(`
  insert into attempts as a (key, date_ends) values ($1, now() + make_interval(secs => $2::float8))
  on conflict (vendor_id, key) do update set date_ends = greatest(a.date_ends, now()) + make_interval(secs => $2::float8)
   where a.date_ends + make_interval(secs => $2::float8) <= now() + make_interval(secs => $2::float8 * $3::float8)
  returning floor($3::float8 - extract(epoch from date_ends - now()) / $2::float8)::int as left`)

const isRemembered = statement(
  'select from attempts where vendor_id = app_vendor() and key = $1 and date_ends > now()',
)

/** Deletes the counters of a vendor that are empty again. */
export async function sweepCounters(db: Db) {
  const ended = db
    .selectFrom('attempts')
    .select('key')
    .where('dateEnds', '<', sql<string>`now()`)
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('attempts').where('key', 'in', ended).execute()
}
