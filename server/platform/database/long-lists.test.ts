import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'
import { batchSize } from './batches.ts'
import { currentRequester } from './requester.ts'

// A list without pages is read in batches and streamed as one response (record 0023).

const portal = await openPortal()
const { as, owner } = portal
const fixtures = fixturesIn(portal)
const vendor = await fixtures.ticket()
const stranger = await fixtures.ticket()
const many = Math.round(batchSize * 2.5)

beforeAll(async () => {
  const { vendorId, companyId, companyMachineId, member } = vendor
  // A hundred rows share each time, so that a batch ends between rows of the same time.
  await owner.query(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, date_created)
         select $1, gen_random_uuid(), $2, $3, 'Mil ısınıyor ' || i, $4, '2025-01-01'::timestamptz + make_interval(secs => (i + 50) / 100 + 0.000123)
           from generate_series(1, ${many}) i`,
    ),
    [vendorId, companyId, companyMachineId, member.userId],
  )
  await owner.query(
    "insert into companies (vendor_id, id, name, date_added) select $1, gen_random_uuid(), 'Firma ' || i, '2025-01-01' from generate_series(1, $2::int) i",
    [vendorId, many],
  )
})

const ids = async (table: string) =>
  (
    await owner.query<{ id: string }>(
      `select id from ${table} where vendor_id = $1 order by date_${table === 'tickets' ? 'created' : 'added'} desc, id desc`,
      [vendor.vendorId],
    )
  ).rows.map(({ id }) => id)

test('staff get all tickets in one response, each once, newest first', async () => {
  const { status, body } = await as(vendor.staff).call(routes.tickets.list)
  expect(status).toBe(200)
  expect(body.tickets.map(({ _id }) => _id)).toEqual(await ids('tickets'))
  expect(Object.keys(body)).toEqual(['tickets'])
})

test('a member gets all tickets of an account in one response', async () => {
  const { body } = await as(vendor.member).call(routes.tickets.listOfAccount, {
    params: { company: vendor.companyId },
  })
  expect(body.tickets.map(({ _id }) => _id)).toEqual(await ids('tickets'))
})

test('all companies are one response', async () => {
  const { body } = await as(vendor.admin).call(routes.companies.list)
  expect(body.companies.map(({ _id }) => _id)).toEqual(await ids('companies'))
})

test('a HEAD request for a long list gets no body', async () => {
  const { statusCode, body } = await portal.raw.inject({ method: 'HEAD', ...request(vendor.staff) })
  expect([statusCode, body]).toEqual([200, ''])
})

test('a list contains no row of another vendor’s long list', async () => {
  const { body } = await as(stranger.staff).call(routes.tickets.list)
  expect(body.tickets.map(({ _id }) => _id)).toEqual([stranger.ticketId])
})

// Security: P18
test('each part of a whole list, the first one too, is a batch that takes turns with others; a page is none', async () => {
  const { database } = portal.platform
  const inRequest = database.inRequest.bind(database)
  const isBatch: unknown[] = []
  const spy = vi.spyOn(database, 'inRequest').mockImplementation((...args) => {
    isBatch.push(currentRequester()?.isBatch)
    return inRequest(...args)
  })
  onTestFinished(() => spy.mockRestore())
  const { url, headers } = request(vendor.staff)
  const seenOf = async (query: string) => {
    isBatch.length = 0
    const answer = await fetch(`http://127.0.0.1:${portal.port}${url}${query}`, { headers })
    await answer.text()
    return [answer.status, ...isBatch]
  }
  for (const whole of ['', '?other=1']) expect(await seenOf(whole)).toEqual([200, true, true, true])
  for (const page of ['?page=0', '?search=', '?status=open'])
    expect(await seenOf(page)).toEqual([200, false])
})

