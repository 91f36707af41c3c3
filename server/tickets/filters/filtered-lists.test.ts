import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { TicketPriority } from '#contract/tickets.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'
import type { AskedFilter } from '../filter-conditions.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const nobody = '018f0000-0000-7000-8000-000000000000'

/** A company's two machines of different models, with tickets of both. */
async function openDesk() {
  const at = await fixtures.company()
  const { body: press } = await as(at.admin).call(routes.machines.create, {
    body: { name: 'Pres', sku: `P-${at.companyId}` },
  })
  const { body: second } = await as(at.admin).call(routes.machines.assign, {
    params: { company: at.companyId },
    body: { machine: press._id, serialNumber: 'PR-1', dateOfPurchase: '2026-01-01' },
  })
  const open = async (title: string, priority: TicketPriority, machine = at.companyMachineId) =>
    (
      await as(at.member).call(routes.tickets.open, {
        params: { company: at.companyId },
        body: { title, machine, priority },
      })
    ).body._id
  const tickets = {
    lathe: await open('torna durdu', 'standing'),
    press: await open('pres durdu', 'standing', second._id),
    noise: await open('pres ses yapıyor', 'normal', second._id),
    question: await open('yağ hangisi', 'question'),
  }
  const change = (ticket: string, body: object) =>
    as(at.staff).call(routes.tickets.change, { params: { ticket }, body })
  return {
    ...at,
    press: press._id,
    tickets,
    change,
    find: async (query: object) => {
      const { body } = await as(at.staff).call(routes.tickets.list, { query })
      return { titles: body.tickets.map(({ title }) => title), total: body.total }
    },
  }
}

test('the queue has only tickets of the priority, model, assignee and company that are asked for', async () => {
  const at = await openDesk()
  await at.change(at.tickets.noise, { assignee: at.staff.userId })
  await at.change(at.tickets.press, { assignee: at.admin.userId })
  expect(await at.find({ priority: 'standing' })).toEqual({
    titles: ['pres durdu', 'torna durdu'],
    total: 2,
  })
  expect(await at.find({ model: at.press })).toEqual({
    titles: ['pres ses yapıyor', 'pres durdu'],
    total: 2,
  })
  expect(await at.find({ assignee: at.staff.userId, status: 'open' })).toEqual({
    titles: ['pres ses yapıyor'],
    total: 1,
  })
  expect(await at.find({ model: at.press, priority: 'standing', company: at.companyId })).toEqual({
    titles: ['pres durdu'],
    total: 1,
  })
})

test('each filter alone leaves its tickets, whether tickets, their states or a search are read', async () => {
  const at = await openDesk()
  const { body: topic } = await as(at.admin).call(routes.topics.create, { body: { name: 'Ses' } })
  await at.change(at.tickets.noise, {
    assignee: at.staff.userId,
    priority: 'impaired',
    addTopics: [topic._id],
  })
  const asked: Record<AskedFilter, [value: string, titles: string[]]> = {
    priority: ['impaired', ['pres ses yapıyor']],
    assignee: [at.staff.userId, ['pres ses yapıyor']],
    topic: [topic._id, ['pres ses yapıyor']],
    model: [at.press, ['pres ses yapıyor', 'pres durdu']],
    from: ['2999-01-01T00:00:00Z', []],
    until: ['2000-01-01T00:00:00Z', []],
  }
  for (const [name, [value, titles]] of Object.entries(asked))
    for (const list of [{}, { status: 'waiting' }, { search: 'pres' }])
      expect([name, list, (await at.find({ ...list, [name]: value })).titles]).toEqual([
        name,
        list,
        titles,
      ])
})

test.each(['open', 'waiting', 'unassigned'])(
  'a filter leaves tickets of the list %s',
  async status => {
    const at = await openDesk()
    await at.change(at.tickets.lathe, { assignee: at.admin.userId, waitingFor: 'customer' })
    await at.change(at.tickets.question, { status: 'closed' })
    expect((await at.find({ status, priority: 'question' })).titles).toEqual([])
    expect((await at.find({ status, priority: 'standing' })).titles).toEqual(
      status === 'open' ? ['pres durdu', 'torna durdu'] : ['pres durdu'],
    )
  },
)

test('closed tickets of an assignee are found, in any order', async () => {
  const at = await openDesk()
  for (const ticket of [at.tickets.lathe, at.tickets.noise]) {
    await at.change(ticket, { assignee: at.staff.userId })
    await at.change(ticket, { status: 'closed' })
  }
  const closed = { status: 'closed', assignee: at.staff.userId }
  expect((await at.find(closed)).titles).toEqual(['pres ses yapıyor', 'torna durdu'])
  expect((await at.find({ ...closed, sort: '-title' })).titles).toEqual([
    'torna durdu',
    'pres ses yapıyor',
  ])
  expect(await at.find({ ...closed, sort: 'title', page: '1', size: '1' })).toEqual({
    titles: ['torna durdu'],
    total: 2,
  })
})

