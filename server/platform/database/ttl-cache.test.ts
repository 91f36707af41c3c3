import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { givenIn } from '#testing/given.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import type { Db } from './database.ts'
import { cached } from './ttl-cache.ts'

const portal = await openPortal()
const given = givenIn(portal)
const { owner } = portal
const { database, signing } = portal.platform

const vendors = async (db: Db) => (await db.selectFrom('vendors').select('name').execute()).map(({ name }) => name)
/** What is counted is kept at any size, and for long. */
const keptVendors = (db: Db) => cached(db, 'vendors', () => vendors(db), { size: () => 1, from: 0, ms: 600_000 })

async function reading<T>({ domain, token }: Person, work: (db: Db) => Promise<T>) {
  const { sessionId } = (await signing.readToken(token ?? '')) ?? {}
  return database.inRequest({ domain, sessionId: sessionId ?? null, readOnly: true }, work)
}

test('what is read for who moved to another vendor meanwhile is kept for neither as the other’s', async () => {
  const [old, next] = [await given.vendor(), await given.vendor()]
  await reading(old.admin, vendors) // from now on a request at this domain is supposed to be the first vendor's
  await owner.query('update vendor_domains set vendor_id = $2 where domain = $1', [old.domain, next.vendorId])
  const here = [`Satıcı ${old.domain}`]
  const there = [`Satıcı ${next.domain}`]
  expect(await reading(old.admin, keptVendors)).toEqual(there)
  expect(await database.inVendor(old.vendorId, keptVendors)).toEqual(here)
  expect(await database.inVendor(next.vendorId, keptVendors)).toEqual(there)
})

test('of many who ask at once when it has had its time one has it counted, and the others get what was known', async () => {
  const { vendorId } = await given.vendor()
  let asked = 0
  const count = async () => {
    await pause(asked * 400) // the first one takes no time
    return ++asked
  }
  const ask = () => database.inVendor(vendorId, db => cached(db, 'so many', count, { size: () => 1, from: 0, ms: 1_000 }))
  await ask()
  await pause(1_010)
  const answers = await Promise.all([ask(), ask(), ask(), ask()])
  expect(answers.sort()).toEqual([1, 1, 1, 2])
  expect(await ask()).toBe(2)
})

test('what was kept is not answered to who was its vendor’s and is so no more', async () => {
  const [old, next] = [await given.vendor(), await given.vendor()]
  await reading(old.admin, keptVendors)
  await owner.query('update vendor_domains set vendor_id = $2 where domain = $1', [old.domain, next.vendorId])
  expect(await reading(old.admin, keptVendors)).toEqual([`Satıcı ${next.domain}`])
})
