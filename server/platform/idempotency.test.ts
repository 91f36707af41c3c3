import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal()
const given = givenIn(portal)
const { as, owner } = portal

const create = (person: Person, idempotencyKey: string, name = 'Şişli Pres') =>
  as(person).call(routes.companies.create, { body: { name } }, { idempotencyKey })
const companiesOf = async (person: Person) => (await as(person).call(routes.companies.list)).body.companies.length

test('the same key gets the same answer, and makes nothing new', async () => {
  const { admin } = await given.vendor()
  const [first, second] = [await create(admin, 'a-key'), await create(admin, 'a-key')]
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect(await companiesOf(admin)).toBe(1)
})

test('the same key sent twice at once makes one thing', async () => {
  const { admin } = await given.vendor()
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(admin, 'a-key')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  expect(await companiesOf(admin)).toBe(1)
})

test('a ticket with its message and file is opened once, however often it is sent', async () => {
  const { member, companyId, companyMachineId } = await given.company()
  const files = [await given.upload(member)]
  const body = { title: 'Titriyor', machine: companyMachineId, message: 'Bakın', files }
  const open = () => as(member).call(routes.tickets.open, { params: { company: companyId }, body }, { idempotencyKey: 'a-key' })
  const [first, second] = await Promise.all([open(), open()])
  expect([second.status, second.body]).toEqual([200, first.body])
  const { body: list } = await as(member).call(routes.tickets.listOfAccount, { params: { company: companyId } })
  expect(list.tickets).toHaveLength(1)
})

test('a key that was used for another call is refused', async () => {
  const { admin } = await given.vendor()
  await create(admin, 'a-key')
  const other = await as(admin).call(routes.machines.create, { body: { name: 'Freze', sku: 'F' } }, { idempotencyKey: 'a-key' })
  expect([other.status, other.body.message]).toEqual([409, 'Bu Idempotency-Key başka bir çağrıda kullanılmış.'])
})

test('a key is its user’s own: a colleague’s, and another vendor’s, is another one', async () => {
  const { admin, operator } = await given.vendor()
  const { admin: stranger } = await given.vendor()
  const answers = [await create(admin, 'a-key'), await create(operator, 'a-key'), await create(stranger, 'a-key')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(3)
})

test('a create that was refused leaves its key free', async () => {
  const { admin } = await given.vendor()
  expect((await create(admin, 'a-key', ' ')).status).toBe(400)
  expect((await create(admin, 'a-key')).status).toBe(200)
})

test('a key works for a day, and is a new one afterwards', async () => {
  const { admin } = await given.vendor()
  const age = (hours: number) => owner.query('update idempotency_keys set date_created = now() - make_interval(hours => $1)', [hours])
  const first = await create(admin, 'a-key')
  await age(23)
  expect((await create(admin, 'a-key')).body._id).toBe(first.body._id)
  await age(25)
  expect((await create(admin, 'a-key')).body._id).not.toBe(first.body._id)
})

test('a key that nobody may read again is refused, not answered', async () => {
  const { admin } = await given.vendor()
  await create(admin, 'a-key')
  await owner.query("update idempotency_keys set answer = 'made by another TOKEN_SECRET'")
  expect((await create(admin, 'a-key')).status).toBe(409)
})

test.each(['x'.repeat(201), 'with space', 'ışık'])('a key is at most 200 plain characters: not "%s"', async key => {
  const { admin } = await given.vendor()
  const { status, body } = await create(admin, key)
  expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, ['Idempotency-Key']])
})
