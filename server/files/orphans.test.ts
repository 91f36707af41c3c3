import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { startBucket } from '#testing/bucket.ts'
import { givenIn, pathAndQuery } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'
import { sweepOrphans } from './orphans.ts'
import { storageKey } from './uploads.ts'

const bucket = await startBucket()
afterAll(bucket.stop)
const places = { disk: await openPortal(), bucket: await openPortal({ STORAGE_URL: bucket.url }) }

describe.each(['disk', 'bucket'] as const)('the sweep of a %s', place => {
  const portal = places[place]
  const { owner, as, platform } = portal
  const given = givenIn(portal)
  const told: string[] = []
  const log = { info: (_: object, text: string) => void told.push(text), error: (_: object, text: string) => void told.push(text) }
  /** Sweeps as if all that is stored had been put so many hours earlier. */
  const sweep = (hours: number) => sweepOrphans(platform.database, { ...platform.storage, keys: () => aged(hours) }, log)
  async function* aged(hours: number) {
    for await (const file of platform.storage.keys()) yield { ...file, date: new Date(file.date.getTime() - hours * 3_600_000) }
  }
  const there = async (key: string) => {
    const found = await platform.storage.get(key)
    found?.bytes.resume()
    return found !== null
  }
  const put = async (key: string) => {
    await platform.storage.put(key, Readable.from([Buffer.from('dokuz bay')]), 9, { type: 'text/plain' })
    return key
  }
  const end = () => Promise.all([owner.query('truncate files cascade'), removeAll()])
  async function removeAll() {
    for await (const { key } of platform.storage.keys()) await platform.storage.remove(key)
  }
  afterEach(end)

  test('removes bytes that no row has named for a day, and leaves younger ones and those of every file that there is', async () => {
    const { member, vendorId } = await given.company()
    const file = storageKey(vendorId, await given.upload(member))
    const orphan = await put(storageKey(vendorId, randomUUID()))
    expect(await sweep(23)).toEqual({ removed: 0, strange: 0, lost: 0 })
    expect(await sweep(25)).toEqual({ removed: 1, strange: 0, lost: 0 })
    expect([await there(file), await there(orphan)]).toEqual([true, false])
  })

  test('finds orphans among more files than it asks for at once, at every vendor', async () => {
    const orphans: string[] = []
    for (let n = 0; n < 2; n++) {
      const { member, vendorId } = await given.company()
      await given.upload(member)
      const keys = Array.from({ length: n === 0 && place === 'disk' ? 505 : 3 }, () => storageKey(vendorId, randomUUID()))
      orphans.push(...(await Promise.all(keys.map(put))))
    }
    expect(await sweep(25)).toEqual({ removed: orphans.length, strange: 0, lost: 0 })
    expect(await Array.fromAsync(platform.storage.keys())).toHaveLength(2)
  })

  test('leaves an upload alone that is under way, and one whose bytes are there a moment before its row says so', async () => {
    const { member, admin, vendorId, machineId } = await given.company()
    const ask = { body: { fileName: 'yavaş.bin', fileSize: 9, fileType: 'application/octet-stream' } }
    const [slow, justPut] = [
      (await as(member).call(routes.files.request, ask)).body,
      (await as(admin).call(routes.files.request, ask)).body,
    ]
    const headers = { 'content-length': 9, 'content-type': 'application/octet-stream' }
    const upload = request({ method: 'PUT', port: portal.port, host: 'localhost', path: pathAndQuery(slow.url), headers })
    const answered = new Promise<number | undefined>(resolve => upload.on('response', reply => resolve(reply.resume().statusCode)))
    upload.write('dokuz')
    await put(storageKey(vendorId, justPut.id))

    expect(await sweep(25)).toEqual({ removed: 0, strange: 0, lost: 0 })
    upload.end(' bay')
    expect(await answered).toBe(200)
    await owner.query('update files set date_stored = now() where id = $1', [justPut.id])
    for (const [who, id] of [
      [member, slow.id],
      [admin, justPut.id],
    ] as const)
      expect((await as(who).call(routes.files.confirm, { params: { file: id } })).status).toBe(200)
    await as(admin).call(routes.files.addToMachine, { params: { machine: machineId }, body: { file: justPut.id } })
    expect(await there(storageKey(vendorId, slow.id))).toBe(true)
  })

  test('removes the bytes of an infected file, though its row stays', async () => {
    const { member, vendorId } = await given.company()
    const id = await given.upload(member)
    await owner.query("update files set scan = 'infected', date_stored = null where id = $1", [id])
    expect(await sweep(25)).toEqual({ removed: 1, strange: 0, lost: 0 })
    expect(await there(storageKey(vendorId, id))).toBe(false)
  })

  test('leaves files alone whose vendor the database does not know, and tells of them', async () => {
    const theirs = await put(storageKey(randomUUID(), randomUUID()))
    expect(await sweep(25)).toEqual({ removed: 0, strange: 1, lost: 0 })
    expect(await there(theirs)).toBe(true)
  })

  test('tells of files whose bytes are lost', async () => {
    const { member, vendorId } = await given.company()
    await given.upload(member)
    await platform.storage.remove(storageKey(vendorId, await given.upload(member)))
    expect(await sweep(25)).toEqual({ removed: 0, strange: 0, lost: 1 })
    expect(told.at(-1)).toMatch(/lost: npm run doctor/)
  })
})

test('the sweep runs once a day, by the clock of the queue', async () => {
  const { rows } = await places.disk.owner.query("select cron from pgboss.schedule where name = 'orphans'")
  expect(rows).toEqual([{ cron: '37 3 * * *' }])
})
