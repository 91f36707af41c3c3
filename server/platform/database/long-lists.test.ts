import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { batchSize } from './batches.ts'

// A list without pages is read in portions; whoever asks for it gets one answer.

const portal = await openPortal()
const { as, owner } = portal
const given = givenIn(portal)
const place = await given.ticket()
const stranger = await given.ticket()
const many = Math.round(batchSize * 2.5)

beforeAll(async () => {
  const { vendorId, companyId, companyMachineId, member } = place
  // Every hundred of them are of one moment, so that a portion ends in the middle of some.
  await owner.query(
    `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, date_created)
       select $1, gen_random_uuid(), $2, $3, 'Mil ısınıyor ' || i, $4, '2025-01-01'::timestamptz + make_interval(secs => (i + 50) / 100 + 0.000123)
         from generate_series(1, ${many}) i`,
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
      [place.vendorId],
    )
  ).rows.map(({ id }) => id)

test('the team gets all tickets in one answer, each once, the newest first', async () => {
  const { status, body } = await as(place.staff).call(routes.tickets.list)
  expect(status).toBe(200)
  expect(body.tickets.map(({ _id }) => _id)).toEqual(await ids('tickets'))
  expect(Object.keys(body)).toEqual(['tickets'])
})

test('a member gets all tickets of an account in one answer', async () => {
  const { body } = await as(place.member).call(routes.tickets.listOfAccount, { params: { company: place.companyId } })
  expect(body.tickets.map(({ _id }) => _id)).toEqual(await ids('tickets'))
})

test('all companies are one answer', async () => {
  const { body } = await as(place.admin).call(routes.companies.list)
  expect(body.companies.map(({ _id }) => _id)).toEqual(await ids('companies'))
})

test('whoever only asks for the head of a long list is not sent it', async () => {
  const { statusCode, body } = await portal.raw.inject({ method: 'HEAD', ...request(place.staff) })
  expect([statusCode, body]).toEqual([200, ''])
})

test('another vendor’s long list is nothing to its own', async () => {
  const { body } = await as(stranger.staff).call(routes.tickets.list)
  expect(body.tickets.map(({ _id }) => _id)).toEqual([stranger.ticketId])
})

test('who is signed out in the middle of a long list gets no more of it', async () => {
  const person = { ...place.staff, ...(await given.session(place, place.staff.userId)) }
  const { database } = portal.platform
  const inRequest = database.inRequest.bind(database)
  const spy = vi.spyOn(database, 'inRequest').mockImplementation(async (...asked) => {
    const portion = await inRequest(...asked)
    await owner.query('delete from sessions where vendor_id = $1 and user_id = $2', [place.vendorId, person.userId])
    return portion
  })
  onTestFinished(() => spy.mockRestore())
  const { url, headers } = request(person)
  const answer = await fetch(`http://127.0.0.1:${portal.port}${url}`, { headers })
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

describe('somebody who asks for four long lists at once', async () => {
  /** Four answers that have begun, of a person at the vendor; no other portion is read before `goOn`. */
  async function begunBy(person: Person) {
    const { database } = portal.platform
    const inRequest = database.inRequest.bind(database)
    const held = Promise.withResolvers<void>()
    const portions: string[] = []
    const spy = vi.spyOn(database, 'inRequest').mockImplementation((asked, work) =>
      inRequest(asked, async (db, opened) => {
        const answer = await work(db, opened)
        if (!db.batch?.after) return answer
        portions.push(opened.sessionId ?? '')
        await held.promise
        return answer
      }),
    )
    onTestFinished(() => {
      held.resolve()
      spy.mockRestore()
    })
    const hangUp = new AbortController()
    const answers = await Promise.all(Array.from({ length: 4 }, () => list(person, hangUp.signal)))
    return { answers, hangUp: () => hangUp.abort(), goOn: held.resolve, portions }
  }
  const list = (person: Person, signal?: AbortSignal) => {
    const { url, headers } = request(person)
    return fetch(`http://127.0.0.1:${portal.port}${url}`, { headers, ...(signal && { signal }) })
  }
  const again = async () => ({ ...place.staff, ...(await given.session(place, place.staff.userId)) })

  test('is refused a fifth, and told when to ask again', async () => {
    const person = await again()
    await begunBy(person)
    const fifth = await list(person)
    expect([fifth.status, fifth.headers.get('retry-after'), JSON.parse(await fifth.text()).message]).toEqual([
      429,
      '10',
      'Aynı anda çok fazla uzun liste istiyorsunuz. Öncekiler gelince yeniden deneyin.',
    ])
  })

  test('may ask for another when those have come, each of them whole', async () => {
    const person = await again()
    const { answers, goOn } = await begunBy(person)
    goOn()
    for (const answer of answers) expect(JSON.parse(await answer.text()).tickets).toHaveLength(many + 1)
    await expect.poll(async () => (await list(person)).status).toBe(200)
  })

  test('is given short ones meanwhile', async () => {
    const person = { ...place.admin, ...(await given.session(place, place.admin.userId)) }
    await begunBy(person)
    expect((await as(person).call(routes.machines.list)).status).toBe(200)
    expect((await as(person).call(routes.tickets.list, { query: { page: '0', size: '10' } })).status).toBe(200)
  })

  test('lets another, who comes after them, have theirs in turn', async () => {
    const [person, other] = [await again(), await again()]
    const { answers, goOn, portions } = await begunBy(person)
    const late = await list(other)
    goOn()
    for (const answer of [...answers, late]) await answer.text()
    expect(new Set(portions.slice(1, 3)).size).toBe(2)
  })

  test('has no more of them read after hanging up, and may ask for others', async () => {
    const person = await again()
    const { hangUp, goOn, portions } = await begunBy(person)
    hangUp()
    const served = async () => {
      const answer = await list(person)
      expect(answer.status).toBe(200)
      return answer
    }
    const others = await Promise.all(Array.from({ length: 4 }, () => vi.waitFor(served, 5_000)))
    goOn()
    for (const answer of others) expect(JSON.parse(await answer.text()).tickets).toHaveLength(many + 1)
    expect(portions).toHaveLength(1 + 4 * 2) // the one that was being read, and what those who still read waited for
  })
})

const request = ({ domain, token }: Person) => ({
  url: `/api/v1/domain/${domain}/staff/ticket`,
  headers: { authorization: `Bearer ${token}` },
})
