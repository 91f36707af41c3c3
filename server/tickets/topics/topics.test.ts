import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const unknown = '018f0000-0000-7000-8000-000000000000'

const create = (by: Person, name: string) => as(by).call(routes.topics.create, { body: { name } })
const rename = (by: Person, topic: string, name: string) =>
  as(by).call(routes.topics.update, { params: { topic }, body: { name } })
const remove = (by: Person, topic: string) =>
  as(by).call(routes.topics.remove, { params: { topic } })
const namesOf = async (by: Person) =>
  (await as(by).call(routes.topics.list)).body.topics.map(({ name }) => name)

/** A ticket of a vendor with three topics. */
async function openTicket() {
  const at = await fixtures.ticket()
  const [parts, setup, power] = await Promise.all(
    ['Yedek parça', 'Kurulum', 'Elektrik'].map(
      async name => (await create(at.admin, name)).body._id,
    ),
  )
  const params = { ticket: at.ticketId }
  return {
    ...at,
    parts: parts as string,
    setup: setup as string,
    power: power as string,
    change: (by: Person, body: { addTopics?: string[]; removeTopics?: string[] }) =>
      as(by).call(routes.tickets.change, { params, body }),
    topics: async () =>
      (await as(at.staff).call(routes.tickets.get, { params })).body.topics.map(({ name }) => name),
  }
}

test('an administrator adds topics, which the team reads in Turkish order', async () => {
  const at = await fixtures.vendor()
  for (const name of ['Şase', 'Servis', 'Çatlak', 'Elektrik']) await create(at.admin, name)
  expect(await namesOf(at.staff)).toEqual(['Çatlak', 'Elektrik', 'Servis', 'Şase'])
})

test('staff can neither add nor rename nor delete a topic', async () => {
  const at = await fixtures.vendor()
  const { _id } = (await create(at.admin, 'Kurulum')).body
  expect((await create(at.staff, 'Elektrik')).status).toBe(403)
  expect((await rename(at.staff, _id, 'Montaj')).status).toBe(403)
  expect((await remove(at.staff, _id)).status).toBe(403)
  expect(await namesOf(at.staff)).toEqual(['Kurulum'])
})

test("another vendor's topic is not found", async () => {
  const [at, other] = [await fixtures.ticket(), await fixtures.vendor()]
  const { _id } = (await create(other.admin, 'Kurulum')).body
  expect(await namesOf(at.staff)).toEqual([])
  expect((await rename(at.admin, _id, 'Montaj')).status).toBe(404)
  expect((await remove(at.admin, _id)).status).toBe(404)
  const params = { ticket: at.ticketId }
  const body = { addTopics: [_id] }
  expect((await as(at.staff).call(routes.tickets.change, { params, body })).status).toBe(404)
  expect(await namesOf(other.admin)).toEqual(['Kurulum'])
})

test('a name is taken once, in any spelling', async () => {
  const at = await fixtures.vendor()
  await create(at.admin, 'Isınma')
  expect((await create(at.admin, 'ISINMA')).body).toMatchObject({
    name: 'ConflictError',
    message: expect.stringContaining('Bu adda bir kategori'),
  })
  const { _id } = (await create(at.admin, 'Elektrik')).body
  expect((await rename(at.admin, _id, 'ısınma')).status).toBe(409)
  expect((await rename(at.admin, _id, 'ELEKTRİK')).status).toBe(200)
  expect(await namesOf(at.staff)).toEqual(['ELEKTRİK', 'Isınma'])
})

test('the topic after a hundred is refused', async () => {
  const at = await fixtures.vendor()
  await owner.query(
    "insert into topics (vendor_id, id, name) select $1, uuidv7(), 'konu ' || i from generate_series(1, 100) i",
    [at.vendorId],
  )
  expect((await create(at.admin, 'bir tane daha')).body).toMatchObject({
    name: 'ConflictError',
    message: expect.stringContaining('100'),
  })
})

test('the team gives a ticket topics and takes them from it', async () => {
  const at = await openTicket()
  const { body } = await at.change(at.staff, { addTopics: [at.parts, at.power] })
  expect(body.message).toBe('Talebin kategorileri değiştirildi.')
  expect(await at.topics()).toEqual(['Elektrik', 'Yedek parça'])
  await at.change(at.staff, { addTopics: [at.setup], removeTopics: [at.power] })
  expect(await at.topics()).toEqual(['Kurulum', 'Yedek parça'])
})

test('a customer reads no topic, and cannot change one', async () => {
  const at = await openTicket()
  await at.change(at.staff, { addTopics: [at.parts] })
  const params = { company: at.companyId, ticket: at.ticketId }
  const answer = await as(at.member).call(routes.tickets.getOfAccount, { params })
  expect(answer.status).toBe(200)
  expect(JSON.stringify(answer.body)).not.toMatch(/topic|Yedek parça/)
  await as(at.member).call(routes.tickets.changeOfAccount, {
    params,
    body: { status: 'closed', removeTopics: [at.parts] } as never,
  })
  expect(await at.topics()).toEqual(['Yedek parça'])
})