test('tickets opened from a moment on and before another one are found', async () => {
  const at = await openDesk()
  const moments = { lathe: '2024-02-28T23:59:59Z', press: '2024-02-29T00:00:00Z' }
  for (const [ticket, date] of Object.entries(moments))
    for (const [table, id] of [
      ['tickets', 'id'],
      ['ticket_states', 'ticket_id'],
    ])
      await owner.query(`update ${table} set date_created = $1 where ${id} = $2`, [
        date,
        at.tickets[ticket as 'lathe'],
      ])
  const day = { from: '2024-02-29T00:00:00Z', until: '2024-03-01T00:00:00Z' }
  expect((await at.find(day)).titles).toEqual(['pres durdu'])
  expect((await at.find({ ...day, status: 'waiting' })).titles).toEqual(['pres durdu'])
  expect((await at.find({ until: day.from })).titles).toEqual(['torna durdu'])
  expect((await at.find({ from: day.until })).total).toBe(2)
})

/** A topic that these tickets have. */
async function addTopic(at: Awaited<ReturnType<typeof openDesk>>, ...tickets: string[]) {
  const { body } = await as(at.admin).call(routes.topics.create, { body: { name: 'Yedek parça' } })
  for (const ticket of tickets) await at.change(ticket, { addTopics: [body._id] })
  return body._id
}

test('tickets of a topic are found in each list, in any order, and beside other filters', async () => {
  const at = await openDesk()
  const topic = await addTopic(at, at.tickets.lathe, at.tickets.press, at.tickets.question)
  await at.change(at.tickets.question, { status: 'closed' })
  expect(await at.find({ topic })).toEqual({
    titles: ['yağ hangisi', 'pres durdu', 'torna durdu'],
    total: 3,
  })
  expect((await at.find({ topic, status: 'closed' })).titles).toEqual(['yağ hangisi'])
  expect((await at.find({ topic, status: 'waiting', sort: 'dateDue' })).titles).toEqual([
    'torna durdu',
    'pres durdu',
  ])
  expect(await at.find({ topic, sort: 'title', page: '1', size: '1' })).toEqual({
    titles: ['torna durdu'],
    total: 3,
  })
  expect((await at.find({ topic, model: at.press })).titles).toEqual(['pres durdu'])
  expect((await at.find({ topic, search: 'yağ' })).titles).toEqual(['yağ hangisi'])
  expect((await at.find({ topic, search: 'ses' })).titles).toEqual([])
})

test('tickets of a topic that very many have are found as well', async () => {
  const at = await openDesk()
  const topic = await addTopic(at, at.tickets.lathe, at.tickets.question)
  await at.change(at.tickets.question, { status: 'closed' })
  await owner.query(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, status, date_closed)
         select $1, gen_random_uuid(), $2, $3, 'eski', $4, 'archived', now() from generate_series(1, 1001)`,
    ),
    [at.vendorId, at.companyId, at.companyMachineId, at.member.userId],
  )
  await owner.query(
    "insert into ticket_topics (vendor_id, ticket_id, topic_id) select vendor_id, id, $2 from tickets where vendor_id = $1 and title = 'eski'",
    [at.vendorId, topic],
  )
  expect(await at.find({ topic, status: 'open' })).toEqual({ titles: ['torna durdu'], total: 1 })
  expect((await at.find({ topic, status: 'closed' })).titles).toEqual(['yağ hangisi'])
  expect((await at.find({ topic, status: 'waiting', sort: 'dateDue' })).titles).toEqual([
    'torna durdu',
  ])
  expect((await at.find({ topic, status: 'open', search: 'torna' })).total).toBe(1)
  expect((await at.find({ topic, archived: 'true' })).total).toBe(1_000)
})

test('a search finds the words in what the filter leaves', async () => {
  const at = await openDesk()
  await at.change(at.tickets.lathe, { assignee: at.staff.userId })
  const find = async (query: object) => (await at.find({ search: 'durdu', ...query })).titles
  expect(await find({ model: at.press })).toEqual(['pres durdu'])
  expect(await find({ assignee: at.staff.userId })).toEqual(['torna durdu'])
  expect(await find({ priority: 'normal' })).toEqual([])
  expect(await find({ until: '2024-01-01T00:00:00Z' })).toEqual([])
  expect(
    await find({ from: '2024-01-01T00:00:00Z', sort: 'title', company: at.companyId }),
  ).toEqual(['pres durdu', 'torna durdu'])
})

test('what no longer exists leaves no ticket', async () => {
  const at = await openDesk()
  for (const filter of [
    { assignee: nobody },
    { model: nobody },
    { company: nobody },
    { topic: nobody },
  ])
    expect(await at.find({ ...filter, status: 'open' })).toEqual({ titles: [], total: 0 })
  await as(at.admin).call(routes.companies.remove, { params: { company: at.companyId } })
  expect((await at.find({ company: at.companyId, priority: 'standing' })).titles).toEqual([])
})

test("another vendor's tickets are not found by what they have", async () => {
  const at = await openDesk()
  const other = await openDesk()
  await other.change(other.tickets.lathe, { assignee: other.staff.userId })
  expect((await at.find({ assignee: other.staff.userId })).titles).toEqual([])
  const topic = await addTopic(other, other.tickets.lathe)
  expect((await at.find({ topic })).titles).toEqual([])
  expect((await at.find({ model: other.press, search: 'durdu' })).titles).toEqual([])
})
