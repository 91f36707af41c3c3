import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { portionSize } from '#platform/portions.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal, type Person } from '#testing/portal.ts'

// A list without pages is read in portions; whoever asks for it gets one answer.

const portal = await openPortal()
const { as, owner } = portal
const given = givenIn(portal)
const place = await given.ticket()
const stranger = await given.ticket()
const many = Math.round(portionSize * 2.5)

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

const request = ({ domain, token }: Person) => ({
  url: `/api/v1/domain/${domain}/staff/ticket`,
  headers: { authorization: `Bearer ${token}` },
})
