import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startBucket } from '#testing/servers/bucket.ts'
import { start } from '../app/start.ts'
import { sweepOrphans } from './orphans.ts'
import { storageKey } from './uploads.ts'

const bucket = await startBucket()
afterAll(bucket.stop)
const portals = { disk: await openPortal(), bucket: await openPortal({ STORAGE_URL: bucket.url }) }

type Stored = { key: string; size: number; date: Date }
/** An id that sorts before those of newer files. */
const oldId = () => `00000000${randomUUID().slice(8)}`

describe.each(['disk', 'bucket'] as const)('the sweep of a %s', kind => {
  const portal = portals[kind]
  const { owner, as, platform } = portal
  const fixtures = fixturesIn(portal)
  const logged: string[] = []
  const log = {
    info: (_: object, text: string) => void logged.push(text),
    error: (_: object, text: string) => void logged.push(text),
  }
  /** Sweeps as if the stored files, or `keys`, were `hours` older. */
  const sweep = (hours: number, keys?: string[]) =>
    sweepOrphans(
      platform.database,
      {
        ...platform.storage,
        keys: () => aged(hours, keys?.map(stored) ?? platform.storage.keys()),
      },
      log,
    )
  async function* aged(hours: number, files: AsyncIterable<Stored> | Stored[]) {
    for await (const file of files)
      yield { ...file, date: new Date(file.date.getTime() - hours * 3_600_000) }
  }
  const stored = (key: string): Stored => ({ key, size: 9, date: new Date() })
  const exists = async (key: string) => {
    const found = await platform.storage.get(key)
    found?.bytes.resume()
    return found !== null
  }
  const put = async (key: string) => {
    await platform.storage.put(key, Readable.from([Buffer.from('dokuz bay')]), 9, {
      type: 'text/plain',
    })
    return key
  }
  /** Inserts rows of files without bytes; returns their keys. */
  const rows = async (vendorId: string, userId: string, count: number) => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into files (vendor_id, id, uploader_id, file_name, file_size, file_type, date_stored)
         select $1, gen_random_uuid(), $2, 'a.png', 9, 'image/png', now() from generate_series(1, $3) returning id`,
      [vendorId, userId, count],
    )
    return rows.map(({ id }) => storageKey(vendorId, id))
  }
  const end = () => Promise.all([owner.query('truncate files cascade'), removeAll()])
  async function removeAll() {
    for await (const { key } of platform.storage.keys()) await platform.storage.remove(key)
  }
  afterEach(end)

  test('removes bytes that no row has named for a day, and keeps younger ones and those of known files', async () => {
    const { member, vendorId } = await fixtures.company()
    const file = await fixtures.keyOf(await fixtures.upload(member))
    const orphan = await put(storageKey(vendorId, oldId()))
    expect(await sweep(23)).toEqual({ removed: 0, foreign: 0, suspect: 0, lost: 0 })
    expect(await sweep(25)).toEqual({ removed: 1, foreign: 0, suspect: 0, lost: 0 })
    expect([await exists(file), await exists(orphan)]).toEqual([true, false])
  })

  test('finds orphans among more files than a batch, at every vendor', async () => {
    const orphans: string[] = []
    for (let n = 0; n < 2; n++) {
      const { member, vendorId } = await fixtures.company()
      const named = await rows(vendorId, member.userId, n === 0 && kind === 'disk' ? 505 : 3)
      await Promise.all(named.map(put))
      orphans.push(
        ...(await Promise.all(
          [oldId(), oldId(), oldId()].map(id => put(storageKey(vendorId, id))),
        )),
      )
    }
    const all = (await Array.fromAsync(platform.storage.keys())).length
    expect(await sweep(25)).toEqual({ removed: 6, foreign: 0, suspect: 0, lost: 0 })
    expect(await Array.fromAsync(platform.storage.keys())).toHaveLength(all - 6)
    expect(await Promise.all(orphans.map(exists))).toEqual(orphans.map(() => false))
  })

  test("keeps files that are newer than all of the vendor's in the database, which may be an older state", async () => {
    const { member, vendorId } = await fixtures.company()
    await fixtures.upload(member)
    const later = await put(storageKey(vendorId, uuidv7()))
    expect(await sweep(25)).toEqual({ removed: 0, foreign: 1, suspect: 0, lost: 0 })
    expect(await exists(later)).toBe(true)
    await fixtures.upload(member)
    expect(await sweep(25)).toEqual({ removed: 1, foreign: 0, suspect: 0, lost: 0 })
  })

  test("keeps all files that no row names if they are more than 100 and more than a twentieth of the vendor's, and logs an error", async () => {
    const { member, vendorId } = await fixtures.company()
    const orphans = Array.from({ length: 101 }, () => storageKey(vendorId, oldId()))
    const swept = (keys: string[]) => sweep(25, keys)
    const named = await rows(vendorId, member.userId, 101 * 19 - 1)
    const one = await put(orphans[0] as string)
    expect(await swept([...orphans, ...named])).toEqual({
      removed: 0,
      foreign: 0,
      suspect: 101,
      lost: 0,
    })
    expect(logged.at(-1)).toMatch(/is this the right database/)
    expect(await exists(one)).toBe(true)
    const [last] = await rows(vendorId, member.userId, 1)
    expect(await swept([...orphans, ...named, last as string])).toEqual({
      removed: 101,
      foreign: 0,
      suspect: 0,
      lost: 0,
    })
    expect(await exists(one)).toBe(false)
    await owner.query('delete from files where vendor_id = $1 and id::text <> $2', [
      vendorId,
      last?.split('/')[1],
    ])
    expect(await swept([...orphans.slice(1), last as string])).toEqual({
      removed: 100,
      foreign: 0,
      suspect: 0,
      lost: 0,
    })
  })

  test('keeps an upload in progress, and one whose bytes are stored before its row says so', async () => {
    const { member, admin, vendorId, machineId } = await fixtures.company()
    const upload = {
      body: { fileName: 'yavaş.bin', fileSize: 9, fileType: 'application/octet-stream' },
    }
    const [slow, justPut] = [
      (await as(member).call(routes.files.request, upload)).body,
      (await as(admin).call(routes.files.request, upload)).body,
    ]
    const headers = { 'content-length': 9, 'content-type': 'application/octet-stream' }
    const sending = request({
      method: 'PUT',
      port: portal.port,
      host: 'localhost',
      path: pathAndQuery(slow.url),
      headers,
    })
    const answered = new Promise<number | undefined>(resolve =>
      sending.on('response', reply => resolve(reply.resume().statusCode)),
    )
    sending.write('dokuz')
    const storedAs = uuidv7()
    await put(storageKey(vendorId, storedAs))

    expect(await sweep(23)).toEqual({ removed: 0, foreign: 0, suspect: 0, lost: 0 })
    sending.end(' bay')
    expect(await answered).toBe(200)
    await owner.query('update files set date_stored = now(), stored_as = $2 where id = $1', [
      justPut.id,
      storedAs,
    ])
    for (const [who, id] of [
      [member, slow.id],
      [admin, justPut.id],
    ] as const)
      expect((await as(who).call(routes.files.confirm, { params: { file: id } })).status).toBe(200)
    await as(admin).call(routes.files.addToMachine, {
      params: { machine: machineId },
      body: { file: justPut.id },
    })
    expect(await exists(await fixtures.keyOf(slow.id))).toBe(true)
  })

  test('removes the bytes of an infected file, though its row stays', async () => {
    const { member } = await fixtures.company()
    const id = await fixtures.upload(member)
    const key = await fixtures.keyOf(id)
    await owner.query("update files set scan = 'infected', date_stored = null where id = $1", [id])
    expect(await sweep(25)).toEqual({ removed: 1, foreign: 0, suspect: 0, lost: 0 })
    expect(await exists(key)).toBe(false)
  })

  test('keeps files of an unknown vendor, and reports them', async () => {
    const foreignKey = await put(storageKey(randomUUID(), randomUUID()))
    expect(await sweep(25)).toEqual({ removed: 0, foreign: 1, suspect: 0, lost: 0 })
    expect(await exists(foreignKey)).toBe(true)
  })

  test('reports files whose bytes are lost', async () => {
    const { member } = await fixtures.company()
    await fixtures.upload(member)
    await platform.storage.remove(await fixtures.keyOf(await fixtures.upload(member)))
    expect(await sweep(25)).toEqual({ removed: 0, foreign: 0, suspect: 0, lost: 1 })
    expect(logged.at(-1)).toMatch(/lost: npm run doctor/)
  })
})

test('the sweep is scheduled once a day, and the queue of the sweep of 0.2.0 is deleted', async () => {
  const { connection, owner, platform } = portals.disk
  await platform.jobs.schedule('7 3 * * *', 'orphans', async () => {})
  const restarted = await start({ ...platform.config, port: 0 }, connection, { logLevel: 'silent' })
  onTestFinished(() => restarted.stop())
  const { rows } = await owner.query(
    "select name, cron from pgboss.queue left join pgboss.schedule using (name) where name ~ 'storage|orphans'",
  )
  expect(rows).toEqual([{ name: 'sweep-storage', cron: '37 3 * * *' }])
})
