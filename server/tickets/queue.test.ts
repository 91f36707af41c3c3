import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { Targets } from '#contract/targets.ts'
import { queueLists } from '#contract/ticket-lists.ts'
import type { TicketPriority } from '#contract/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const allDay = { opens: '00:00', closes: '24:00' }
const none = { first: null, next: null }
const targets: Targets = {
  timeZone: 'Europe/Istanbul',
  days: Array(7).fill(allDay),
  publicHolidays: false,
  daysOff: [],
  standing: { first: 60, next: 60 },
  impaired: { first: 240, next: 240 },
  normal: none,
  question: none,
}

/** A vendor with targets for urgent tickets. */
async function openQueue() {
  const at = await fixtures.company()
  await as(at.admin).call(routes.vendors.changeTargets, { body: targets })
  const open = async (title: string, priority: TicketPriority = 'normal') =>
    (
      await as(at.member).call(routes.tickets.open, {
        params: { company: at.companyId },
        body: { title, machine: at.companyMachineId, message: 'Duruyor.', priority },
      })
    ).body._id
  return {
    ...at,
    open,
    change: (ticket: string, body: object) =>
      as(at.staff).call(routes.tickets.change, { params: { ticket }, body }),
    answer: (ticket: string) =>
      as(at.staff).call(routes.tickets.reply, {
        params: { ticket },
        body: { contents: 'Bakıyoruz.' },
      }),
    counts: async () => (await as(at.staff).call(routes.tickets.counts)).body,
    titles: async (query: object) =>
      (await as(at.staff).call(routes.tickets.list, { query })).body.tickets.map(
        ({ title }) => title,
      ),
  }
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

test('the queue has first what is due first, and what has no target by how long it waits', async () => {
  const at = await openQueue()
  await at.open('bekleyen')
  await at.open('duran', 'standing')
  await at.open('sonra bekleyen')
  await at.open('aksayan', 'impaired')
  await at.answer(await at.open('yanıtlanan', 'standing'))
  await at.change(await at.open('ertelenen', 'standing'), { dateSnoozed: tomorrow() })
  const order = ['duran', 'aksayan', 'bekleyen', 'sonra bekleyen']
  expect(await at.titles({ status: 'waiting', sort: 'dateDue' })).toEqual(order)
  expect(await at.titles({ status: 'waiting', sort: '-dateDue' })).toEqual(order.toReversed())
  expect(await at.titles({ status: 'waiting', sort: 'dateDue', page: '1', size: '3' })).toEqual([
    'sonra bekleyen',
  ])
  expect(await at.titles({ status: 'unassigned', sort: 'dateDue', search: 'bekleyen' })).toEqual([
    'bekleyen',
    'sonra bekleyen',
  ])
  const { waiting } = (await as(at.staff).call(routes.home.ofTeam)).body
  expect(waiting.map(({ title }) => title)).toEqual(order)
})

test('a second message of the customer does not move a ticket back in the queue', async () => {
  const at = await openQueue()
  const first = await at.open('önce açılan')
  await at.open('sonra açılan')
  await as(at.member).call(routes.tickets.replyOfAccount, {
    params: { company: at.companyId, ticket: first },
    body: { contents: 'Hâlâ duruyor.' },
  })
  expect(await at.titles({ status: 'waiting', sort: 'dateDue' })).toEqual([
    'önce açılan',
    'sonra açılan',
  ])
})

test('each list is counted: own tickets for each user, late replies, and snoozed ones only where they are listed', async () => {
  const at = await openQueue()
  const mine = await at.open('benim')
  await at.change(mine, { assignee: at.staff.userId })
  await at.open('duran', 'standing')
  await at.answer(await at.open('yanıtlanan'))
  await at.change(await at.open('ertelenen'), { dateSnoozed: tomorrow() })
  await at.change(await at.open('kapanan'), { status: 'closed' })
  const counts = { open: 4, unassigned: 2, waiting: 2, late: 0, answered: 1, snoozed: 1 }
  expect(await at.counts()).toEqual({ ...counts, mine: 1 })
  expect((await as(at.admin).call(routes.tickets.counts)).body).toEqual({ ...counts, mine: 0 })

  await owner.query(
    "update ticket_states set date_due = now() - interval '1 minute' where vendor_id = $1 and date_due is not null",
    [at.vendorId],
  )
  expect(await at.counts()).toEqual({ ...counts, mine: 1, late: 1 })
})

test('a search in each list finds what the list has', async () => {
  const at = await openQueue()
  await at.change(await at.open('talep: benim'), { assignee: at.staff.userId })
  await at.open('talep: atanmamış')
  await at.answer(await at.open('talep: yanıtlanan'))
  await at.change(await at.open('talep: ertelenen'), { dateSnoozed: tomorrow() })
  const done = [await at.open('talep: kapanan'), await at.open('talep: arşivlenen')]
  for (const ticket of done) await at.change(ticket, { status: 'closed' })
  await at.change(done[1] ?? '', { status: 'archived' })
  for (const status of queueLists) {
    const titles = await at.titles({ status })
    expect(titles, status).not.toEqual([])
    expect(await at.titles({ status, search: 'talep' }), status).toEqual(titles)
  }
})

test('tickets of a removed company, and of another vendor, are not counted', async () => {
  const [at, other] = [await openQueue(), await openQueue()]
  await other.open('başka')
  const company = await fixtures.company(at)
  const opened = await as(company.member).call(routes.tickets.open, {
    params: { company: company.companyId },
    body: { title: 'Titriyor', machine: company.companyMachineId, message: 'Duruyor.' },
  })
  await at.change(opened.body._id, { assignee: at.staff.userId })
  expect(await at.counts()).toMatchObject({ open: 1, mine: 1 })
  await as(at.admin).call(routes.companies.remove, { params: { company: company.companyId } })
  expect(await at.counts()).toMatchObject({ open: 0, mine: 0, waiting: 0 })
})
