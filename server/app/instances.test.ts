import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Output, Request, Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { asked } from '#testing/asked.ts'
import { givenIn, password, pathAndQuery } from '#testing/given.ts'
import { startCopy } from '#testing/instance.ts'
import { openPortal, type Person } from '#testing/portal.ts'

// Two copies of the server over one database and one place for the files: nobody can tell which of them has answered.

const portal = await openPortal()
const other = await startCopy(portal)
afterAll(other.stop)
const { as } = portal
const given = givenIn(portal)

test('who signed in at one copy is known at the other, and unknown as soon as they signed out', async () => {
  const { visitor, staff } = await given.vendor()
  const { body } = await as(visitor).call(routes.sessions.login, { body: { email: staff.email, password } })
  const person = { ...staff, token: body.token }
  expect((await askOther(person, routes.tickets.list)).status).toBe(200)
  await as(person).call(routes.sessions.logout)
  expect((await askOther(person, routes.tickets.list)).status).toBe(401)
})

test('a message written through one copy is read by who watches the ticket through the other', async () => {
  const { member, staff, companyId, ticketId } = await given.ticket()
  const watched = () => askOther(staff, routes.tickets.get, { params: { ticket: ticketId } })
  expect((await watched()).body.conversation).toHaveLength(1)
  const message = { params: { company: companyId, ticket: ticketId }, body: { contents: 'Hâlâ ısınıyor.' } }
  await as(member).call(routes.tickets.replyOfAccount, message)
  expect((await watched()).body.conversation.at(-1)?.message).toBe('Hâlâ ısınıyor.')
})

test('tries to guess a password at one copy count at the other', async () => {
  const { visitor, staff } = await given.vendor()
  const guess = { body: { email: staff.email, password: 'Yanlış-1453' } }
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await as(visitor).call(routes.sessions.login, guess)).status))
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect((await askOther(visitor, routes.sessions.login, guess)).status).toBe(429)
})

test('a create that is sent again through the other copy makes nothing new', async () => {
  const { admin } = await given.vendor()
  const create = { body: { name: 'Çağlar Döküm' } }
  const first = await as(admin).call(routes.companies.create, create, { idempotencyKey: 'bir' })
  const again = await askOther(admin, routes.companies.create, create, { 'idempotency-key': 'bir' })
  expect(again.body._id).toBe(first.body._id)
  expect((await as(admin).call(routes.companies.list)).body.companies).toHaveLength(1)
})

describe('an upload', () => {
  test('begun at one copy is sent to the other, confirmed at the first and read from both', async () => {
    const { member, place } = await upload()
    const bytes = randomBytes(size)
    expect((await sendTo(other.port, place.url, bytes)).status).toBe(200)
    const { body } = await as(member).call(routes.files.confirm, { params: { file: place.id } })
    for (const port of [portal.port, other.port]) expect(await downloaded(port, body.signedURL)).toEqual(bytes)
  })

  test('that is slow changes nothing any more, once another one through the other copy is kept', async () => {
    const { member, place } = await upload()
    const slow = request({ port: other.port, path: pathAndQuery(place.url), method: 'PUT', headers: { 'content-type': type } })
    slow.setHeader('content-length', size)
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>
    const strange = randomBytes(size)
    slow.write(strange.subarray(0, size - 1))
    await expect.poll(() => readdir(join(portal.dataDir, 'files/.incoming'))).toHaveLength(1)
    const bytes = randomBytes(size)
    expect((await sendTo(portal.port, place.url, bytes)).status).toBe(200)
    slow.end(strange.subarray(size - 1))
    const [{ statusCode }] = await answered
    const { body } = await as(member).call(routes.files.confirm, { params: { file: place.id } })
    expect([statusCode, (await downloaded(portal.port, body.signedURL)).equals(bytes)]).toEqual([409, true])
  })

  test('of whom several are sent to both copies at once is one of them, whole, and only that one is told so', async () => {
    for (let time = 0; time < 5; time++) {
      const { member, place } = await upload()
      const rivals = [randomBytes(size), randomBytes(size), randomBytes(size), randomBytes(size)]
      const answers = await Promise.all(
        rivals.map((bytes, rival) => sendTo(rival % 2 ? other.port : portal.port, place.url, bytes).catch(() => ({ status: 0 }))),
      )
      const [winner, ...others] = rivals.filter((_, rival) => answers[rival]?.status === 200)
      expect(others).toEqual([])
      const { body } = await as(member).call(routes.files.confirm, { params: { file: place.id } })
      expect((await downloaded(other.port, body.signedURL)).equals(winner as Buffer)).toBe(true)
    }
  })
})

const size = 300_000
const type = 'application/octet-stream'

async function upload() {
  const { member } = await given.company()
  const { body } = await as(member).call(routes.files.request, { body: { fileName: 'ölçüm.bin', fileSize: size, fileType: type } })
  return { member, place: body }
}

async function sendTo(port: number, url: string, bytes: Buffer) {
  const answer = await fetch(at(port, url), { method: 'PUT', headers: { 'content-type': type }, body: bytes })
  return { status: answer.status }
}

const downloaded = async (port: number, url: string | null) => Buffer.from(await (await fetch(at(port, url))).arrayBuffer())
const at = (port: number, url: string | null) => `http://127.0.0.1:${port}${pathAndQuery(url ?? '')}`

/** Makes a call through the other copy. */
async function askOther<R extends Route>(
  person: Person,
  route: R,
  given: Request<R> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Output<R> }> {
  const { path, request } = asked(person, route, given, headers)
  const answer = await fetch(`http://127.0.0.1:${other.port}${path}`, request)
  return { status: answer.status, body: (await answer.json()) as Output<R> }
}
