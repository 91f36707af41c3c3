import { randomBytes } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { minUploadPart } from '#contract/files.ts'
import { routes } from '#contract/routes.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { createProgressive } from '#testing/pictures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { sweep } from '../app/sweep.ts'
import { joinLimit } from './bytes.ts'
import { sweepOrphans } from './orphans.ts'

// Files that are sent in parts, so that after a break
// of the line only one part is sent again.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner, platform } = portal
const part = minUploadPart(1)
const size = 2 * part + 1_453
const content = randomBytes(size)

async function requested(person: Person, fileType = 'application/octet-stream', fileSize = size) {
  const body = { fileName: 'kayıt.bin', fileSize, fileType }
  return (await as(person).call(routes.files.request, { body })).body
}
const putPart = (url: string, start: number, end: number, bytes = content, total = size) =>
  portal.http.inject({
    method: 'PUT',
    url: pathAndQuery(url),
    payload: bytes.subarray(start, end),
    headers: {
      'content-type': 'application/octet-stream',
      'content-range': `bytes ${start}-${end - 1}/${total}`,
    },
  })
const resume = (person: Person, file: string) =>
  as(person).call(routes.files.resume, { params: { file } })
const keysOf = async (vendorId: string) =>
  (await Array.fromAsync(platform.storage.keys())).filter(({ key }) => key.startsWith(vendorId))

test('a file that is sent in parts is one file, also over a link that was renewed in between', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await requested(member)
  expect((await resume(member, id)).body.received).toBe(0)
  expect((await putPart(url, 0, part)).statusCode).toBe(200)
  const renewed = (await resume(member, id)).body
  expect(renewed.received).toBe(part)
  await putPart(renewed.url, part, 2 * part)
  const early = await as(member).call(routes.files.confirm, { params: { file: id } })
  expect(early).toMatchObject({ status: 409, body: { message: 'Dosya henüz yüklenmedi.' } })
  expect((await putPart(renewed.url, 2 * part, size)).statusCode).toBe(200)
  expect((await resume(member, id)).body.received).toBe(size)
  const { body } = await as(member).call(routes.files.confirm, { params: { file: id } })
  const stored = await portal.http.inject({ url: pathAndQuery(body.signedURL ?? '') })
  expect(stored.rawPayload.equals(content)).toBe(true)
  await expect.poll(async () => (await keysOf(vendorId)).map(file => file.size)).toEqual([size])
})

test('a part that is not the next one is refused, and the next one goes on', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await requested(member)
  const misplaced = expect.stringMatching(/sıradaki parçası bu değil/)
  const early = await putPart(url, part, 2 * part)
  expect([early.statusCode, early.body]).toEqual([409, misplaced])
  await putPart(url, 0, part)
  const again = await putPart(url, 0, part)
  expect([again.statusCode, again.body]).toEqual([409, misplaced])
  const skipping = await putPart(url, 2 * part, size)
  expect([skipping.statusCode, skipping.body]).toEqual([409, misplaced])
  expect((await putPart(url, part, size)).statusCode).toBe(200)
  expect((await resume(member, id)).body.received).toBe(size)
  await expect.poll(async () => (await keysOf(vendorId)).map(file => file.size)).toEqual([size])
})

test('two requests with one part add it once', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await requested(member)
  const both = await Promise.all([putPart(url, 0, part), putPart(url, 0, part)]).catch(() => [])
  expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
  await vi.waitUntil(async () => (await keysOf(vendorId)).length <= 1)
  const { received, url: renewed } = (await resume(member, id)).body
  expect([0, part]).toContain(received)
  expect((await putPart(renewed, received, size)).statusCode).toBe(200)
})

test('the whole file over the same link replaces the parts that were sent', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await requested(member)
  await putPart(url, 0, part)
  const whole = await portal.http.inject({
    method: 'PUT',
    url: pathAndQuery(url),
    payload: content,
  })
  expect(whole.statusCode).toBe(200)
  expect((await resume(member, id)).body.received).toBe(size)
  await expect.poll(async () => (await keysOf(vendorId)).map(file => file.size)).toEqual([size])
})

test.each([
  ['of another size of the file', `bytes 0-${part - 1}/${size + 1}`],
  ['beyond its end', `bytes ${size - 1}-${size}/${size}`],
  ['that ends before it begins', `bytes 5-4/${size}`],
  ['too small for a part', `bytes 0-99/${size}`],
  ['of another unit', `lines 0-${part}/${size}`],
  ['without a size', `bytes 0-${part}/*`],
])('a range %s is refused in the words of its sender', async (_, range) => {
  const { member } = await fixtures.ticket()
  const { url } = await requested(member)
  const { statusCode, body } = await portal.http.inject({
    method: 'PUT',
    url: pathAndQuery(url),
    payload: content.subarray(0, part),
    headers: { 'content-range': range },
  })
  expect([statusCode, body]).toEqual([400, expect.stringContaining('en az 64 KiB')])
})