test('a session that ends during a long list gets no further batch', async () => {
  const person = { ...vendor.staff, ...(await fixtures.session(vendor, vendor.staff.userId)) }
  const { database } = portal.platform
  const inRequest = database.inRequest.bind(database)
  const spy = vi.spyOn(database, 'inRequest').mockImplementation(async (...args) => {
    const batch = await inRequest(...args)
    await owner.query('delete from sessions where vendor_id = $1 and user_id = $2', [
      vendor.vendorId,
      person.userId,
    ])
    return batch
  })
  onTestFinished(() => spy.mockRestore())
  const { url, headers } = request(person)
  const answer = await fetch(`http://127.0.0.1:${portal.port}${url}`, { headers })
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

describe('a session with four long lists in progress', async () => {
  /** Starts four responses; their second batches are read, and
   * sent after `resume`. `batches` are all but the first. */
  async function startLists(person: Session) {
    const { database } = portal.platform
    const inRequest = database.inRequest.bind(database)
    const barrier = Promise.withResolvers<void>()
    const batches: unknown[] = []
    const spy = vi.spyOn(database, 'inRequest').mockImplementation(async (request, work) => {
      let isLater = false
      const answer = await inRequest(request, async (db, context) => {
        const statements = vi.spyOn(db, 'run')
        const rows = await work(db, context)
        const [list] = statements.mock.calls
          .map(([sent]) => sent)
          .filter(({ text }) => text.includes('"exact"'))
        isLater =
          request.sessionId === person.sessionId &&
          list !== undefined &&
          !list.values.includes('infinity')
        if (isLater) batches.push(list)
        return rows
      })
      if (isLater) await barrier.promise
      return answer
    })
    onTestFinished(() => {
      barrier.resolve()
      spy.mockRestore()
    })
    const client = new AbortController()
    const answers = await Promise.all(Array.from({ length: 4 }, () => list(person, client.signal)))
    await expect.poll(() => batches).toHaveLength(4)
    return { answers, disconnect: () => client.abort(), resume: barrier.resolve, batches }
  }
  const list = (person: Person, signal?: AbortSignal) => {
    const { url, headers } = request(person)
    return fetch(`http://127.0.0.1:${portal.port}${url}`, { headers, ...(signal && { signal }) })
  }
  type Session = Person & { sessionId: string }
  const newSession = async (): Promise<Session> => ({
    ...vendor.staff,
    ...(await fixtures.session(vendor, vendor.staff.userId)),
  })

  test('is refused a fifth one with Retry-After', async () => {
    const person = await newSession()
    await startLists(person)
    const fifth = await list(person)
    expect([
      fifth.status,
      fifth.headers.get('retry-after'),
      JSON.parse(await fifth.text()).message,
    ]).toEqual([
      429,
      '10',
      'Aynı anda çok fazla uzun liste istiyorsunuz. Öncekiler gelince yeniden deneyin.',
    ])
  })

  test('gets them complete, and may then request another', async () => {
    const person = await newSession()
    const { answers, resume } = await startLists(person)
    resume()
    for (const answer of answers)
      expect(JSON.parse(await answer.text()).tickets).toHaveLength(many + 1)
    await expect.poll(async () => (await list(person)).status).toBe(200)
  })

  test('gets short lists meanwhile', async () => {
    const person = { ...vendor.admin, ...(await fixtures.session(vendor, vendor.admin.userId)) }
    await startLists(person)
    expect((await as(person).call(routes.machines.list)).status).toBe(200)
    expect(
      (await as(person).call(routes.tickets.list, { query: { page: '0', size: '10' } })).status,
    ).toBe(200)
  })

  test('delays no list of another user', async () => {
    const { answers, resume } = await startLists(await newSession())
    expect(JSON.parse(await (await list(vendor.admin)).text()).tickets).toHaveLength(many + 1)
    resume()
    for (const answer of answers) await answer.text()
  })

  test('causes no further batches after disconnecting, and may request others', async () => {
    const person = await newSession()
    const { disconnect, resume, batches } = await startLists(person)
    disconnect()
    const served = async () => {
      const answer = await list(person)
      expect(answer.status).toBe(200)
      return answer
    }
    const others = await Promise.all(Array.from({ length: 4 }, () => waitFor(served)))
    resume()
    for (const answer of others)
      expect(JSON.parse(await answer.text()).tickets).toHaveLength(many + 1)
    // those in progress, and two for each of the four new responses
    expect(batches).toHaveLength(4 + 4 * 2)
  })
})

const request = ({ domain, token }: Person) => ({
  url: `/api/v1/domain/${domain}/staff/ticket`,
  headers: { authorization: `Bearer ${token}` },
})
