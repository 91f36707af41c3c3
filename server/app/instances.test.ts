import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildRequest, type Output, type Request, type Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { startInstance } from '#testing/processes/instance.ts'

// Two instances of the server over one database and one file storage answer alike.

const portal = await openPortal()
const other = await startInstance(portal)
afterAll(other.stop)
const { as } = portal
const fixtures = fixturesIn(portal)

// Security: 7.2.1
test('a session that begins at one instance is valid at the other, and invalid as soon as it ends', async () => {
  const { visitor, staff } = await fixtures.vendor()
  const { body } = await as(visitor).call(routes.sessions.login, {
    body: { email: staff.email, password },
  })
  const person = { ...staff, token: body.token }
  expect((await callOther(person, routes.tickets.list)).status).toBe(200)
  await as(person).call(routes.sessions.logout)
  expect((await callOther(person, routes.tickets.list)).status).toBe(401)
})

test('a message written through one instance is read through the other', async () => {
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const readTicket = () => callOther(staff, routes.tickets.get, { params: { ticket: ticketId } })
  expect((await readTicket()).body.conversation).toHaveLength(1)
  const message = {
    params: { company: companyId, ticket: ticketId },
    body: { contents: 'Hâlâ ısınıyor.' },
  }
  await as(member).call(routes.tickets.replyOfAccount, message)
  expect((await readTicket()).body.conversation.at(-1)?.message).toBe('Hâlâ ısınıyor.')
})

test('attempts to guess a password at one instance count at the other', async () => {
  const { visitor, staff } = await fixtures.vendor()
  const guess = { body: { email: staff.email, password: 'Yanlış-1453' } }
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await as(visitor).call(routes.sessions.login, guess)).status,
    ),
  )
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect((await callOther(visitor, routes.sessions.login, guess)).status).toBe(429)
})

test('a create that is sent again through the other instance creates nothing new', async () => {
  const { admin } = await fixtures.vendor()
  const create = { body: { name: 'Çağlar Döküm' } }
  const first = await as(admin).call(routes.companies.create, create, { idempotencyKey: 'bir' })
  const again = await callOther(admin, routes.companies.create, create, {
    'idempotency-key': 'bir',
  })
  expect(again.body._id).toBe(first.body._id)
  expect((await as(admin).call(routes.companies.list)).body.companies).toHaveLength(1)
})

describe('an upload', () => {
  test('begun at one instance is sent to the other, confirmed at the first and read from both', async () => {
    const { member, slot } = await upload()
    const bytes = randomBytes(size)
    expect((await sendTo(other.port, slot.url, bytes)).status).toBe(200)
    const { body } = await as(member).call(routes.files.confirm, { params: { file: slot.id } })
    for (const port of [portal.port, other.port])
      expect(await download(port, body.signedURL)).toEqual(bytes)
  })

  test('that is slow changes nothing, once another one through the other instance is stored', async () => {
    const { member, vendorId, slot } = await upload()
    const slow = request({
      port: other.port,
      path: pathAndQuery(slot.url),
      method: 'PUT',
      headers: { 'content-type': type },
    })
    slow.setHeader('content-length', size)
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>
    const otherBytes = randomBytes(size)
    slow.write(otherBytes.subarray(0, size - 1))
    await expect.poll(() => readdir(join(portal.dataDir, 'files/.incoming'))).toHaveLength(1)
    const bytes = randomBytes(size)
    expect((await sendTo(portal.port, slot.url, bytes)).status).toBe(200)
    slow.end(otherBytes.subarray(size - 1))
    const [{ statusCode }] = await answered
    const { body } = await as(member).call(routes.files.confirm, { params: { file: slot.id } })
    expect([statusCode, (await download(portal.port, body.signedURL)).equals(bytes)]).toEqual([
      409,
      true,
    ])
    expect(await keysOf(vendorId)).toEqual([await fixtures.keyOf(slot.id)])
  })

  test('of which several are sent to both instances at once is one of them, whole, and only that one succeeds', async () => {
    for (let time = 0; time < 5; time++) {
      const { member, vendorId, slot } = await upload()
      const uploads = [randomBytes(size), randomBytes(size), randomBytes(size), randomBytes(size)]
      const answers = await Promise.all(
        uploads.map((bytes, i) =>
          sendTo(i % 2 ? other.port : portal.port, slot.url, bytes).catch(() => ({ status: 0 })),
        ),
      )
      const [winner, ...others] = uploads.filter((_, i) => answers[i]?.status === 200)
      expect(others).toEqual([])
      const { body } = await as(member).call(routes.files.confirm, { params: { file: slot.id } })
      expect((await download(other.port, body.signedURL)).equals(winner as Buffer)).toBe(true)
      await expect.poll(() => keysOf(vendorId)).toEqual([await fixtures.keyOf(slot.id)])
    }
  })
})

const size = 300_000
const type = 'application/octet-stream'

async function upload() {
  const { member, vendorId } = await fixtures.company()
  const { body } = await as(member).call(routes.files.request, {
    body: { fileName: 'ölçüm.bin', fileSize: size, fileType: type },
  })
  return { member, vendorId, slot: body }
}

async function keysOf(vendorId: string) {
  const stored = await Array.fromAsync(portal.platform.storage.keys())
  return stored.map(({ key }) => key).filter(key => key.startsWith(vendorId))
}

async function sendTo(port: number, url: string, bytes: Buffer) {
  const answer = await fetch(urlAt(port, url), {
    method: 'PUT',
    headers: { 'content-type': type },
    body: bytes,
  })
  return { status: answer.status }
}

const download = async (port: number, url: string | null) =>
  Buffer.from(await (await fetch(urlAt(port, url))).arrayBuffer())
const urlAt = (port: number, url: string | null) =>
  `http://127.0.0.1:${port}${pathAndQuery(url ?? '')}`

/** Makes a call through the other instance. */
async function callOther<R extends Route>(
  person: Person,
  route: R,
  input: Request<R> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Output<R> }> {
  const { path, request } = buildRequest(person, route, input, headers)
  const answer = await fetch(`http://127.0.0.1:${other.port}${path}`, request)
  return { status: answer.status, body: (await answer.json()) as Output<R> }
}
