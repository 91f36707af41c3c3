import { sql } from 'kysely'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'
import { tooManyRequests } from '#platform/errors.ts'
import { networksOf } from './network.ts'

/** `most` attempts at once, and then one more each time that its share of `seconds` has passed. */
export type Limit = { name: string; most: number; seconds: number }
export type Counter = {
  limit: Limit
  /** Whom it counts: kept only as a keyed hash. */
  of: string[]
  /** Not counted where these words are remembered. */
  unless?: string[]
  /** Stays counted when the others are taken back. */
  notRefunded?: true
}

/** An attempt that counts for each network that an address belongs to. */
export const forNetworks = (limit: Limit, ip: string, more: Pick<Counter, 'unless' | 'notRefunded'> = {}): [Counter, ...Counter[]] => {
  const attempts = networksOf(ip).map(({ network, room }) => ({ limit: { ...limit, most: limit.most * room }, of: [network], ...more }))
  return attempts as [Counter, ...Counter[]]
}

export type RateLimiter = {
  /**
   * Counts an attempt under each of these limits, or under none where one of them is full. Returns what takes it back: it went well.
   * @throws 429 with the seconds to wait.
   */
  count(vendorId: string, ...attempts: Counter[]): Promise<() => Promise<void>>
  /** Remembers these words for so many seconds. */
  remember(vendorId: string, words: string[], seconds: number): Promise<void>
  isRemembered(vendorId: string, words: string[]): Promise<boolean>
  /**
   * Takes one of the `most` that there are in a period, which `of` names too and which lasts `seconds` at the most. Returns how many are
   * left, or null where none was.
   */
  take(vendorId: string, limit: Limit, of: string[]): Promise<number | null>
}

/**
 * Counts in the database, so that all copies of the server count together. `factor` gives every limit so many times the room.
 * A refused attempt writes nothing.
 */
export function openRateLimiter(database: Database, signing: Signing, factor: number): RateLimiter {
  const keyOf = (name: string, words: string[]) => signing.seal('attempt', name, ...words)
  return {
    async count(vendorId, ...attempts) {
      const asked = attempts.map(({ limit: { name, most, seconds }, of, unless, notRefunded }) => ({
        key: keyOf(name, of),
        share: seconds / (most * factor),
        seconds,
        unless: unless ? keyOf('remembered', unless) : null,
        stays: notRefunded,
      }))
      const column = <K extends keyof (typeof asked)[number]>(name: K) => asked.map(each => each[name])
      const values = [column('key'), column('share'), column('seconds'), column('unless')]
      const giveBack = async (back: typeof asked) => {
        if (back.length > 0)
          await database.runAtVendor(vendorId, { ...refund, values: [back.map(({ key }) => key), back.map(({ share }) => share)] })
      }
      for (let more = 3; ; more--) {
        const [row] = await database.runAtVendor(vendorId, { ...countAll, values })
        const { counted, all, wait } = row as { counted: string[]; all: number; wait: number | null }
        const mine = asked.filter(({ key }) => counted.includes(key))
        if (mine.length === all) return () => giveBack(mine.filter(({ stays }) => !stays))
        // A limit had room when the statement began and none when its row was there to be written, as others came at once. Asked
        // once more, it says how long it is full.
        await giveBack(mine)
        if (wait !== null || more === 0) throw tooManyRequests(Math.max(1, Math.ceil(wait ?? 1)))
      }
    },
    async remember(vendorId, words, seconds) {
      await database.runAtVendor(vendorId, { ...remember, values: [keyOf('remembered', words), seconds] })
    },
    async isRemembered(vendorId, words) {
      const found = await database.runAtVendor(vendorId, { ...isRemembered, values: [keyOf('remembered', words)] })
      return found.length > 0
    },
    async take(vendorId, { name, most, seconds }, of) {
      const [taken] = await database.runAtVendor(vendorId, { ...take, values: [keyOf(name, of), seconds, most * factor] })
      return taken ? (taken as { left: number }).left : null
    },
  }
}

// Rows are taken in the order of their keys, so that two who count the same never wait for each other.

const countAll = statement(`
  with asked as (
    select key, make_interval(secs => share) as share, make_interval(secs => seconds) as most
      from unnest($1::text[], $2::float8[], $3::float8[], $4::text[]) as each (key, share, seconds, unless)
     where not exists (select from attempts known where known.vendor_id = app_vendor() and known.key = each.unless and known.date_ends > now())
  ), full_ones as (
    select date_ends + share - most - now() as wait
      from asked join attempts on attempts.vendor_id = app_vendor() and attempts.key = asked.key
     where date_ends + share > now() + most
  ), counted as (
    insert into attempts as a (key, date_ends)
    select key, now() + share from asked where not exists (select from full_ones) order by key
    on conflict (vendor_id, key) do update set date_ends = greatest(a.date_ends, now()) + (excluded.date_ends - now())
     where a.date_ends + (excluded.date_ends - now()) <= now() + (select most from asked where asked.key = excluded.key)
    returning key
  )
  select array(select key from counted) as counted, (select count(*)::int from asked) as all,
         (select extract(epoch from max(wait))::float8 from full_ones) as wait`)

const refund = statement(`
  with held as (
    select attempts.key, share from attempts join unnest($1::text[], $2::float8[]) as each (key, share) on each.key = attempts.key
     where vendor_id = app_vendor() order by attempts.key for update of attempts
  )
  update attempts set date_ends = date_ends - make_interval(secs => share) from held
   where attempts.vendor_id = app_vendor() and attempts.key = held.key`)

const remember = statement(`
  insert into attempts (key, date_ends) values ($1, now() + make_interval(secs => $2::float8))
  on conflict (vendor_id, key) do update set date_ends = excluded.date_ends`)

// As attempts are counted; but each for longer than the period lasts, so that nothing comes back within it.
const take = statement(`
  insert into attempts as a (key, date_ends) values ($1, now() + make_interval(secs => $2::float8))
  on conflict (vendor_id, key) do update set date_ends = greatest(a.date_ends, now()) + make_interval(secs => $2::float8)
   where a.date_ends + make_interval(secs => $2::float8) <= now() + make_interval(secs => $2::float8 * $3::float8)
  returning floor($3::float8 - extract(epoch from date_ends - now()) / $2::float8)::int as left`)

const isRemembered = statement('select from attempts where vendor_id = app_vendor() and key = $1 and date_ends > now()')

/** Deletes the counters of a vendor that are empty again. */
export async function sweepCounters(db: Db) {
  const ended = db.selectFrom('attempts').select('key').where('dateEnds', '<', sql<string>`now()`).forUpdate().skipLocked()
  await db.deleteFrom('attempts').where('key', 'in', ended).execute()
}
