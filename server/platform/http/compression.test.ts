import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pathOf, type Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

// Answers of calls are compressed for clients that ask for it (record 0076).

const portal = await sharedPortal()
const { http, owner } = portal
const fixtures = fixturesIn(portal)
const at = await fixtures.ticket()
const { vendorId, companyId, companyMachineId, ticketId, member, staff, domain } = at
await addTickets(30)

const list = { route: routes.tickets.list, query: { page: '0', size: '20' } }
const browser = 'gzip, deflate, br, zstd'

async function send(
  { route, query = {}, params }: { route: Route; query?: object; params?: Record<string, string> },
  acceptEncoding: string | undefined,
  { person = staff, method = route.method as string, payload }: SendOptions = {},
) {
  const { statusCode, headers, rawPayload } = await http.inject({
    method: method as 'GET',
    url: `/api/v1/domain/${domain}${pathOf(route, params)}`,
    query: query as Record<string, string>,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    },
    ...(payload && { payload }),
  })
  const { vary, 'content-encoding': encoding, 'content-length': length } = headers
  return { statusCode, encoding, vary, length: Number(length), bytes: rawPayload }
}
type SendOptions = { person?: Person; method?: string; payload?: object }

async function addTickets(count: number) {
  await owner.query(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by)
         select $1, gen_random_uuid(), $2, $3, 'Ana mil ısınıyor ' || i, $4 from generate_series(1, ${count}) i`,
    ),
    [vendorId, companyId, companyMachineId, member.userId],
  )
}

test('a browser with a slow line receives a list of tickets in less than a third of its bytes', async () => {
  const plain = await send(list, undefined)
  const compressed = await send(list, browser)
  expect(compressed).toMatchObject({ statusCode: 200, encoding: 'br', vary: 'Accept-Encoding' })
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 3)
  expect(brotliDecompressSync(compressed.bytes).toString()).toBe(plain.bytes.toString())
})

test('a compressed answer says how long it is, and the next request of its connection is answered', async () => {
  const request = (route: Route, query: string, headers: string) =>
    `GET /api/v1/domain/${domain}${route.path}${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${staff.token}\r\n${headers}\r\n`
  const socket = connect(portal.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk as Buffer))
  socket.write(
    request(list.route, '?page=0&size=20', 'Accept-Encoding: gzip\r\n') +
      request(routes.tickets.counts, '', 'Connection: close\r\n'),
  )
  await once(socket, 'close')
  const received = Buffer.concat(chunks)
  const start = received.indexOf('\r\n\r\n') + 4
  const head = received.subarray(0, start).toString()
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  const answer = JSON.parse(gunzipSync(received.subarray(start, start + length)).toString())
  expect(answer.tickets).toHaveLength(20)
  expect(received.subarray(start + length, start + length + 15).toString()).toBe('HTTP/1.1 200 OK')
})

test.each([undefined, '', 'identity', 'zstd', 'deflate, zstd;q=0.9'])(
  'a client with the Accept-Encoding "%s" receives a list as it is',
  async header => {
    const { statusCode, encoding, vary, bytes } = await send(list, header)
    expect([statusCode, encoding, vary]).toEqual([200, undefined, 'Accept-Encoding'])
    expect(JSON.parse(bytes.toString()).tickets).toHaveLength(20)
  },
)

test.each([
  ['gzip;q=0', undefined],
  ['gzip; q=0.000, br;q=0, *', undefined],
  ['*;q=0', undefined],
  ['gzip;q=0.5, identity', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip, br', 'br'],
  ['br;q=0, *', 'gzip'],
  ['zstd, *;q=0.1', 'br'],
  ['GZIP ;Q=1', 'gzip'],
  ['*', 'br'],
])('the weights of the Accept-Encoding "%s" are respected', async (header, encoding) => {
  expect((await send(list, header)).encoding).toBe(encoding)
})

test.each([
  ';',
  ',,,',
  'gzip;q=viel',
  'gzip;;q',
  '\u00e9;q=1',
  `gzip${' '.repeat(8_000)}x`,
  '=,;q=0',
])('the malformed Accept-Encoding "%s" is no error', async header => {
  const { statusCode, encoding } = await send(list, header)
  expect([statusCode, encoding]).toEqual([200, undefined])
})

test('HEAD names the encoding and the length of the answer without sending it', async () => {
  const answer = await send(list, browser)
  const head = await send(list, browser, { method: 'HEAD' })
  expect(head).toEqual({ ...answer, bytes: Buffer.alloc(0) })
})

test('a long answer is compressed too', async () => {
  await owner.query(
    `insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents)
     values ($1, gen_random_uuid(), $2, $3, false, repeat('Mil ısınıyor. ', 30000))`,
    [vendorId, ticketId, member.userId],
  )
  const ticket = { route: routes.tickets.get, params: { ticket: ticketId } }
  const { encoding, length, bytes } = await send(ticket, browser)
  expect([encoding, length]).toEqual(['br', bytes.length])
  expect(brotliDecompressSync(bytes).length).toBeGreaterThan(400_000)
})

test('an answer below 1 kB, a refusal and a list that is streamed are sent as they are', async () => {
  await addTickets(500)
  const answers = [
    await send({ route: routes.tickets.counts }, browser),
    await send({ route: routes.audit.list }, browser),
    await send({ route: routes.tickets.list }, browser),
    await send({ route: routes.tickets.list }, browser, { method: 'HEAD' }),
  ]
  expect(answers.map(({ encoding, vary }) => encoding ?? vary)).toEqual(Array(4).fill(undefined))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 200, 200])
})

test('the key of a user’s drafts is sent as it is, however long the name beside it', async () => {
  const person = await fixtures.person(at, 'staff')
  await owner.query("update users set name = repeat('A', 2000) where id = $1", [person.userId])
  const { statusCode, encoding, bytes } = await send({ route: routes.sessions.me }, browser, {
    person,
  })
  expect([statusCode, encoding]).toEqual([200, undefined])
  expect(bytes.length).toBeGreaterThan(2_000)
})

test('the answer of a write is sent as it is, as it may have a code or a token', async () => {
  const { statusCode, encoding, vary, bytes } = await send(
    { route: routes.tickets.open, params: { company: companyId } },
    browser,
    {
      person: member,
      payload: { title: 'Titriyor', machine: companyMachineId, message: 'Bakın. '.repeat(500) },
    },
  )
  expect([statusCode, encoding, vary]).toEqual([200, undefined, undefined])
  expect(bytes.length).toBeGreaterThan(3_000)
})
