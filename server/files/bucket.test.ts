import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { startBucket } from '#testing/bucket.ts'
import { givenIn, pathAndQuery } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'
import { openGate } from '#testing/tcp-proxy.ts'

// The portal with its files in a bucket, which is there, goes away and comes back.

const bucket = await startBucket()
const gate = await openGate(Number(/:(\d+)$/.exec(bucket.url)?.[1]))
afterAll(async () => {
  await gate.shut()
  await bucket.stop()
})
const portal = await openPortal(
  { STORAGE_URL: bucket.url.replace(/\d+$/, String(gate.port)) },
  { retries: { retryLimit: 30, retryDelay: 1, retryDelayMax: 1 } },
)
const { as } = portal
const given = givenIn(portal)
const place = await given.ticket()
const { member, staff, admin, companyId, ticketId, machineId } = place

test('a file goes into the bucket, onto a ticket and back to who reads it, byte for byte', async () => {
  const { id, url, bytes } = await slot()
  expect(await put(url, bytes)).toMatchObject({ status: 200 })
  expect((await as(member).call(routes.files.confirm, { params: { file: id } })).status).toBe(200)
  const reply = await as(member).call(routes.tickets.replyOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body: { contents: 'Ekte', files: [id] },
  })
  expect(reply.status).toBe(200)
  const { body: ticket } = await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })
  const file = ticket.conversation.flatMap(({ files }) => files).find(file => file.id === id)
  const download = await get(file?.signedURL ?? '')
  expect([download.status, sum(download.bytes)]).toEqual([200, sum(bytes)])
  expect(await objects()).toContain(`${place.vendorId}/${id}`)
  expect(existsSync(join(portal.dataDir, 'files'))).toBe(false)
})

test('while the bucket is away files are refused for now, and all else goes on', async () => {
  const { id, url, bytes } = await slot()
  const attached = await addedFile()
  await away(() => gate.shut())

  await pause(1_000) // so long /readyz says what it knew of the bucket
  for (const refused of [() => put(url, bytes), () => get(attached.signedURL), () => get('/readyz')]) {
    const start = performance.now()
    const { status, retryAfter, message } = await refused()
    expect([status, retryAfter, message]).toEqual([503, '5', 'Şu anda hizmet veremiyoruz. Biraz sonra yeniden deneyin.'])
    expect(performance.now() - start).toBeLessThan(3_000)
  }
  expect((await get('/healthz')).status).toBe(200)
  expect((await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })).status).toBe(200)
  expect((await as(member).call(routes.files.confirm, { params: { file: id } })).body.message).toBe('Dosya henüz yüklenmedi.')

  await gate.open()
  await readyAgain()
  expect(await put(url, bytes)).toMatchObject({ status: 200 })
  expect(sum((await get(attached.signedURL)).bytes)).toBe(sum(attached.bytes))
})

test('a bucket that says nothing is not ready', async () => {
  await away(() => gate.fallSilent())
  await pause(1_000) // so long it says what it knew
  const start = performance.now()
  expect(await get('/readyz')).toMatchObject({ status: 503, retryAfter: '5' })
  expect(performance.now() - start).toBeLessThan(3_000)
  await gate.open()
  await readyAgain()
})

test('a file removed while the bucket is away is gone from it later', async () => {
  const { id } = await addedFile()
  await away(() => gate.shut())
  expect((await as(admin).call(routes.files.removeFromMachine, { params: { machine: machineId, file: id } })).status).toBe(200)
  expect(await objects()).toContain(`${place.vendorId}/${id}`)
  await gate.open()
  await vi.waitFor(async () => expect(await objects()).not.toContain(`${place.vendorId}/${id}`), { timeout: 15_000, interval: 100 })
})

test('an upload that breaks off when the bucket goes away leaves nothing, and can be sent again', async () => {
  const { id, url, bytes } = await slot(5_000_000)
  await away(async () => {})
  const sending = put(url, bytes, () => gate.shut())
  expect((await sending).status).toBe(503)
  await gate.open()
  expect((await as(member).call(routes.files.confirm, { params: { file: id } })).status).toBe(409)
  expect(await put(url, bytes)).toMatchObject({ status: 200 })
})

test('a download that the bucket aborts ends as incomplete', async () => {
  const { signedURL } = await addedFile(5_000_000)
  await away(async () => gate.abortAfter(1_000_000))
  const reply = await fetch(address(signedURL))
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '5000000'])
  await expect(reply.arrayBuffer()).rejects.toThrow()
})

const readyAgain = () => expect.poll(async () => (await get('/readyz')).status, { timeout: 2_000 }).toBe(200)

const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Takes the bucket away; it is back for the next test. */
async function away(how: () => Promise<void>) {
  onTestFinished(() => gate.open())
  await how()
}

async function slot(size = 200_000) {
  const { body } = await as(member).call(routes.files.request, {
    body: { fileName: 'ölçüm.bin', fileSize: size, fileType: 'application/octet-stream' },
  })
  return { ...body, bytes: randomBytes(size) }
}

/** A general file of the machine. */
async function addedFile(size = 1_000) {
  const bytes = randomBytes(size)
  const id = await given.upload(admin, { bytes })
  const { body } = await as(admin).call(routes.files.addToMachine, { params: { machine: machineId }, body: { file: id } })
  return { id, bytes, signedURL: body.signedURL }
}

/** The keys of what is in the bucket. */
async function objects() {
  const files = await readdir(bucket.folder, { recursive: true })
  return files.flatMap(file => /^(.+)\._S3rver_object$/.exec(file)?.[1] ?? [])
}

async function put(url: string, bytes: Buffer, halfway?: () => Promise<void>) {
  async function* body() {
    yield bytes.subarray(0, bytes.length / 2)
    await halfway?.()
    yield bytes.subarray(bytes.length / 2)
  }
  return answerOf(
    await fetch(address(url), { method: 'PUT', body: halfway ? ReadableStream.from(body()) : bytes, duplex: 'half' } as RequestInit),
  )
}

const get = async (url: string) => answerOf(await fetch(address(url)))
const address = (url: string) => `http://127.0.0.1:${portal.port}${url.startsWith('/') ? url : pathAndQuery(url)}`

async function answerOf(reply: Response) {
  const bytes = Buffer.from(await reply.arrayBuffer())
  const { message } = /json/.test(reply.headers.get('content-type') ?? '') ? JSON.parse(bytes.toString()) : {}
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), message, bytes }
}

test('who was told that the bucket is away goes on over the same connection', async () => {
  await away(() => gate.shut())
  const { url, bytes } = await slot()
  const socket = connect(portal.port, '127.0.0.1').on('error', () => {})
  const heard = () => once(socket, 'data', { signal: AbortSignal.timeout(5_000) }).then(String)
  socket.write(`PUT ${pathAndQuery(url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${bytes.length}\r\n\r\n`)
  socket.write(bytes.subarray(0, 100))
  expect(await heard()).toMatch(/^HTTP\/1\.1 503/)
  socket.write(bytes.subarray(100))
  await pause(2_500) // longer than is waited for one who goes on sending
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await heard()).toMatch(/^HTTP\/1\.1 200/)
  socket.destroy()
})
