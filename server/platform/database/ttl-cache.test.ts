import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { together } from '#testing/database/together.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import type { Db } from './database.ts'
import { cached } from './ttl-cache.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { owner } = portal
const { database, signing } = portal.platform

const vendors = async (db: Db) =>
  (await db.selectFrom('vendors').select('name').execute()).map(({ name }) => name)
/** Cached at any size, for ten minutes. */
const cachedVendors = (db: Db) =>
  cached(db, 'vendors', () => vendors(db), { size: () => 1, minSize: 0, ttlMs: 600_000 })

async function reading<T>({ domain, token }: Person, work: (db: Db) => Promise<T>) {
  const { sessionId } = (await signing.verifyToken(token ?? '')) ?? {}
  return database.inRequest({ domain, sessionId: sessionId ?? null, readOnly: true }, work)
}

test('a result that is read while the domain moves to another vendor is cached for the right vendor', async () => {
  const [old, next] = [await fixtures.vendor(), await fixtures.vendor()]
  await reading(old.admin, vendors) // the next request starts speculatively at the first vendor
  await owner.query('update vendor_domains set vendor_id = $2 where domain = $1', [
    old.domain,
    next.vendorId,
  ])
  const oldNames = [`Satıcı ${old.domain}`]
  const nextNames = [`Satıcı ${next.domain}`]
  expect(await reading(old.admin, cachedVendors)).toEqual(nextNames)
  expect(await database.inVendor(old.vendorId, cachedVendors)).toEqual(oldNames)
  expect(await database.inVendor(next.vendorId, cachedVendors)).toEqual(nextNames)
})

test('of concurrent callers after the expiry one reloads the result, and the others get the stale one', async () => {
  const { vendorId } = await fixtures.vendor()
  let loads = 0
  const reload = Promise.withResolvers<void>()
  const count = async () => {
    if (loads > 0) await reload.promise
    return ++loads
  }
  const read = () =>
    database.inVendor(vendorId, db =>
      cached(db, 'count', count, { size: () => 1, minSize: 0, ttlMs: 1_000 }),
    )
  await read()
  await pause(1_010)
  const reading = together(4, read)
  const stale: number[] = []
  for (const each of reading) each.then(answer => stale.push(answer))
  await expect.poll(() => stale).toEqual([1, 1, 1])
  reload.resolve()
  expect((await Promise.all(reading)).sort()).toEqual([1, 1, 1, 2])
  expect(await read()).toBe(2)
})

test('a cached result is not returned to a session whose domain belongs to another vendor now', async () => {
  const [old, next] = [await fixtures.vendor(), await fixtures.vendor()]
  await reading(old.admin, cachedVendors)
  await owner.query('update vendor_domains set vendor_id = $2 where domain = $1', [
    old.domain,
    next.vendorId,
  ])
  expect(await reading(old.admin, cachedVendors)).toEqual([`Satıcı ${next.domain}`])
})
