import { afterAll, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { caller, openPortal, type Person } from '#testing/portal.ts'
import { start } from '../../app/start.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, http, owner } = portal
const other = await start({ ...portal.platform.config, port: 0 }, portal.connection, {
  logLevel: 'silent',
})
afterAll(() => other.stop())
const instances = [as, caller(other.http)] as const // at one of them a user has one connection

const create = (person: Person, idempotencyKey: string, name = 'Şişli Pres', at = as) =>
  at(person).call(routes.companies.create, { body: { name } }, { idempotencyKey })
const companiesOf = async (person: Person) =>
  (await as(person).call(routes.companies.list)).body.companies.length

test('a repeated request with the same key gets the first response and creates nothing', async () => {
  const { admin } = await fixtures.vendor()
  const [first, second] = [await create(admin, 'a-key'), await create(admin, 'a-key')]
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect(await companiesOf(admin)).toBe(1)
})

test('concurrent requests with the same key create one company', async () => {
  const { admin } = await fixtures.vendor()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) => create(admin, 'a-key', 'Şişli Pres', instances[i % 2])),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  expect(await companiesOf(admin)).toBe(1)
})

test('a ticket with a message and a file that is sent twice is opened once', async () => {
  const { member, companyId, companyMachineId } = await fixtures.company()
  const files = [await fixtures.upload(member)]
  const body = { title: 'Titriyor', machine: companyMachineId, message: 'Bakın', files }
  const open = (at: typeof as) =>
    at(member).call(
      routes.tickets.open,
      { params: { company: companyId }, body },
      { idempotencyKey: 'a-key' },
    )
  const [first, second] = await Promise.all(instances.map(open))
  expect([second?.status, second?.body]).toEqual([200, first?.body])
  const { body: list } = await as(member).call(routes.tickets.listOfAccount, {
    params: { company: companyId },
  })
  expect(list.tickets).toHaveLength(1)
})

// Security: P16
test('a key that was used with another body is refused with an explanation and creates nothing', async () => {
  const { admin } = await fixtures.vendor()
  await create(admin, 'a-key')
  const other = await create(admin, 'a-key', 'Karabük Torna')
  expect([other.status, other.body]).toEqual([
    422,
    expect.objectContaining({
      name: 'IdempotencyMismatchError',
      message:
        'Bu Idempotency-Key daha önce başka bir istekle gönderilmiş; hiçbir şey yapılmadı. Farklı bir istek için yeni bir anahtar gönderin.',
    }),
  ])
  const english = await create({ ...admin, language: 'en' }, 'a-key', 'Karabük Torna')
  expect(english.body).toMatchObject({
    message:
      'This Idempotency-Key was sent with another request before; nothing was done. Send a new key with a different request.',
  })
  expect(await companiesOf(admin)).toBe(1)
  expect((await create(admin, 'a-key')).status).toBe(200)
})

// Security: P16
test('a key that was used for another call or another ticket is refused', async () => {
  const { admin, member, companyId, companyMachineId } = await fixtures.company()
  await create(admin, 'a-key')
  const machine = await as(admin).call(
    routes.machines.create,
    { body: { name: 'Freze', sku: 'F' } },
    { idempotencyKey: 'a-key' },
  )
  expect(machine.status).toBe(422)
  const open = {
    params: { company: companyId },
    body: { title: 'Titriyor', machine: companyMachineId },
  }
  const [one, two] = [
    await as(member).call(routes.tickets.open, open),
    await as(member).call(routes.tickets.open, open),
  ]
  const reply = (ticket: string) =>
    as(member).call(
      routes.tickets.replyOfAccount,
      { params: { company: companyId, ticket }, body: { contents: 'Bakın' } },
      { idempotencyKey: 'b-key' },
    )
  expect([(await reply(one.body._id)).status, (await reply(two.body._id)).status]).toEqual([
    200, 422,
  ])
})

test('requests are equal regardless of field order, white space and unknown fields', async () => {
  const { admin, vendorId } = await fixtures.vendor()
  const send = (payload: string) =>
    http.inject({
      method: 'POST',
      url: `/api/v1/domain/${admin.domain}/admin/company`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'a-key',
      },
      payload,
    })
  const first = await send('{"name":"Şişli Pres","dateSupportEnd":"2030-01-31"}')
  const again = await send(
    '{ "unknown": 1, "dateSupportEnd": "2030-01-31",\n "name": " Şişli Pres " }',
  )
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, first.body])
  const { rows } = await owner.query('select request from idempotency_keys where vendor_id = $1', [
    vendorId,
  ])
  expect(rows).toEqual([{ request: expect.stringMatching(/^[\w-]{43}$/) }])
})

test('a key stored by the previous version, without the request, still gets its response', async () => {
  const { admin } = await fixtures.vendor()
  const first = await create(admin, 'a-key')
  await owner.query('update idempotency_keys set request = null')
  expect((await create(admin, 'a-key')).body).toEqual(first.body)
})

test('the same key of a colleague or of another vendor is independent', async () => {
  const { admin, operator } = await fixtures.vendor()
  const { admin: stranger } = await fixtures.vendor()
  const answers = [
    await create(admin, 'a-key'),
    await create(operator, 'a-key'),
    await create(stranger, 'a-key'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(3)
})

test('a refused create does not use up its key', async () => {
  const { admin } = await fixtures.vendor()
  expect((await create(admin, 'a-key', ' ')).status).toBe(400)
  expect((await create(admin, 'a-key')).status).toBe(200)
})

test('a key expires after 24 hours', async () => {
  const { admin } = await fixtures.vendor()
  const age = (hours: number) =>
    owner.query('update idempotency_keys set date_created = now() - make_interval(hours => $1)', [
      hours,
    ])
  const first = await create(admin, 'a-key')
  await age(23)
  expect((await create(admin, 'a-key')).body._id).toBe(first.body._id)
  await age(25)
  expect((await create(admin, 'a-key')).body._id).not.toBe(first.body._id)
})

test('a key whose response cannot be decrypted is refused', async () => {
  const { admin } = await fixtures.vendor()
  await create(admin, 'a-key')
  await owner.query("update idempotency_keys set answer = 'made by another TOKEN_SECRET'")
  const { status, body } = await create(admin, 'a-key')
  expect([status, body]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining('artık okunamıyor') }),
  ])
})

test.each(['x'.repeat(201), 'with space', 'ışık'])(
  'a key has at most 200 visible ASCII characters, so "%s" is refused',
  async key => {
    const { admin } = await fixtures.vendor()
    const { status, body } = await create(admin, key)
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, ['Idempotency-Key']])
  },
)