test('a part of another length than its range is not kept', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await requested(member)
  const { statusCode, body } = await portal.http.inject({
    method: 'PUT',
    url: pathAndQuery(url),
    payload: content.subarray(0, part - 1),
    headers: { 'content-range': `bytes 0-${part - 1}/${size}` },
  })
  expect([statusCode, body]).toEqual([
    400,
    expect.stringContaining('boyutu bildirilenle aynı değil'),
  ])
  expect((await resume(member, id)).body.received).toBe(0)
  expect(await keysOf(vendorId)).toEqual([])
})

test('a file whose beginning is not of its type is refused with its first part', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { url } = await requested(member, 'image/png')
  const { statusCode, body } = await putPart(url, 0, part)
  expect([statusCode, body]).toEqual([400, expect.stringContaining('türüyle uyuşmuyor')])
  expect(await keysOf(vendorId)).toEqual([])
})

// Security: T16
test('the scans of a picture are counted over all of its parts', async () => {
  const { member } = await fixtures.ticket()
  const comments = Array.from({ length: 20 }, () =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533)]),
  )
  const scans = createProgressive(64, 64, 101)
  const bytes = Buffer.concat([scans.subarray(0, 2), ...comments, scans.subarray(2)])
  const { id, url } = await requested(member, 'image/jpeg', bytes.length)
  await putPart(url, 0, part, bytes, bytes.length)
  await putPart(url, part, bytes.length, bytes, bytes.length)
  const { body } = await as(member).call(routes.files.confirm, { params: { file: id } })
  expect([body.fileType, body.previewURL]).toEqual(['application/octet-stream', null])
})

test('where the storage fails while the parts are joined, the last part is sent again', async () => {
  const { member } = await fixtures.ticket()
  const { id, url } = await requested(member)
  await putPart(url, 0, part)
  const { get } = platform.storage
  platform.storage.get = async () => {
    throw new StorageUnavailable('no')
  }
  expect((await putPart(url, part, size)).statusCode).toBe(503)
  platform.storage.get = get
  expect((await resume(member, id)).body.received).toBe(part)
  expect((await putPart(url, part, size)).statusCode).toBe(200)
})

/** An upload of which all but the last part has arrived. */
async function almostSent(person: Person) {
  const { id, url } = await requested(person)
  await putPart(url, 0, part)
  return { id, url }
}
/** Counts the files whose parts are read, until `restore`;
 * `hold` is awaited before the first byte. */
function watchReads(hold: Promise<unknown> = Promise.resolve()) {
  const { get } = platform.storage
  const counts = { begun: 0, running: 0, atOnce: 0 }
  platform.storage.get = async (...of) => {
    counts.begun++
    counts.running++
    counts.atOnce = Math.max(counts.atOnce, counts.running)
    await hold
    const stored = await get.call(platform.storage, ...of)
    stored?.bytes.once('close', () => counts.running--)
    return stored
  }
  return { counts, restore: () => Object.assign(platform.storage, { get }) }
}

// Security: T17
test('nothing is read of the parts before the last one has arrived', async () => {
  const { member } = await fixtures.ticket()
  const { id, url } = await almostSent(member)
  const reads = watchReads()
  const body = new PassThrough()
  body.write(content.subarray(part, size - 1))
  const sent = portal.http.inject({
    method: 'PUT',
    url: pathAndQuery(url),
    payload: body,
    headers: { 'content-range': `bytes ${part}-${size - 1}/${size}` },
  })
  await setTimeout(300)
  expect(reads.counts.begun).toBe(0)
  body.end(content.subarray(size - 1))
  expect((await sent).statusCode).toBe(200)
  reads.restore()
  expect((await resume(member, id)).body.received).toBe(size)
})

// Security: T17
test('the parts are joined once, however often the last one is sent meanwhile', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await almostSent(member)
  const { promise: hold, resolve: goOn } = Promise.withResolvers()
  const reads = watchReads(hold)
  const all = [1, 2, 3].map(() => putPart(url, part, size))
  await setTimeout(300)
  goOn(null)
  const codes = (await Promise.allSettled(all)).map(sent =>
    sent.status === 'fulfilled' ? sent.value.statusCode : null,
  )
  reads.restore()
  expect(codes.filter(code => code === 200)).toEqual([200])
  expect(reads.counts.begun).toBe(2) // a part, and the last one
  expect((await resume(member, id)).body.received).toBe(size)
  await expect.poll(async () => (await keysOf(vendorId)).map(file => file.size)).toEqual([size])
})

