import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'

// Failing uploads over a real connection: nothing of them is
// stored, and the same URL then takes the right bytes.

const portal = await openPortal({ UPLOAD_LIMIT: '1 MB' })
const { as, owner, platform } = portal
const fixtures = fixturesIn(portal)
const { admin, vendorId, companyId, companyMachineId, member } = await fixtures.company()
const size = 300_000 // bytes

const faultyUploads: Record<
  string,
  (url: string, bytes: Buffer) => Promise<{ status: number; message?: string }>
> = {
  'one byte less': (url, bytes) => put(url, bytes.subarray(1)),
  'one byte more': (url, bytes) => put(url, Buffer.concat([bytes, bytes.subarray(0, 1)])),
  'no byte at all': url => put(url, Buffer.alloc(0)),
  'one byte less, of undeclared length': (url, bytes) => put(url, bytes.subarray(1), chunked),
  'one byte more, of undeclared length': (url, bytes) =>
    put(url, Buffer.concat([bytes, bytes.subarray(0, 1)]), chunked),
  'no byte at all, of undeclared length': url => put(url, Buffer.alloc(0), chunked),
}

test.each(Object.keys(faultyUploads))('an upload of %s is refused', async how => {
  const { id, url, bytes } = await slot()
  const answer = await faultyUploads[how]?.(url, bytes)
  expect(answer).toMatchObject({
    status: 400,
    message: 'Gelen dosyanın boyutu bildirilenle aynı değil; hiçbir şey saklanmadı.',
  })
  await expectNothingStored(id)
  await expectUpload(url, id, bytes)
})

// Security: 5.2.1
test('an upload above the size limit is refused when it is requested, and when it is sent nevertheless', async () => {
  const tooMuch = await as(admin).call(routes.files.request, {
    body: { fileName: 'a.bin', fileSize: 1_048_577, fileType: 'image/png' },
  })
  expect([tooMuch.status, tooMuch.body.message]).toEqual([413, 'Dosya çok büyük.'])
  const { id, url, bytes } = await slot()
  expect(await put(url, randomBytes(1_048_577))).toMatchObject({
    status: 413,
    message: 'Dosya çok büyük.',
  })
  await expectNothingStored(id)
  await expectUpload(url, id, bytes)
})

test('a client that disconnects in the middle can send the file to the same URL again', async () => {
  const { id, url, bytes } = await slot()
  for (const header of [`Content-Length: ${size}`, 'Transfer-Encoding: chunked']) {
    const socket = connect(portal.port, '127.0.0.1')
    socket.write(
      `PUT ${pathAndQuery(url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\n${header}\r\n\r\n`,
    )
    socket.write(header.startsWith('T') ? `${(100_000).toString(16)}\r\n` : '')
    socket.write(bytes.subarray(0, 100_000))
    await waitFor(async () => expect(await incoming()).toHaveLength(1), { interval: 5 })
    socket.destroy()
    await expectNothingStored(id)
  }
  await expectUpload(url, id, bytes)
  expect(await countServerErrors()).toBe(0)
})

