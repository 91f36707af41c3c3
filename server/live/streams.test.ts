import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { eventStreamsIn, openEventStream } from '#testing/event-stream.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal()
const { as, owner, platform } = portal
const fixtures = fixturesIn(portal)
const { openStream } = eventStreamsIn(portal)
/** Longer than an event takes. */
const settle = () => pause(300)

test('the stream is sent at once, unbuffered and never stored', async () => {
  const { member } = await fixtures.company()
  const { response } = await openStream(member)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('content-encoding')).toBeNull()
})

describe('a stream ends at once', () => {
  test('when its user signs out', async () => {
    const { member } = await fixtures.company()
    const { ended } = await openStream(member)
    await as(member).call(routes.sessions.logout)
    expect(await ended).toBe('ended')
    expect((await as(member).call(routes.live.stream, { query: { seconds: '0' } })).status).toBe(
      401,
    )
  })

  test('when the session is ended from another device', async () => {
    const { staff, visitor } = await fixtures.vendor()
    const { body } = await as(visitor).call(routes.sessions.login, {
      body: { email: staff.email, password },
    })
    const { ended } = await openStream(staff)
    await as({ ...staff, token: body.token }).call(routes.sessions.endOthers)
    expect(await ended).toBe('ended')
  })

  test('when its user is removed from a company, and the next one has no events of that company', async () => {
    const { member, admin, companyId, ticketId, staff, vendorId, ...seller } =
      await fixtures.ticket()
    const second = await fixtures.company({ ...seller, admin, staff, vendorId })
    await fixtures.join(vendorId, member.userId, second.companyId)
    const { ended } = await openStream(member)
    const removal = {
      params: { company: companyId, user: member.userId },
      body: { email: member.email },
    }
    expect((await as(admin).call(routes.users.remove, removal)).status).toBe(200)
    expect(await ended).toBe('ended')
    const next = await openStream(member)
    await as(staff).call(routes.tickets.reply, {
      params: { ticket: ticketId },
      body: { contents: 'Bitti.' },
    })
    await settle()
    expect(next.events()).toEqual([])
  })
})

// Security: T21
test('a stream ends with the lifetime of its session', async () => {
  const { staff } = await fixtures.vendor()
  const { sessionId } = await platform.signing.verifyToken(staff.token as string)
  await owner.query("update sessions set date_expires = now() + interval '2 s' where id = $1", [
    sessionId,
  ])
  const { ended } = await openStream(staff)
  expect(await Promise.race([ended, pause(5_000)])).toBe('ended')
})

test('a user has at most twelve streams, and the next one is refused until one is closed', async () => {
  const { staff } = await fixtures.vendor()
  // `openStream` has a second one for a moment, which would count.
  const open = () => openEventStream(portal.port, staff)
  const streams = await Promise.all(Array.from({ length: 12 }, open))
  const refused = await as(staff).call(routes.live.stream, { query: { seconds: '0' } })
  expect([refused.status, refused.headers['retry-after'], refused.body.message]).toEqual([
    429,
    '60',
    expect.stringContaining('çok fazla pencerede'),
  ])
  streams[0]?.disconnect.abort()
  await expect.poll(() => platform.live.count()).toBe(11)
  const { ended } = await openStream(staff, '?seconds=0')
  expect(await ended).toBe('ended')
})

test('an address has at most 200 streams, whoever they are of, and the next one is refused until one is closed', async () => {
  const vendor = await fixtures.vendor()
  const office = '198.51.100.20'
  const colleagues = await Promise.all(
    Array.from({ length: 20 }, () => fixtures.person(vendor, 'staff')),
  )
  const open = (person: Person) =>
    openEventStream(portal.port, person, '', { 'x-forwarded-for': office })
  const streams: Awaited<ReturnType<typeof open>>[] = []
  for (const person of colleagues)
    streams.push(...(await Promise.all(Array.from({ length: 10 }, () => open(person)))))
  const openAt = (address: string) =>
    fetch(`http://127.0.0.1:${portal.port}/api/v1/domain/${vendor.domain}/event?seconds=0`, {
      headers: { authorization: `Bearer ${vendor.admin.token}`, 'x-forwarded-for': address },
    })
  const refused = await openAt(office)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await openAt('198.51.100.21')).status).toBe(200)
  streams.pop()?.disconnect.abort()
  await expect.poll(async () => (await openAt(office)).status).toBe(200)
  for (const { disconnect } of streams) disconnect.abort()
  await expect.poll(() => platform.live.count()).toBe(0)
})

test('open streams are counted, and their duration is not a response time', async () => {
  const { staff } = await fixtures.vendor()
  const { disconnect } = await openStream(staff)
  const metrics = async () =>
    (await (await fetch(`http://127.0.0.1:${portal.port}/metrics`)).text()).match(
      /^event_streams (\d+)/m,
    )?.[1]
  const count = Number(await metrics())
  expect(count).toBeGreaterThan(0)
  disconnect.abort()
  await expect.poll(metrics).toBe(String(count - 1))
  const text = await (await fetch(`http://127.0.0.1:${portal.port}/metrics`)).text()
  expect(text).not.toMatch(/http_request_duration_seconds_count\{[^}]*\/event",status="200"/)
})
