import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startBucket } from '#testing/servers/bucket.ts'
import { openTcpProxy } from '#testing/servers/tcp-proxy.ts'
import { waitFor } from '#testing/wait-for.ts'

// The portal with its files in a bucket that becomes unavailable and comes back.

const bucket = await startBucket()
const proxy = await openTcpProxy(Number(/:(\d+)$/.exec(bucket.url)?.[1]))
afterAll(async () => {
  await proxy.close()
  await bucket.stop()
})
const portal = await openPortal(
  { STORAGE_URL: bucket.url.replace(/\d+$/, String(proxy.port)) },
  { retries: { retryLimit: 30, retryDelay: 1, retryDelayMax: 1 } },
)
const { as } = portal
const fixtures = fixturesIn(portal)
const fixture = await fixtures.ticket()
const { member, staff, admin, companyId, ticketId, machineId } = fixture

test('a file goes into the bucket, onto a ticket and back to its reader, byte for byte', async () => {
  const { id, url, bytes } = await slot()
  expect(await put(url, bytes)).toMatchObject({ status: 200 })
  expect((await as(member).call(routes.files.confirm, { params: { file: id } })).status).toBe(200)
  const reply = await as(member).call(routes.tickets.replyOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body: { contents: 'Ekte', files: [id] },
  })
  expect(reply.status).toBe(200)
  const { body: ticket } = await as(staff).call(routes.tickets.get, {
    params: { ticket: ticketId },
  })
  const file = ticket.conversation.flatMap(({ files }) => files).find(file => file.id === id)
  const download = await get(file?.signedURL ?? '')
  expect([download.status, checksum(download.bytes)]).toEqual([200, checksum(bytes)])
  const part = await fetch(address(file?.signedURL ?? ''), { headers: { range: 'bytes=-100' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(-100)])
  expect(await objects()).toContain(await fixtures.keyOf(id))
  expect(existsSync(join(portal.dataDir, 'files'))).toBe(false)
})

test('while the bucket is unavailable calls for files answer 503, and all others work', async () => {
  const { id, url, bytes } = await slot()
  const attached = await addedFile()
  await interrupt(() => proxy.close())

  await pause(1_000) // for so long /readyz caches the state of the bucket
  for (const refused of [
    () => put(url, bytes),
    () => get(attached.signedURL),
    () => get('/readyz'),
  ]) {
    const { status, retryAfter, message } = await refused()
    expect([status, retryAfter, message]).toEqual([
      503,
      '5',
      'Şu anda hizmet veremiyoruz. Biraz sonra yeniden deneyin.',
    ])
  }
  expect((await get('/healthz')).status).toBe(200)
  expect((await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })).status).toBe(
    200,
  )
  expect((await as(member).call(routes.files.confirm, { params: { file: id } })).body.message).toBe(
    'Dosya henüz yüklenmedi.',
  )

  await proxy.open()
  await expectReady()
  expect(await put(url, bytes)).toMatchObject({ status: 200 })
  expect(checksum((await get(attached.signedURL)).bytes)).toBe(checksum(attached.bytes))
})

test('a bucket that does not answer is not ready', async () => {
  await interrupt(() => proxy.acceptWithoutReply())
  await pause(1_000) // for so long the state is cached
  expect(await get('/readyz')).toMatchObject({ status: 503, retryAfter: '5' })
  await proxy.open()
  await expectReady()
})

test('a file removed while the bucket is unavailable is removed from it later', async () => {
  const { id } = await addedFile()
  const key = await fixtures.keyOf(id)
  await interrupt(() => proxy.close())
  expect(
    (
      await as(admin).call(routes.files.removeFromMachine, {
        params: { machine: machineId, file: id },
      })
    ).status,
  ).toBe(200)
  expect(await objects()).toContain(key)
  await proxy.open()
  await waitFor(async () => expect(await objects()).not.toContain(key))
})

test('an upload that fails as the bucket becomes unavailable leaves nothing, and can be sent again', async () => {
  const { id, url, bytes } = await slot(5_000_000)
  await interrupt(async () => {})
  const sending = put(url, bytes, () => proxy.close())
  expect((await sending).status).toBe(503)
  await proxy.open()
  expect((await as(member).call(routes.files.confirm, { params: { file: id } })).status).toBe(409)
  expect(await put(url, bytes)).toMatchObject({ status: 200 })
})

test('a download that the bucket aborts ends as incomplete', async () => {
  const { signedURL } = await addedFile(10_000_000)
  // Node reads up to 2 MB of a socket in a row: an earlier
  // abort could come before the portal has read anything.
  await interrupt(async () => proxy.abortAfter(6_000_000))
  const reply = await fetch(address(signedURL))
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '10000000'])
  await expect(reply.arrayBuffer()).rejects.toThrow()
})

const expectReady = () => expect.poll(async () => (await get('/readyz')).status).toBe(200)

const checksum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Makes the bucket unavailable until the test ends. */
async function interrupt(how: () => Promise<void>) {
  onTestFinished(() => proxy.open())
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
  const id = await fixtures.upload(admin, { bytes })
  const { body } = await as(admin).call(routes.files.addToMachine, {
    params: { machine: machineId },
    body: { file: id },
  })
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
    await fetch(address(url), {
      method: 'PUT',
      body: halfway ? ReadableStream.from(body()) : bytes,
      duplex: 'half',
    } as RequestInit),
  )
}

const get = async (url: string) => answerOf(await fetch(address(url)))
const address = (url: string) =>
  `http://127.0.0.1:${portal.port}${url.startsWith('/') ? url : pathAndQuery(url)}`

async function answerOf(reply: Response) {
  const bytes = Buffer.from(await reply.arrayBuffer())
  const { message } = /json/.test(reply.headers.get('content-type') ?? '')
    ? JSON.parse(bytes.toString())
    : {}
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), message, bytes }
}

test('a client that got 503 for the bucket can use its connection on', async () => {
  await interrupt(() => proxy.close())
  const { url, bytes } = await slot()
  const socket = connect(portal.port, '127.0.0.1').on('error', () => {})
  const received = () => once(socket, 'data', { signal: AbortSignal.timeout(5_000) }).then(String)
  socket.write(
    `PUT ${pathAndQuery(url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, 100))
  expect(await received()).toMatch(/^HTTP\/1\.1 503/)
  socket.write(bytes.subarray(100))
  await pause(2_500) // longer than the server waits for the rest of a request
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await received()).toMatch(/^HTTP\/1\.1 200/)
  socket.destroy()
})
