import { describe, expect, test } from 'vitest'
import type { AccountHome, TeamHome } from '#contract/home.ts'
import { routes } from '#contract/routes.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { purchaseDay, supportEndDay } from '#testing/days.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { daysAfter, lastWeeks } from './weeks.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const ofTeam = async (person: Person) => (await as(person).call(routes.home.ofTeam)).body
const ofAccount = async (person: Person) => (await as(person).call(routes.home.ofAccount)).body

type Company = Awaited<ReturnType<typeof fixtures.company>>
type TicketFields = {
  title?: string
  status?: string
  created?: string
  closed?: string | null
  closedBy?: Person | null
  last?: string | null
  answered?: boolean
}

/** Inserts a ticket; times are SQL. */
async function ticket(
  at: Company,
  {
    title = 'Mil ısınıyor',
    status = 'open',
    created = 'now()',
    closed,
    closedBy = null,
    last,
    answered = false,
  }: TicketFields = {},
) {
  const { rows } = await owner.query<{ ticket_id: string }>(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, status, date_created, date_closed, closed_by)
         values ($1, uuidv7(), $2, $3, $4, $5, $6, ${created}, ${closed ?? 'null'}, $8)`,
      { date: last ?? created, isStaff: '$7::boolean' },
    ),
    [
      at.vendorId,
      at.companyId,
      at.companyMachineId,
      title,
      at.member.userId,
      status,
      answered,
      closedBy?.userId ?? null,
    ],
  )
  return rows[0]?.ticket_id as string
}
const titles = (rows: { title: string }[]) => rows.map(({ title }) => title)
const days = (count: number) => `now() - interval '${count} days'`

describe('what waits', () => {
  test('the team sees the five open tickets that have waited longest for it, the longest first', async () => {
    const at = await fixtures.company()
    for (const age of [3, 9, 1, 7, 5, 2])
      await ticket(at, { title: `${age} gün`, created: days(age) })
    await ticket(at, { title: 'yanıtlandı', created: days(20), answered: true })
    await ticket(at, { title: 'kapandı', created: days(30), status: 'closed', closed: days(29) })
    const { waiting, counts } = await ofTeam(at.staff)
    expect(titles(waiting)).toEqual(['9 gün', '7 gün', '5 gün', '3 gün', '2 gün'])
    expect([counts.open, counts.waiting]).toEqual([7, 6])
  })

  test('a ticket without a message waits since it was opened', async () => {
    const at = await fixtures.company()
    await ticket(at, { title: 'sessiz', created: days(4), last: 'null' })
    await ticket(at, { title: 'yeni mesaj', created: days(9), last: days(1) })
    expect(titles((await ofTeam(at.staff)).waiting)).toEqual(['sessiz', 'yeni mesaj'])
  })

  test('an account user sees the tickets that the team has answered, the last answered first', async () => {
    const at = await fixtures.company()
    await ticket(at, { title: 'bugün yanıtlandı', answered: true })
    await ticket(at, { title: 'dün yanıtlandı', last: days(1), answered: true })
    await ticket(at, { title: 'ekipte' })
    const { waiting, counts } = await ofAccount(at.member)
    expect(titles(waiting)).toEqual(['bugün yanıtlandı', 'dün yanıtlandı'])
    expect([counts.open, counts.waiting]).toEqual([3, 2])
  })

  test('a reply takes a ticket from the team to the customer', async () => {
    const at = await fixtures.ticket()
    expect(titles((await ofTeam(at.staff)).waiting)).toEqual(['Mil ısınıyor'])
    await as(at.staff).call(routes.tickets.reply, {
      params: { ticket: at.ticketId },
      body: { contents: 'Yağ basıncı kaç?' },
    })
    expect([
      (await ofTeam(at.staff)).waiting,
      titles((await ofAccount(at.member)).waiting),
    ]).toEqual([[], ['Mil ısınıyor']])
  })

  test('a closed ticket waits for the side that was written to after it was closed, and is not counted among the open ones', async () => {
    const at = await fixtures.company()
    await ticket(at, {
      title: 'kapandıktan sonra',
      status: 'closed',
      created: days(9),
      closed: days(6),
      last: days(5),
    })
    await ticket(at, {
      title: 'sonra yanıtlandı',
      status: 'closed',
      created: days(9),
      closed: days(6),
      last: days(4),
      answered: true,
    })
    await ticket(at, {
      title: 'kapanmadan önce',
      status: 'closed',
      created: days(9),
      closed: days(3),
      last: days(4),
    })
    await ticket(at, {
      title: 'arşivde',
      status: 'archived',
      created: days(9),
      closed: days(6),
      last: days(5),
    })
    const [team, account] = [await ofTeam(at.staff), await ofAccount(at.member)]
    expect([titles(team.waiting), titles(account.waiting)]).toEqual([
      ['kapandıktan sonra'],
      ['sonra yanıtlandı'],
    ])
    for (const { counts, openByMachine, newest } of [team, account])
      expect([counts.open, counts.waiting, openByMachine, newest]).toEqual([
        0,
        1,
        { machines: [], others: { machines: 0, open: 0 } },
        [],
      ])
    expect(account.accounts.map(({ open, waiting }) => [open, waiting])).toEqual([[0, 1]])
  })

  test('an account user sees for two weeks which tickets the team has answered and then closed, the last closed first', async () => {
    const at = await fixtures.company()
    const closedTicket = (title: string, age: number, more: TicketFields = {}) =>
      ticket(at, {
        title,
        status: 'closed',
        created: days(40),
        closed: days(age),
        closedBy: at.staff,
        last: days(age + 1),
        answered: true,
        ...more,
      })
    await closedTicket('on üç gün önce', 13)
    await closedTicket('dün', 1)
    await closedTicket('on beş gün önce', 15)
    await closedTicket('kendi kapattı', 2, { closedBy: at.member })
    await closedTicket('yanıtsız', 2, { answered: false })
    await closedTicket('kapandıktan sonra yanıtlandı', 2, { last: days(1) })
    await closedTicket('arşivde', 2, { status: 'archived' })
    const { answeredAndClosed, waiting } = await ofAccount(at.member)
    expect([titles(answeredAndClosed), titles(waiting)]).toEqual([
      ['dün', 'on üç gün önce'],
      ['kapandıktan sonra yanıtlandı'],
    ])
    expect((await ofAccount((await fixtures.company()).member)).answeredAndClosed).toEqual([])
  })

  test('the newest open tickets are listed too, the newest first', async () => {
    const at = await fixtures.company()
    for (const age of [3, 9, 1, 7, 5, 2])
      await ticket(at, { title: `${age} gün`, created: days(age), answered: age === 1 })
    await ticket(at, { title: 'kapandı', status: 'closed', closed: 'now()' })
    for (const { newest } of [await ofTeam(at.staff), await ofAccount(at.member)])
      expect(titles(newest)).toEqual(['1 gün', '2 gün', '3 gün', '5 gün', '7 gün'])
  })

  test('a row is the same as in a list of tickets', async () => {
    const at = await fixtures.ticket()
    const list = await as(at.staff).call(routes.tickets.list)
    expect((await ofTeam(at.staff)).waiting).toEqual(list.body.tickets)
  })
})

describe('weeks', () => {
  test('twelve of them count what was opened and closed in each; those without any are 0', async () => {
    const at = await fixtures.company()
    const starts = lastWeeks('UTC', Date.now(), 12).map(({ start }) => start)
    const [first, , third] = starts as [string, string, string]
    await ticket(at, {
      created: `'${first} 00:00Z'`,
      status: 'closed',
      closed: `'${third} 12:00Z'`,
    })
    await ticket(at, {
      created: `'${first} 23:00Z'`,
      status: 'archived',
      closed: `'${third} 13:00Z'`,
    })
    await ticket(at, { created: `'${daysAfter(first, -1)} 23:59:59Z'` })
    await ticket(at)
    const { weeks, counts } = await ofTeam(at.staff)
    expect(weeks).toEqual(
      starts.map((start, i) => ({
        start,
        opened: i === 0 ? 2 : i === 11 ? 1 : 0,
        closed: i === 2 ? 2 : 0,
      })),
    )
    expect([counts.openedThisWeek, counts.closedThisWeek]).toEqual([1, 0])
    expect((await ofAccount(at.member)).weeks).toEqual(weeks)
  })

  test('a week begins when it does in the time zone that is asked for', async () => {
    const at = await fixtures.company()
    const [, second] = lastWeeks('UTC', Date.now() - 14 * 86_400_000, 2).map(
      ({ start }) => start,
    ) as [string, string]
    await ticket(at, { created: `'${daysAfter(second, -1)} 22:00Z'` })
    const openedIn = async (timeZone: string) => {
      const { body } = await as(at.staff).call(routes.home.ofTeam, { query: { timeZone } })
      return body.weeks.filter(({ opened }) => opened > 0).map(({ start }) => start)
    }
    expect([await openedIn('UTC'), await openedIn('Europe/Istanbul')]).toEqual([
      [daysAfter(second, -7)],
      [second],
    ])
  })

  test('an unknown time zone is refused, in the user’s language', async () => {
    const { staff } = await fixtures.vendor()
    const { status, body } = await as(staff).call(routes.home.ofTeam, {
      query: { timeZone: 'Mars/Olympus' },
    })
    expect([status, body.errors]).toEqual([
      400,
      [{ msg: 'Bilinen bir saat dilimi değil (örneğin Europe/Istanbul).', path: 'timeZone' }],
    ])
  })
})

test('open tickets are counted by machine model: eight of them by name, and all others together', async () => {
  const at = await fixtures.company()
  for (let model = 1; model <= 10; model++) {
    const machine = await as(at.admin).call(routes.machines.create, {
      body: { name: `Model ${model}`, sku: `M-${model}` },
    })
    const body = {
      machine: machine.body._id,
      serialNumber: `S-${model}`,
      dateOfPurchase: purchaseDay,
    }
    const assigned = await as(at.admin).call(routes.machines.assign, {
      params: { company: at.companyId },
      body,
    })
    for (let i = 0; i < model; i++) await ticket({ ...at, companyMachineId: assigned.body._id })
    await ticket(
      { ...at, companyMachineId: assigned.body._id },
      { status: 'closed', closed: 'now()' },
    )
  }
  for (const { openByMachine } of [await ofTeam(at.staff), await ofAccount(at.member)]) {
    expect(openByMachine.machines.map(({ name, open }) => [name, open])).toEqual(
      [10, 9, 8, 7, 6, 5, 4, 3].map(model => [`Model ${model}`, model]),
    )
    expect(openByMachine.others).toEqual({ machines: 2, open: 3 })
  }
})

describe('what a home shows', () => {
  test('an account user sees their own companies, those with most open tickets first', async () => {
    const first = await fixtures.company()
    const second = await fixtures.company(first)
    await fixtures.join(first.vendorId, second.member.userId, first.companyId)
    await ticket(first, { answered: true })
    await ticket(first)
    await ticket(second)
    const { accounts, counts } = await ofAccount(second.member)
    expect(accounts).toEqual([
      {
        _id: first.companyId,
        name: first.companyName,
        dateSupportEnd: supportEndDay,
        open: 2,
        waiting: 1,
      },
      {
        _id: second.companyId,
        name: second.companyName,
        dateSupportEnd: supportEndDay,
        open: 1,
        waiting: 0,
      },
    ])
    expect(counts.open).toBe(3)
  })

  test('nothing of another company of the same vendor is listed or counted', async () => {
    const foreign = await fixtures.company()
    const own = await fixtures.company(foreign)
    await ticket(foreign, { answered: true, status: 'open' })
    await ticket(foreign, { status: 'closed', closed: 'now()', answered: true })
    const home = await ofAccount(own.member)
    expect(home).toEqual(
      nothing({
        answeredAndClosed: [],
        accounts: home.accounts,
        warranties: home.warranties,
        support: home.support,
      }),
    )
    expect([home.accounts.length, home.warranties.valid, home.support.valid]).toEqual([1, 1, 1])
    expect(JSON.stringify(home)).not.toContain(foreign.companyName)
  })

  test('nothing of another vendor is listed or counted', async () => {
    const foreign = await fixtures.company()
    await ticket(foreign, { answered: true })
    const own = await fixtures.vendor()
    const home: TeamHome = await ofTeam(own.staff)
    expect(home).toEqual(
      nothing({
        failedMails: 0,
        firstSteps: { company: null, machine: false, assigned: false, user: false, staff: true },
      }),
    )
  })

  test('the vendor’s own people have no accounts, so their account home is empty', async () => {
    const at = await fixtures.ticket()
    for (const person of [at.admin, at.operator]) {
      const home: AccountHome = await ofAccount(person)
      expect(home).toEqual(nothing({ accounts: [], answeredAndClosed: [] }))
    }
  })

  test('nothing of a removed company is listed or counted', async () => {
    const at = await fixtures.company()
    await ticket(at)
    await ticket(at, { status: 'closed', closed: 'now()' })
    await as(at.admin).call(routes.companies.remove, { params: { company: at.companyId } })
    const home = await ofTeam(at.staff)
    expect(home).toEqual(
      nothing({
        failedMails: 0,
        firstSteps: { company: null, machine: true, assigned: true, user: false, staff: true },
      }),
    )
  })

  /** A home on which nothing has happened. */
  const nothing = (more: object) => ({
    counts: { open: 0, waiting: 0, openedThisWeek: 0, closedThisWeek: 0 },
    weeks: lastWeeks('UTC', Date.now(), 12).map(({ start }) => ({ start, opened: 0, closed: 0 })),
    openByMachine: { machines: [], others: { machines: 0, open: 0 } },
    waiting: [],
    newest: [],
    warranties: { ended: 0, soon: 0, valid: 0, next: [] },
    support: { ended: 0, soon: 0, valid: 0, next: [] },
    ...more,
  })
})

test('the first steps of a new vendor are done one after the other', async () => {
  const { vendorId, admin, ...seller } = await fixtures.vendor()
  await owner.query('delete from sessions where vendor_id = $1 and user_id = $2', [
    vendorId,
    seller.staff.userId,
  ])
  await owner.query("delete from users where vendor_id = $1 and role = 'staff'", [vendorId])
  const steps = async () =>
    Object.entries((await ofTeam(admin)).firstSteps).flatMap(([step, done]) => (done ? step : []))
  expect(await steps()).toEqual([])
  const company = await as(admin).call(routes.companies.create, { body: { name: 'Şişli Pres' } })
  expect((await ofTeam(admin)).firstSteps.company).toBe(company.body._id)
  const machine = await as(admin).call(routes.machines.create, {
    body: { name: 'Freze', sku: 'F-1' },
  })
  expect(await steps()).toEqual(['company', 'machine'])
  const params = { company: company.body._id }
  await as(admin).call(routes.machines.assign, {
    params,
    body: { machine: machine.body._id, serialNumber: 'S-1', dateOfPurchase: purchaseDay },
  })
  await as(admin).call(routes.users.invite, {
    params,
    body: { email: 'ali@tezgah.test', name: 'Ali', surname: 'Kaya' },
  })
  expect(await steps()).toEqual(['company', 'machine', 'assigned', 'user'])
  await fixtures.person({ vendorId, domain: seller.domain }, 'staff')
  expect(await steps()).toEqual(['company', 'machine', 'assigned', 'user', 'staff'])
})
