import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fold, inTurkishOrder } from '#contract/text/turkish.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal({ LIMIT_FACTOR: '10' }) // searches are limited
const fixtures = fixturesIn(portal)
const { as, owner } = portal

// One vendor with two companies, whose tickets are in every
// state and go by names that Turkish sorts in its own way.
const first = await fixtures.company()
const second = await fixtures.company(first)
await owner.query("update users set name = 'Çağla' where id = $1", [first.member.userId])
const titles = [
  'Çatlak mil',
  'Cam kırık',
  'Işık yok',
  'İğne ucu',
  'ıslak zemin',
  'Ön panel',
  'Oda sıcak',
  'Şerit koptu',
  'Su kaçırıyor',
  'Torna 10',
  'Torna 9',
]
const statuses = ['open', 'closed', 'archived']
for (const [i, title] of titles.entries())
  await open(i % 2 ? second : first, title, statuses[i % 3] as string)
await owner.query(
  `update ticket_states s set assignee_id = case length(title) % 3 when 0 then $1::uuid when 1 then $2::uuid end
     from tickets t where t.id = s.ticket_id and t.vendor_id = $3`,
  [first.staff.userId, first.admin.userId, first.vendorId],
)
await owner.query("update users set name = 'Şule' where id = $1", [first.staff.userId])
type Row = Awaited<ReturnType<typeof everything>>[number]
const all = await everything()

async function open(at: typeof first, title: string, status: string) {
  const body = { title, machine: at.companyMachineId, message: `Gizli: ${title}` }
  const opened = await as(at.member).call(routes.tickets.open, {
    params: { company: at.companyId },
    body,
  })
  await owner.query(
    `update tickets set status = $2, date_created = date_created - interval '1 day' * length(title),
         date_closed = case when $2 <> 'open' then now() + interval '1 hour' * length(title) end where id = $1`,
    [opened.body._id, status],
  )
  await owner.query(
    `update ticket_states s set date_created = t.date_created, is_open = t.status = 'open', waiting_for = case when t.status = 'open' then waiting_for end, date_waiting = case when t.status = 'open' then date_waiting end
       from tickets t where t.id = s.ticket_id and t.id = $1`,
    [opened.body._id],
  )
}

async function everything() {
  const lists = await Promise.all(
    (['true', 'false'] as const).map(archived =>
      as(first.staff).call(routes.tickets.list, { query: { archived } }),
    ),
  )
  return lists.flatMap(({ body }) => body.tickets)
}

const orders = {
  dateCreated: (a: Row, b: Row) => a.dateCreated.localeCompare(b.dateCreated),
  title: (a: Row, b: Row) => inTurkishOrder(a.title, b.title),
  companyName: (a: Row, b: Row) =>
    inTurkishOrder(a.companyName, b.companyName) || a._id.localeCompare(b._id),
  createdByName: (a: Row, b: Row) =>
    inTurkishOrder(a.createdByName, b.createdByName) || a._id.localeCompare(b._id),
  machineName: (a: Row, b: Row) =>
    inTurkishOrder(a.machineName, b.machineName) ||
    inTurkishOrder(a.serialNumber, b.serialNumber) ||
    a._id.localeCompare(b._id),
  /** unassigned ones last */
  assigneeName: (a: Row, b: Row) =>
    Number(a.assigneeName === null) - Number(b.assigneeName === null) ||
    inTurkishOrder(a.assigneeName ?? '', b.assigneeName ?? '') ||
    a._id.localeCompare(b._id),
  dateLastMessage: (a: Row, b: Row) =>
    String(a.dateLastMessage).localeCompare(String(b.dateLastMessage)),
  dateClosed: (a: Row, b: Row) =>
    String(a.dateClosed).localeCompare(String(b.dateClosed)) || a._id.localeCompare(b._id),
}
const choices = {
  filter: [
    {},
    { archived: 'true' },
    { status: 'open' },
    { status: 'closed' },
    { status: 'archived' },
  ],
  search: [undefined, 'ık', 'SN-', 'inci'],
  sort: [
    undefined,
    'dateCreated',
    'title',
    '-title',
    '-dateLastMessage',
    'companyName',
    '-createdByName',
    'machineName',
    '-machineName',
    'assigneeName',
    '-assigneeName',
    'dateClosed',
    '-dateClosed',
  ],
  // searches are limited
  sortOfSearch: [
    undefined,
    '-title',
    'companyName',
    '-createdByName',
    '-machineName',
    'assigneeName',
    'dateClosed',
  ],
} as const

