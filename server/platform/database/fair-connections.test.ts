import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

// Requests share the connections by user and vendor (record 0024).
// An expensive one waits for a lock, which the test releases.

const portal = await openPortal()
const { as, owner, connection } = portal
const { database } = portal.platform
const fixtures = fixturesIn(portal)
const [fixture, neighbour] = [await fixtures.ticket(), await fixtures.ticket()]
const colleague = await fixtures.person(fixture, 'admin')

/** Locks a table until `release`; `stalled` waits until so many connections wait for it. */
async function lockTable(table: 'received_mails' | 'activations') {
  const holder = await owner.connect()
  const watcher = new pg.Client({ ...inject('postgres').superuser, database: connection.database })
  await watcher.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table}`)
  let isLocked = true
  const release = async () => {
    if (!isLocked) return
    isLocked = false
    await holder.query('rollback')
    holder.release()
    await watcher.end()
  }
  onTestFinished(release)
  const countStalled = async () =>
    (
      await watcher.query(
        "select count(*)::int as stalled from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rows[0].stalled
  return { release, stalled: (count: number) => expect.poll(countStalled).toBe(count) }
}

const waiting = (count: number) => expect.poll(() => database.connections().waiting).toBe(count)
const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)
const expensive = (person: Person) => as(person).call(routes.mailIn.list, { query: { page: '0' } })
const twelve = () => Array.from({ length: 12 }, () => expensive(fixture.admin))

describe('an administrator with twelve expensive requests at once', () => {
  // Security: P13
  test('has one connection, gets all the answers, and delays neither another vendor nor a colleague', async () => {
    const { stalled, release } = await lockTable('received_mails')
    const requests = twelve()
    await waiting(11)
    await stalled(1)
    for (const person of [neighbour.admin, neighbour.staff, fixture.staff, colleague])
      expect((await as(person).call(routes.tickets.list, { query: { page: '0' } })).status).toBe(
        200,
      )
    await waiting(11)
    await release()
    expect(await statusesOf(requests)).toEqual(Array(12).fill(200))
  })

  test('keeps their own next request waiting', async () => {
    const { stalled, release } = await lockTable('received_mails')
    const requests = twelve()
    await stalled(1)
    const answers: string[] = []
    const own = as(fixture.admin)
      .call(routes.sessions.me)
      .then(() => answers.push('own'))
    await waiting(12)
    await as(colleague)
      .call(routes.sessions.me)
      .then(() => answers.push('of a colleague'))
    await release()
    await Promise.all([...requests, own])
    expect(answers).toEqual(['of a colleague', 'own'])
  })

  // Security: P13
  test('leaves a connection to the jobs of their vendor', async () => {
    const { stalled, release } = await lockTable('received_mails')
    const requests = twelve()
    await stalled(1)
    await as(fixture.staff).call(routes.tickets.reply, {
      params: { ticket: fixture.ticketId },
      body: { contents: 'Bakıyoruz' },
    })
    await expect
      .poll(async () =>
        (await as(fixture.member).call(routes.notifications.list)).body.notifications.map(
          ({ kind }) => kind,
        ),
      )
      .toContain('ticket.answered')
    await release()
    await Promise.all(requests)
  })
})

// Security: P18
test('eight users of one vendor with expensive requests leave connections for other vendors', async () => {
  const team = [fixture.admin, colleague]
  while (team.length < 8) team.push(await fixtures.person(fixture, 'admin'))
  const { stalled, release } = await lockTable('received_mails')
  const requests = team.map(expensive)
  await stalled(4)
  await waiting(4)
  for (const person of [neighbour.admin, neighbour.staff])
    expect((await as(person).call(routes.tickets.list, { query: { page: '0' } })).status).toBe(200)
  await release()
  expect(await statusesOf(requests)).toEqual(Array(8).fill(200))
})

// Security: P13
test('a user with a hundred waiting requests gets 429 for another one, in their language, and no other user does', async () => {
  const { stalled, release } = await lockTable('received_mails')
  const requests = Array.from({ length: 101 }, () => expensive(fixture.admin))
  await waiting(100)
  await stalled(1)
  for (const [language, message] of [
    ['tr', 'Çok fazla deneme yapıldı. 2 saniye sonra yeniden deneyin.'],
    ['en', 'Too many attempts. Try again in 2 seconds.'],
  ] as const) {
    const { status, body, headers } = await as({ ...fixture.admin, language }).call(
      routes.sessions.me,
    )
    expect([status, body.message, headers['retry-after']]).toEqual([429, message, '2'])
  }
  expect((await as(colleague).call(routes.sessions.me)).status).toBe(200)
  await release()
  expect(new Set(await statusesOf(requests))).toEqual(new Set([200]))
})

// Security: P13
test('a waiting request is not run after its client has disconnected', async () => {
  const { stalled, release } = await lockTable('received_mails')
  const first = expensive(fixture.admin)
  await stalled(1)
  const client = new AbortController()
  const { domain, token } = fixture.admin
  const create = fetch(`http://127.0.0.1:${portal.port}/api/v1/domain/${domain}/admin/company`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Yarım Kalan Sanayi' }),
    signal: client.signal,
  }).catch(String)
  await waiting(1)
  const sockets = () =>
    new Promise<number>((resolve, reject) =>
      portal.http.server.getConnections((e, n) => (e ? reject(e) : resolve(n))),
    )
  const open = await sockets()
  client.abort()
  expect(await create).toContain('AbortError')
  await expect.poll(sockets).toBe(open - 1)
  await release()
  expect((await first).status).toBe(200)
  const { body } = await as(fixture.admin).call(routes.companies.list)
  expect(body.companies.map(({ name }) => name)).not.toContain('Yarım Kalan Sanayi')
})

// Security: P13
test('a token that is forged waits behind no request of its user', async () => {
  const { stalled, release } = await lockTable('received_mails')
  const requests = twelve()
  await stalled(1)
  const [head, claims] = String(fixture.admin.token).split('.')
  const forged = { ...fixture.admin, token: `${head}.${claims}.${'A'.repeat(43)}` }
  const answers = await statusesOf(
    Array.from({ length: 200 }, () => as(forged).call(routes.sessions.me)),
  )
  expect(new Set(answers)).toEqual(new Set([401]))
  await waiting(11)
  await release()
  await Promise.all(requests)
})

// Security: P13
test('visitors of one network have one connection, and those of others do not wait for them', async () => {
  const { stalled, release } = await lockTable('activations')
  const checkFrom = (address: string) =>
    as(fixture.visitor).call(
      routes.sessions.checkLink,
      { body: { token: 'x', email: 'ayse@tezgah.test' } },
      { headers: { 'x-forwarded-for': address } },
    )
  const requests = Array.from({ length: 12 }, () => checkFrom('203.0.113.1'))
  await stalled(1)
  await waiting(11)
  requests.push(checkFrom('203.0.113.2'))
  await stalled(2)
  await waiting(11)
  await release()
  expect(new Set(await statusesOf(requests))).toEqual(new Set([200]))
})

test('work that no request waits for does not wait for other work of its vendor', async () => {
  const { vendorId } = fixture
  const finish = Promise.withResolvers<void>()
  const first = database.inVendor(vendorId, () => finish.promise)
  expect(await database.inVendor(vendorId, async () => 'second')).toBe('second')
  finish.resolve()
  await first
})

test('work that has a connection gets no second one, which both could wait for', async () => {
  const { vendorId } = fixture
  const nested = database.inVendor(vendorId, () => database.readVendor(vendorId, async () => 1))
  await expect(nested).rejects.toThrow('A second connection')
})