test('an upload that declares the right length and ends early is not stored', async () => {
  const { id, url, bytes } = await slot()
  const socket = connect({ port: portal.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(
    `PUT ${pathAndQuery(url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${size}\r\n\r\n`,
  )
  socket.end(bytes.subarray(0, size - 1))
  const answer = await text(socket)
  expect(answer).not.toMatch(/^HTTP\/1\.1 [25]/)
  await expectNothingStored(id)
  await expectUpload(url, id, bytes)
})

test('bytes after the declared length never become part of the file', async () => {
  const { id, url, bytes } = await slot()
  const socket = connect(portal.port, '127.0.0.1')
  socket.write(
    `PUT ${pathAndQuery(url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${size}\r\n\r\n`,
  )
  socket.end(Buffer.concat([bytes, Buffer.from('and more\r\n\r\n')]))
  // to what follows; the file may have been taken before it came
  expect(await text(socket)).toContain('HTTP/1.1 400')
  await waitFor(async () => expect(await incoming()).toEqual([]), { interval: 10 })
  expect([null, checksum(bytes)]).toContain(await checksumOf(id))
})

test('of several uploads to one URL at once one is stored whole, and only its client gets 200', async () => {
  for (let time = 0; time < 5; time++) {
    const { id, url, bytes } = await slot()
    const rivals = [bytes, randomBytes(size), randomBytes(size)]
    const answers = await Promise.all(
      rivals.map(rival => put(url, rival).catch(() => ({ status: 0 }))),
    )
    const [winner, ...others] = rivals.filter((_, rival) => answers[rival]?.status === 200)
    expect(others).toEqual([])
    expect(
      answers.filter(({ status }) => status !== 200 && status !== 409 && status !== 0),
    ).toEqual([])
    await waitFor(async () => expect([await incoming(), await orphans()]).toEqual([[], []]), {
      interval: 10,
    })
    expect(await checksumOf(id)).toBe(checksum(winner))
  }
})

test('a slow upload that another has replaced changes nothing', async () => {
  const { id, url, bytes } = await slot()
  const slow = connect(portal.port, '127.0.0.1').on('error', () => {})
  slow.write(
    `PUT ${pathAndQuery(url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${size}\r\n\r\n`,
  )
  slow.write(randomBytes(100_000))
  await waitFor(async () => expect(await incoming()).toHaveLength(1), { interval: 5 })
  await expectUpload(url, id, bytes)
  slow.write(randomBytes(size - 100_000))
  await pause(100)
  slow.destroy()
  expect(await checksumOf(id)).toBe(checksum(bytes))
  expect(await incoming()).toEqual([])
})

test('of a file that is removed while it is uploaded nothing is stored', async () => {
  const { id, url, bytes } = await slot()
  const socket = connect(portal.port, '127.0.0.1')
  socket.write(
    `PUT ${pathAndQuery(url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${size}\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, 100_000))
  await waitFor(async () => expect(await incoming()).toHaveLength(1), { interval: 5 })
  await owner.query('delete from files where id = $1', [id])
  socket.write(bytes.subarray(100_000))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404/)
  socket.destroy()
  expect([await incoming(), await orphans()]).toEqual([[], []])
})

test('an upload is accepted once', async () => {
  const { id, url, bytes } = await slot()
  await expectUpload(url, id, bytes)
  expect(await put(url, randomBytes(size))).toMatchObject({
    status: 409,
    message: 'Bu dosya zaten yüklendi.',
  })
  expect(await checksumOf(id)).toBe(checksum(bytes))
})

test('a connection on which an upload was refused stays usable', async () => {
  const { id, url, bytes } = await slot()
  await expectUpload(url, id, bytes)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let time = 0; time < 20; time++)
    expect(await put(url, bytes, { 'content-type': 'image/png' }, agent)).toMatchObject({
      status: 409,
    })
  const [connection] = Object.values(agent.freeSockets).flat()
  await pause(2_500) // longer than the rest of a request is discarded
  expect(connection?.destroyed).toBe(false)
  agent.destroy()
})

test.each([
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; charset=utf-16',
  'model/step',
  undefined,
])('a file of the type %s is taken byte for byte', async type => {
  const { id, url } = await slot()
  const bytes = Buffer.alloc(size, '{"broken": "\u0000json",')
  const answer = await put(url, bytes, type === undefined ? {} : { 'content-type': type })
  expect(answer.status).toBe(200)
  expect(await checksumOf(id)).toBe(checksum(bytes))
})

test('a link works only for its own file, in its own direction and in its own time', async () => {
  const [one, other] = [await slot(), await slot()]
  const link = new URL(one.url)
  const changed = (change: (url: URL) => void) => {
    const copy = new URL(link)
    change(copy)
    return copy.href
  }
  const extended = changed(url =>
    url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 60)),
  )
  const expired = changed(url => {
    const expires = String(Math.floor(Date.now() / 1000) - 1)
    url.searchParams.set('expires', expires)
    url.searchParams.set('signature', platform.signing.sign('upload', vendorId, one.id, expires))
  })
  const elsewhere = changed(url => {
    url.pathname = url.pathname.replace(one.id, other.id)
  })
  for (const url of [extended, expired, elsewhere])
    expect((await put(url, one.bytes)).status).toBe(404)
  expect((await fetchBytes(one.url)).status).toBe(404)
  await expectNothingStored(one.id)
  await expectUpload(one.url, one.id, one.bytes)
  expect((await fetchBytes(one.url)).status).toBe(404)
})

test('an upload is confirmed once, after its bytes are there, by its uploader', async () => {
  const { id, url, bytes } = await slot()
  const confirm = (who = admin) => as(who).call(routes.files.confirm, { params: { file: id } })
  expect([(await confirm()).status, (await confirm()).body.message]).toEqual([
    409,
    'Dosya henüz yüklenmedi.',
  ])
  await expectUpload(url, id, bytes)
  expect((await confirm(member)).status).toBe(404)
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await confirm({ ...admin, language: 'en' })).body.message).toBe(
    'This file has been confirmed already.',
  )
})

test('a file is attached once, also by five clicks at the same time', async () => {
  const file = await fixtures.upload(member)
  const { body: ticket } = await as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: 'Ses yapıyor', machine: companyMachineId },
  })
  const reply = () =>
    as(member).call(routes.tickets.replyOfAccount, {
      params: { company: companyId, ticket: ticket._id },
      body: { contents: 'Ekte', files: [file] },
    })
  const answers = await Promise.all(Array.from({ length: 5 }, reply))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  const { body: seen } = await as(member).call(routes.tickets.getOfAccount, {
    params: { company: companyId, ticket: ticket._id },
  })
  expect(seen.conversation.map(({ files }) => files.map(({ id }) => id))).toEqual([[file]])
})

const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'image/png' }

/** A requested upload, and bytes of its size. */
async function slot() {
  const { body } = await as(admin).call(routes.files.request, {
    body: { fileName: 'ölçüm.bin', fileSize: size, fileType: 'application/octet-stream' },
  })
  return { ...body, bytes: randomBytes(size) }
}

function put(
  url: string,
  bytes: Buffer,
  headers: Record<string, string> = { 'content-type': 'image/png' },
  agent?: Agent,
) {
  return new Promise<{ status: number; message?: string }>((resolve, reject) => {
    const length = headers['transfer-encoding'] ? {} : { 'content-length': bytes.length }
    const sending = request({
      port: portal.port,
      path: pathAndQuery(url),
      method: 'PUT',
      headers: { ...length, ...headers },
      ...(agent && { agent }),
    })
    sending
      .on('error', reject)
      .on('response', async response =>
        resolve({ ...JSON.parse(await text(response)), status: response.statusCode }),
      )
    sending.end(bytes)
  })
}

const fetchBytes = (url: string) => fetch(`http://127.0.0.1:${portal.port}${pathAndQuery(url)}`)

const checksum = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

async function checksumOf(id: string) {
  const found = await platform.storage.get(await fixtures.keyOf(id))
  return found && checksum(await buffer(found.bytes))
}

/** Bytes in the storage that no row names. */
async function orphans() {
  const { rows } = await owner.query(
    "select vendor_id || '/' || stored_as as key from files where date_stored is not null",
  )
  const named = new Set(rows.map(({ key }) => key))
  return (await Array.fromAsync(platform.storage.keys())).filter(({ key }) => !named.has(key))
}

const incoming = () => readdir(join(portal.dataDir, 'files/.incoming'))

async function expectNothingStored(id: string) {
  await waitFor(async () => expect(await incoming()).toEqual([]), { interval: 10 })
  expect(await orphans()).toEqual([])
  const { rows } = await owner.query(
    'select date_stored, date_confirmed, date_attached from files where id = $1',
    [id],
  )
  expect(rows).toEqual([{ date_stored: null, date_confirmed: null, date_attached: null }])
}

async function expectUpload(url: string, id: string, bytes: Buffer) {
  expect(await put(url, bytes)).toMatchObject({ status: 200, message: 'Dosya yüklendi.' })
  expect(await checksumOf(id)).toBe(checksum(bytes))
}

async function countServerErrors() {
  const metrics = await (await fetch(`http://127.0.0.1:${portal.port}/metrics`)).text()
  return [
    ...metrics.matchAll(/^http_request_duration_seconds_count\{.*status="500".*\} (\d+)/gm),
  ].reduce((checksum, [, count]) => checksum + Number(count), 0)
}