describe.each(choices.filter)('tickets with %j', filter => {
  test.each(choices.search)(
    'and the search "%s" are the expected ones, in each order, as a whole list and by page',
    async search => {
      const { archived, status }: { archived?: string; status?: string } = filter
      const wanted = (row: Row) =>
        (status ? row.status === status : (row.status === 'archived') === (archived === 'true')) &&
        (!search ||
          [row.title, row.companyName, row.machineName, row.serialNumber].some(text =>
            fold(text).includes(fold(search)),
          ))
      for (const sort of search ? choices.sortOfSearch : choices.sort) {
        const column = (sort ?? '-dateCreated').replace('-', '') as keyof typeof orders
        const rows = all.filter(wanted).sort(orders[column])
        if (!sort || sort.startsWith('-')) rows.reverse()
        const query = { ...filter, ...(search && { search }), ...(sort && { sort }) }
        const { body } = await as(first.staff).call(routes.tickets.list, { query })
        expect([sort, titlesOf(body.tickets)]).toEqual([sort, titlesOf(rows)])
        const page = await as(first.staff).call(routes.tickets.list, {
          query: { ...query, page: '1', size: '2' },
        })
        expect([titlesOf(page.body.tickets), page.body.total]).toEqual([
          titlesOf(rows.slice(2, 4)),
          rows.length,
        ])
        const own = rows.filter(row => row.company === second.companyId)
        expect(titlesOf((await ofCompany(query)).tickets)).toEqual(titlesOf(own))
        if (column !== 'assigneeName')
          expect(titlesOf((await ofAccount(second.member, query)).tickets)).toEqual(titlesOf(own))
      }
    },
  )
})

const titlesOf = (rows: { title: string }[]) => rows.map(({ title }) => title)
const ofAccount = async (person: Person, query: object) =>
  (
    await as(person).call(routes.tickets.listOfAccount, {
      params: { company: second.companyId },
      query,
    })
  ).body
const ofCompany = async (query: object) =>
  (
    await as(first.staff).call(routes.tickets.list, {
      query: { ...query, company: second.companyId },
    })
  ).body

test('a list has open and closed tickets, the newest first, and a total only where a page was asked for', async () => {
  const { body } = await as(first.staff).call(routes.tickets.list)
  expect(new Set(body.tickets.map(({ status }) => status))).toEqual(new Set(['open', 'closed']))
  expect(body).not.toHaveProperty('total')
  expect(
    (await as(first.staff).call(routes.tickets.list, { query: { status: 'open' } })).body.total,
  ).toBeGreaterThan(0)
})

test('a list has the fields of a row for each ticket, and none of its messages', async () => {
  const answer = await as(first.staff).call(routes.tickets.list, { query: { search: 'şerit' } })
  expect(answer.body.tickets).toEqual([
    {
      _id: expect.any(String),
      number: expect.any(Number),
      title: 'Şerit koptu',
      status: expect.any(String),
      dateCreated: expect.any(String),
      dateClosed: expect.any(String),
      domain: second.domain,
      company: second.companyId,
      companyName: second.companyName,
      machine: second.companyMachineId,
      machineName: 'İnci Torna',
      serialNumber: expect.stringMatching(/^SN-/),
      createdBy: second.member.userId,
      createdByName: 'Işıl Yılmaz',
      dateLastMessage: expect.any(String),
      lastMessageIsStaff: false,
      awaitsReply: false,
      isUnread: false,
      assignee: null,
      assigneeName: null,
      waitingFor: null,
      priority: 'normal',
      dateSnoozed: null,
      dateWaiting: null,
      dateDue: null,
      callBack: '',
    },
  ])
  expect(JSON.stringify(answer.body)).not.toContain('Gizli')
})