test('of two colleagues who add different topics at once, neither loses one', async () => {
  const at = await openTicket()
  const answers = await Promise.all([
    at.change(at.staff, { addTopics: [at.parts] }),
    at.change(at.admin, { addTopics: [at.power] }),
    at.change(at.admin, { addTopics: [at.setup] }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await at.topics()).toEqual(['Elektrik', 'Kurulum', 'Yedek parça'])
})

test('a topic that is deleted while a colleague adds it is on no ticket', async () => {
  const at = await openTicket()
  const [added, removed] = await Promise.all([
    at.change(at.staff, { addTopics: [at.parts] }),
    remove(at.admin, at.parts),
  ])
  expect([200, 404]).toContain(added.status)
  expect(removed.status).toBe(200)
  expect(await at.topics()).toEqual([])
})

test('a topic that the ticket has already changes nothing, and is not in the audit', async () => {
  const at = await openTicket()
  await at.change(at.staff, { addTopics: [at.parts] })
  const { body } = await at.change(at.staff, { addTopics: [at.parts], removeTopics: [at.power] })
  expect(body.message).toBe('Talebin kategorileri zaten böyle.')
  const { entries } = (await as(at.admin).call(routes.audit.list)).body
  expect(entries.filter(({ action }) => action === 'tickets.change')).toHaveLength(1)
})

test('the audit names the topics that a ticket was given, and those that an administrator changed', async () => {
  const at = await openTicket()
  await at.change(at.staff, { addTopics: [at.parts] })
  await at.change(at.staff, { addTopics: [at.setup], removeTopics: [at.parts] })
  await rename(at.admin, at.power, 'Elektronik')
  await remove(at.admin, at.power)
  const { entries } = (await as(at.admin).call(routes.audit.list)).body
  expect(entries.slice(0, 4).map(({ action, changes }) => [action, changes])).toEqual([
    ['topics.remove', []],
    ['topics.update', [{ field: 'name', before: expect.any(String), after: 'Elektronik' }]],
    ['tickets.change', [{ field: 'topics', before: 'Yedek parça', after: 'Kurulum' }]],
    ['tickets.change', [{ field: 'topics', before: null, after: 'Yedek parça' }]],
  ])
})

test('an unknown topic is refused, and what came with it is not done', async () => {
  const at = await openTicket()
  expect((await at.change(at.staff, { addTopics: [at.parts, unknown] })).status).toBe(404)
  expect((await at.change(at.staff, { removeTopics: [unknown] })).status).toBe(404)
  expect(await at.topics()).toEqual([])
})

test('the topic after twenty of a ticket is refused', async () => {
  const at = await openTicket()
  await owner.query(
    `with added as (
       insert into topics (vendor_id, id, name) select $1, uuidv7(), 'konu ' || i from generate_series(1, 20) i returning id)
     insert into ticket_topics (vendor_id, ticket_id, topic_id) select $1, $2, id from added`,
    [at.vendorId, at.ticketId],
  )
  expect((await at.change(at.staff, { addTopics: [at.parts] })).body).toMatchObject({
    name: 'ConflictError',
    message: expect.stringContaining('20'),
  })
  expect(await at.topics()).toHaveLength(20)
})

test('a renamed topic has its new name on its tickets, and a deleted one leaves them', async () => {
  const at = await openTicket()
  await at.change(at.staff, { addTopics: [at.parts, at.power] })
  await rename(at.admin, at.power, 'Elektronik')
  expect(await at.topics()).toEqual(['Elektronik', 'Yedek parça'])
  const params = { topic: at.power }
  expect((await as(at.admin).call(routes.topics.get, { params })).body).toEqual({
    _id: at.power,
    name: 'Elektronik',
    tickets: 1,
  })
  await remove(at.admin, at.power)
  expect(await at.topics()).toEqual(['Yedek parça'])
  expect((await as(at.admin).call(routes.topics.get, { params })).status).toBe(404)
})

test('colleagues learn at once of the topics of a ticket, and customers do not', async () => {
  const at = await openTicket()
  const [colleague, customer] = [
    await openEventStream(portal.port, at.admin),
    await openEventStream(portal.port, at.member),
  ]
  await at.change(at.staff, { addTopics: [at.parts] })
  await expect.poll(colleague.events).toHaveLength(1)
  const params = { ticket: at.ticketId }
  await as(at.staff).call(routes.tickets.reply, { params, body: { contents: 'Bakıyoruz.' } })
  await expect.poll(colleague.events).toHaveLength(2)
  await expect.poll(customer.events).toHaveLength(1)
})