// Security: T17
test('one file of a user is joined at a time, and one of another user meanwhile', async () => {
  const { member, admin } = await fixtures.ticket()
  const own = [await almostSent(member), await almostSent(member)]
  const other = await almostSent(admin)
  const { promise: hold, resolve: goOn } = Promise.withResolvers()
  const reads = watchReads(hold)
  const all = [...own, other].map(({ url }) => putPart(url, part, size))
  await expect.poll(() => reads.counts.begun).toBe(2)
  await setTimeout(300)
  expect(reads.counts.begun).toBe(2)
  goOn(null)
  expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  reads.restore()
})

// Security: T17
test('a user for whom the server has joined too many bytes waits, and loses no part', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await almostSent(member)
  const { rows } = await owner.query('select uploader_id from files where id = $1', [id])
  const refund = await platform.rateLimiter.count(vendorId, {
    limit: { ...joinLimit, seconds: 10 * joinLimit.seconds }, // is full for a while
    subject: [vendorId, rows[0].uploader_id],
    weight: joinLimit.max,
  })
  expect((await putPart(url, part, size)).statusCode).toBe(429)
  await refund()
  expect((await resume(member, id)).body.received).toBe(part)
  expect((await putPart(url, part, size)).statusCode).toBe(200)
})

test('only its uploader learns how much of an upload has arrived', async () => {
  const { member, admin } = await fixtures.ticket()
  const { id } = await requested(member)
  const { admin: stranger } = await fixtures.vendor()
  for (const other of [admin, stranger])
    expect((await as(other).call(routes.files.resume, { params: { file: id } })).status).toBe(404)
})

test('the parts of an upload that goes on are kept, and those of one that was left are removed', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await requested(member)
  await putPart(url, 0, part)
  const old = new Date(Date.now() - 25 * 3_600_000)
  const { keys } = platform.storage
  platform.storage.keys = async function* () {
    for await (const file of keys.call(platform.storage)) yield { ...file, date: old }
  }
  const log = { info() {}, error() {} }
  await sweepOrphans(platform.database, platform.storage, log)
  platform.storage.keys = keys
  expect(await keysOf(vendorId)).toHaveLength(1)
  await owner.query("update files set upload_date = now() - interval '25 hours' where id = $1", [
    id,
  ])
  await sweep(platform.database, platform.config)
  await expect.poll(() => keysOf(vendorId)).toEqual([])
  const { rowCount } = await owner.query('select from file_parts where vendor_id = $1', [vendorId])
  expect(rowCount).toBe(0)
})

test('an upload that was left for a day is begun anew, as its room may be taken', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await requested(member)
  await putPart(url, 0, part)
  await owner.query("update files set upload_date = now() - interval '25 hours' where id = $1", [
    id,
  ])
  expect((await resume(member, id)).status).toBe(404)
  expect((await putPart(url, part, 2 * part)).statusCode).toBe(404)
  expect((await putPart(url, part, size)).statusCode).toBe(404)
  expect(await keysOf(vendorId)).toHaveLength(1)
})

test('a part whose bytes are lost, as after a restore, is asked for again', async () => {
  const { member, vendorId } = await fixtures.ticket()
  const { id, url } = await requested(member)
  await putPart(url, 0, part)
  for (const { key } of await keysOf(vendorId)) await platform.storage.remove(key)
  expect((await putPart(url, part, size)).statusCode).toBe(409)
  const renewed = (await resume(member, id)).body
  expect(renewed.received).toBe(0)
  await putPart(renewed.url, 0, part)
  expect((await putPart(renewed.url, part, size)).statusCode).toBe(200)
})

test('what is read of a part is closed where the file cannot be stored', async () => {
  const { member } = await fixtures.ticket()
  const { url } = await requested(member)
  await putPart(url, 0, part)
  const { get, put } = platform.storage
  const streams: Readable[] = []
  platform.storage.get = async (...of) => {
    const stored = await get.call(platform.storage, ...of)
    if (stored) streams.push(stored.bytes)
    return stored
  }
  platform.storage.put = async (key, bytes, length, options) => {
    if (length < size) return put.call(platform.storage, key, bytes, length, options)
    await bytes[Symbol.asyncIterator]().next()
    throw new StorageUnavailable('full')
  }
  expect((await putPart(url, part, size)).statusCode).toBe(503)
  Object.assign(platform.storage, { get, put })
  expect(streams.length).toBeGreaterThan(0)
  await expect.poll(() => streams.filter(({ destroyed }) => !destroyed)).toEqual([])
})