test('an open ticket on which the customer wrote last waits for the team', async () => {
  const answered = all.find(
    ({ status, company }) => status === 'open' && company === second.companyId,
  ) as Row
  await as(first.staff).call(routes.tickets.reply, {
    params: { ticket: answered._id },
    body: { contents: 'Bakıyoruz' },
  })
  const waiting = async (query = {}) =>
    (
      await as(first.staff).call(routes.tickets.list, {
        query: { status: 'waiting', page: '0', ...query },
      })
    ).body
  const expected = all
    .filter(({ status, _id }) => status === 'open' && _id !== answered._id)
    .sort(orders.dateCreated)
  expect(titlesOf((await waiting()).tickets)).toEqual(titlesOf(expected.toReversed()))
  expect((await waiting()).total).toBe(expected.length)
  const ofSecond = expected.filter(({ company }) => company === second.companyId)
  expect(
    titlesOf((await waiting({ company: second.companyId, sort: 'dateCreated' })).tickets),
  ).toEqual(titlesOf(ofSecond))

  await as(second.member).call(routes.tickets.replyOfAccount, {
    params: { company: second.companyId, ticket: answered._id },
    body: { contents: 'Yine oldu' },
  })
  expect((await waiting()).total).toBe(expected.length + 1)
})

test('a message on a closed ticket makes it wait for the other side until it is answered or archived', async () => {
  const title = 'Mil ısınıyor'
  const { ticketId: ticket, companyId: company, staff, member } = await fixtures.ticket()
  const params = { company, ticket }
  const waiting = async () =>
    titlesOf(
      (await as(staff).call(routes.tickets.list, { query: { status: 'waiting' } })).body.tickets,
    )
  const answered = async () =>
    titlesOf(
      (
        await as(member).call(routes.tickets.listOfAccount, {
          params,
          query: { status: 'answered' },
        })
      ).body.tickets,
    )
  await as(member).call(routes.tickets.changeOfAccount, { params, body: { status: 'closed' } })
  expect([await waiting(), await answered()]).toEqual([[], []])
  await as(member).call(routes.tickets.replyOfAccount, {
    params,
    body: { contents: 'Yine başladı' },
  })
  expect([await waiting(), await answered()]).toEqual([[title], []])
  await as(staff).call(routes.tickets.reply, { params, body: { contents: 'Yarın geliyoruz' } })
  expect([await waiting(), await answered()]).toEqual([[], [title]])
  await as(staff).call(routes.tickets.change, { params, body: { status: 'archived' } })
  expect([await waiting(), await answered()]).toEqual([[], []])
})

test('an open ticket that the team has answered waits for the customer', async () => {
  const title = 'Mil ısınıyor'
  const { ticketId: ticket, companyId: company, staff, member } = await fixtures.ticket()
  const answered = async () =>
    (
      await as(member).call(routes.tickets.listOfAccount, {
        params: { company },
        query: { status: 'answered' },
      })
    ).body
  expect(await answered()).toEqual({ tickets: [], total: 0 })
  await as(staff).call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Bakıyoruz' },
  })
  expect([titlesOf((await answered()).tickets), (await answered()).total]).toEqual([[title], 1])
})

test('an account of a member of two holds its own tickets only', async () => {
  await fixtures.join(first.vendorId, second.member.userId, first.companyId)
  const { tickets } = await ofAccount(second.member, {})
  expect(new Set(tickets.map(({ company }) => company))).toEqual(new Set([second.companyId]))
})
