import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pathOf } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'

// Clients that ask for much and read nothing, or little (record 0047).

const portal = await openPortal({}, { timeLimits: { idle: 4_000, send: 2_000 } })
const { as, owner } = portal
const fixtures = fixturesIn(portal)
const sockets = new Set<Socket>()
portal.http.server.on('connection', socket => {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
})
const megabyte = 1024 * 1024
const largeSize = 10 * megabyte // more than the system buffers

/** Opens a connection that sends these bytes, and reads nothing by itself. */
async function openPaused(text: string) {
  const socket = connect(portal.port, '127.0.0.1')
  socket.pause().on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Reads up to 64 KB, and again after so many ms, until the connection ends. */
async function readSlowly(socket: Socket, ms: number) {
  const chunks: Buffer[] = []
  socket.once('end', () => socket.destroy())
  while (!socket.destroyed) {
    const chunk: Buffer | null = socket.read()
    if (chunk) chunks.push(chunk)
    await pause(ms)
  }
  return Buffer.concat(chunks)
}

const get = (path: string, token: string | null, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}${headers}\r\n`

/** A ticket with a message of a million characters, which is answered with 3 MB. */
async function longTicket() {
  const fixture = await fixtures.ticket()
  const { vendorId, ticketId, companyId, domain, member } = fixture
  await owner.query(
    `insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents)
     values ($1, gen_random_uuid(), $2, $3, false, repeat('€', 1000000))`,
    [vendorId, ticketId, member.userId],
  )
  const params = { company: companyId, ticket: ticketId }
  const path = `/api/v1/domain/${domain}${pathOf(routes.tickets.getOfAccount, params)}`
  return { ...fixture, params, path }
}

/** The path of the link to a file of zeros. */
async function fileLink(size: number) {
  const { admin, machineId } = await fixtures.company()
  const file = await fixtures.upload(admin, { bytes: Buffer.alloc(size) })
  const { body } = await as(admin).call(routes.files.addToMachine, {
    params: { machine: machineId },
    body: { file },
  })
  return pathAndQuery(body.signedURL)
}

const isClosed = (socket: Socket) => expect.poll(() => socket.destroyed, { timeout: 8_000 })

// Security: T12
test('a customer who reads none of many long answers holds little of the memory, and everyone is answered', async () => {
  const { path, params, member, staff } = await longTicket()
  const unread = () => [...sockets].reduce((sum, socket) => sum + socket.writableLength, 0)
  let most = 0
  for (let i = 0; i < 60; i++) {
    await openPaused(get(path, member.token).repeat(4))
    await pause(30)
    most = Math.max(most, unread())
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(20 * megabyte)
  const own = await as(member).call(routes.tickets.getOfAccount, { params })
  const other = await as(staff).call(routes.tickets.get, { params: { ticket: params.ticket } })
  expect([own.status, other.status]).toEqual([200, 200])
})

// Security: T12
test('a client that takes nothing of its answer loses its connection, also one that goes on sending', async () => {
  const path = await fileLink(largeSize)
  const socket = await openPaused(get(path, null))
  const drip = setInterval(() => socket.write('\r\n'), 100)
  onTestFinished(() => clearInterval(drip))
  const [atServer] = [...sockets].slice(-1) as [Socket]
  await isClosed(atServer).toBe(true)
})

test('a slow client receives the whole of a long answer and of a large file', async () => {
  const { path, member } = await longTicket()
  const answer = readSlowly(await openPaused(get(path, member.token, 'Connection: close\r\n')), 80)
  const file = readSlowly(
    await openPaused(get(await fileLink(largeSize), null, 'Connection: close\r\n')),
    30,
  )
  const text = (await answer).toString()
  const { conversation } = JSON.parse(text.slice(text.indexOf('\r\n\r\n')))
  expect(conversation).toMatchObject([{ message: '€'.repeat(1_000_000) }])
  expect((await file).length).toBeGreaterThan(largeSize)
})

test('an event stream goes on for longer than a connection may be idle or unread', async () => {
  const fixture = await fixtures.ticket()
  const { events } = await openEventStream(portal.port, fixture.staff)
  await pause(5_000)
  await as(fixture.member).call(routes.tickets.replyOfAccount, {
    params: { company: fixture.companyId, ticket: fixture.ticketId },
    body: { contents: 'Hâlâ ısınıyor' },
  })
  await expect.poll(() => events().length).toBeGreaterThan(0)
})

// Security: T14
test('a connection has one of the files open that it asks for at once, and receives all of them in order', async () => {
  const [large, small] = [await fileLink(largeSize), await fileLink(1_000)]
  const opened = vi.spyOn(portal.platform.storage, 'get')
  onTestFinished(() => opened.mockRestore())
  const socket = await openPaused(
    get(large, null) + get(small, null) + get('/healthz', null, 'Connection: close\r\n'),
  )
  await pause(1_000)
  expect(opened).toHaveBeenCalledTimes(1)
  const text = (await readSlowly(socket, 5)).toString('latin1')
  const lengths = [...text.matchAll(/content-length: (\d+)/gi)].map(([, length]) => Number(length))
  expect(lengths).toEqual([largeSize, 1_000, 15])
})

// Security: T14
test('a client with a hundred requests at once on one connection loses it', async () => {
  const socket = await openPaused(get(await fileLink(largeSize), null).repeat(100))
  const began = performance.now()
  socket.resume()
  await isClosed(socket).toBe(true)
  expect(performance.now() - began).toBeLessThan(1_500)
})
