import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { TicketFilter } from '#contract/ticket-filters.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const query: TicketFilter = { status: 'open', priority: 'standing', sort: 'dateDue' }
const save = (by: Person, name: string, { isOfTeam = false } = {}) =>
  as(by).call(routes.ticketFilters.save, { body: { name, isOfTeam, query } })
const namesOf = async (by: Person) =>
  (await as(by).call(routes.ticketFilters.list)).body.filters.map(({ name }) => name)
const change = (by: Person, filter: string, body: object) =>
  as(by).call(routes.ticketFilters.change, { params: { filter }, body })

test('a member of the team sees their own filters and those of the team, in Turkish order', async () => {
  const at = await fixtures.vendor()
  await save(at.staff, 'Şişli')
  await save(at.staff, 'Sincan')
  await save(at.admin, 'Duran makineler', { isOfTeam: true })
  await save(at.admin, 'Çağrılarım')
  expect(await namesOf(at.staff)).toEqual(['Duran makineler', 'Sincan', 'Şişli'])
  expect(await namesOf(at.admin)).toEqual(['Çağrılarım', 'Duran makineler'])
  const { filters } = (await as(at.admin).call(routes.ticketFilters.list)).body
  expect(filters[1]).toEqual({
    _id: expect.any(String),
    name: 'Duran makineler',
    isOfTeam: true,
    query,
  })
})

test('each member of the team changes and deletes a filter of the team', async () => {
  const at = await fixtures.vendor()
  const { _id } = (await save(at.admin, 'Duran', { isOfTeam: true })).body
  expect((await change(at.staff, _id, { name: 'Duran makineler' })).status).toBe(200)
  expect(await namesOf(at.admin)).toEqual(['Duran makineler'])
  const params = { filter: _id }
  expect((await as(at.staff).call(routes.ticketFilters.remove, { params })).status).toBe(200)
  expect(await namesOf(at.admin)).toEqual([])
})

test('a filter of one user is not found by a colleague', async () => {
  const at = await fixtures.vendor()
  const { _id } = (await save(at.admin, 'Yöneticinin')).body
  expect((await change(at.staff, _id, { name: 'Benim' })).status).toBe(404)
  const params = { filter: _id }
  expect((await as(at.staff).call(routes.ticketFilters.remove, { params })).status).toBe(404)
  expect(await namesOf(at.admin)).toEqual(['Yöneticinin'])
})

test('a filter that leaves the team belongs to the one who takes it', async () => {
  const at = await fixtures.vendor()
  const { _id } = (await save(at.admin, 'Herkesin', { isOfTeam: true })).body
  await change(at.staff, _id, { isOfTeam: false })
  expect([await namesOf(at.staff), await namesOf(at.admin)]).toEqual([['Herkesin'], []])
})

test('a name is taken once by each user and once by the team', async () => {
  const at = await fixtures.vendor()
  await save(at.staff, 'Bekleyenler')
  expect((await save(at.staff, 'bekleyenler')).body).toMatchObject({ name: 'ConflictError' })
  expect((await save(at.admin, 'Bekleyenler')).status).toBe(200)
  expect((await save(at.staff, 'Bekleyenler', { isOfTeam: true })).status).toBe(200)
  const second = (await save(at.staff, 'Diğerleri')).body._id
  expect((await change(at.staff, second, { name: 'Bekleyenler' })).status).toBe(409)
  expect((await change(at.staff, second, { isOfTeam: true, name: 'Bekleyenler' })).status).toBe(409)
})

test('the fifty-first filter of a user is refused, also one taken from the team', async () => {
  const at = await fixtures.vendor()
  await owner.query(
    `insert into ticket_filters (vendor_id, id, user_id, is_of_team, name, query)
       select $1, uuidv7(), $2, false, 'filtre ' || i, '{}' from generate_series(1, 50) i`,
    [at.vendorId, at.staff.userId],
  )
  expect((await save(at.staff, 'bir tane daha')).status).toBe(409)
  const { _id } = (await save(at.staff, 'ekibin', { isOfTeam: true })).body
  expect((await change(at.staff, _id, { isOfTeam: false })).status).toBe(409)
  expect((await save(at.admin, 'başkasının ilki')).status).toBe(200)
})

// Security: T18
test('the audit says who saved, renamed, took and deleted a filter of the team; of their own it says nothing', async () => {
  const at = await fixtures.vendor()
  const remove = (by: Person, filter: string) =>
    as(by).call(routes.ticketFilters.remove, { params: { filter } })
  const { _id } = (await save(at.admin, 'Duran', { isOfTeam: true })).body
  await change(at.staff, _id, { query: { status: 'closed' } })
  await change(at.staff, _id, { name: 'Duran makineler', isOfTeam: false })
  await change(at.staff, _id, { query })
  await change(at.staff, _id, { isOfTeam: true })
  await remove(at.admin, _id)
  await remove(at.staff, (await save(at.staff, 'Benim')).body._id)
  const { entries } = (await as(at.admin).call(routes.audit.list, { query: {} })).body
  expect(entries.map(({ action, subject, user }) => [action, subject, user])).toEqual([
    ['ticketFilters.remove', 'Duran makineler', at.admin.userId],
    ['ticketFilters.change', 'Duran makineler', at.staff.userId],
    ['ticketFilters.change', 'Duran → Duran makineler', at.staff.userId],
    ['ticketFilters.change', 'Duran', at.staff.userId],
    ['ticketFilters.save', 'Duran', at.admin.userId],
  ])
})
