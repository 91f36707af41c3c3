import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { sweep } from '../app/sweep.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner, platform } = portal

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
type Change = Parameters<typeof change>[1]
const change = (
  { staff, ticketId }: Pick<Awaited<ReturnType<typeof fixtures.ticket>>, 'staff' | 'ticketId'>,
  body: {
    dateSnoozed?: string | null
    dateSnoozedBefore?: string | null
    status?: 'closed' | 'open'
    assignee?: string
    waitingFor?: 'team' | 'customer'
  },
) => as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body })

/** A ticket that waits for the team, and is assigned to `staff`. */
async function openTicket() {
  const at = await fixtures.ticket()
  const params = { company: at.companyId, ticket: at.ticketId }
  const write = (contents: string) =>
    as(at.member).call(routes.tickets.replyOfAccount, { params, body: { contents } })
  await write('Duruyor.')
  await change(at, { assignee: at.staff.userId })
  const read = async () => (await as(at.staff).call(routes.tickets.get, { params })).body
  return {
    ...at,
    params,
    write,
    read,
    change: (body: Change) => change(at, body),
    dateSnoozed: async () => (await read()).dateSnoozed,
    /** How many tickets the team's lists have. */
    listed: async () =>
      Object.fromEntries(
        await Promise.all(
          (['mine', 'waiting', 'open', 'snoozed'] as const).map(async status => {
            const { body } = await as(at.staff).call(routes.tickets.list, {
              query: { status, page: '0', size: '10' },
            })
            return [status, body.tickets.length]
          }),
        ),
      ),
  }
}
const awake = { mine: 1, waiting: 1, open: 1, snoozed: 0 }
const snoozed = { mine: 0, waiting: 0, open: 1, snoozed: 1 }

test('a snoozed ticket is in no list of what is to be done, but among the open and the snoozed ones', async () => {
  const at = await openTicket()
  expect(await at.listed()).toEqual(awake)
  const stream = await openEventStream(portal.port, at.staff)
  const until = inHours(20)
  expect((await at.change({ dateSnoozed: until })).body.message).toBe('Talep ertelendi.')
  expect(await at.listed()).toEqual(snoozed)
  expect(await at.dateSnoozed()).toBe(until)
  await expect.poll(stream.all).toContainEqual(expect.objectContaining({ ticket: at.ticketId }))
})

test('the home of the team does not ask for a snoozed ticket', async () => {
  const at = await openTicket()
  await at.change({ dateSnoozed: inHours(20) })
  const home = (await as(at.staff).call(routes.home.ofTeam, {})).body
  expect([home.counts.open, home.counts.waiting, home.waiting]).toEqual([1, 0, []])
})

test('a search in the lists of what is to be done does not find a snoozed ticket', async () => {
  const at = await openTicket()
  const title = (await at.read()).title.toLowerCase()
  const search = async (status: 'mine' | 'waiting' | 'unassigned' | 'snoozed') =>
    (
      await as(at.staff).call(routes.tickets.list, {
        query: { status, page: '0', size: '10', search: title },
      })
    ).body.tickets.length
  expect([await search('mine'), await search('waiting'), await search('snoozed')]).toEqual([
    1, 1, 0,
  ])
  await at.change({ dateSnoozed: inHours(20) })
  expect([await search('mine'), await search('waiting'), await search('snoozed')]).toEqual([
    0, 0, 1,
  ])
})

test('a customer learns nothing of a snooze', async () => {
  const at = await openTicket()
  await at.change({ dateSnoozed: inHours(20) })
  const { params } = at
  const ticket = (await as(at.member).call(routes.tickets.getOfAccount, { params })).body
  expect([ticket.dateSnoozed, ticket.changes, ticket.waitingFor]).toEqual([null, [], 'team'])
  const { tickets } = (
    await as(at.member).call(routes.tickets.listOfAccount, { params, query: { status: 'waiting' } })
  ).body
  expect(tickets.map(({ dateSnoozed }) => dateSnoozed)).toEqual([null])
})

test('a message of the customer ends a snooze, one of the team does not', async () => {
  const at = await openTicket()
  await at.change({ dateSnoozed: inHours(20) })
  await as(at.staff).call(routes.tickets.reply, {
    params: at.params,
    body: { contents: 'Salı günü geliyoruz.' },
  })
  expect(await at.dateSnoozed()).not.toBeNull()
  await at.write('Pazartesi olmaz mı?')
  expect(await at.dateSnoozed()).toBeNull()
  expect(await at.listed()).toEqual(awake)
})

test('a snooze is not taken back once a colleague has chosen another date, and the user is told', async () => {
  const at = await openTicket()
  const [mine, theirs] = [inHours(20), inHours(40)]
  await at.change({ dateSnoozed: mine })
  await at.change({ dateSnoozed: theirs })
  const { status, body } = await at.change({ dateSnoozed: null, dateSnoozedBefore: mine })
  expect([status, body.message]).toEqual([409, 'Bu talebin ertelemesi bu arada değiştirildi.'])
  expect(await at.dateSnoozed()).toBe(theirs)
})

test('the end of a snooze is taken back while nobody has snoozed the ticket again', async () => {
  const at = await openTicket()
  const until = inHours(20)
  expect((await at.change({ dateSnoozed: until, dateSnoozedBefore: null })).status).toBe(200)
  expect((await at.change({ dateSnoozed: null, dateSnoozedBefore: until })).status).toBe(200)
  expect(await at.dateSnoozed()).toBeNull()
})

test('a snooze ends at its date, and open screens learn of it', async () => {
  const at = await openTicket()
  await at.change({ dateSnoozed: new Date(Date.now() + 1_500).toISOString() })
  expect(await at.listed()).toEqual(snoozed)
  const stream = await openEventStream(portal.port, at.staff)
  await expect.poll(at.dateSnoozed).toBeNull()
  expect(await at.listed()).toEqual(awake)
  expect(stream.all()).toContainEqual(expect.objectContaining({ ticket: at.ticketId }))
})

test('who snoozed a ticket and its assignee are told that its time has come, and nobody else', async () => {
  const at = await openTicket()
  const colleague = await fixtures.person(at, 'staff', 'Can')
  await as(colleague).call(routes.tickets.change, {
    params: { ticket: at.ticketId },
    body: { dateSnoozed: new Date(Date.now() + 1_000).toISOString() },
  })
  await expect.poll(at.dateSnoozed).toBeNull()
  await waitForReactions(owner)
  const told = async (who: Person) =>
    (await as(who).call(routes.notifications.list)).body.notifications
      .filter(({ kind }) => kind === 'ticket.unsnoozed')
      .map(({ ticket, actorName }) => [ticket, actorName])
  const expected = [[at.ticketId, null]]
  expect([
    await told(colleague),
    await told(at.staff),
    await told(at.admin),
    await told(at.member),
  ]).toEqual([expected, expected, [], []])
})

test('a ticket that was snoozed for longer meanwhile stays snoozed at the first date', async () => {
  const at = await openTicket()
  await at.change({ dateSnoozed: new Date(Date.now() + 1_000).toISOString() })
  const later = inHours(48)
  await at.change({ dateSnoozed: later })
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        "select from pgboss.job where name = 'ticket.snoozed' and state = 'completed' and data->>'ticket' = $1",
        [at.ticketId],
      )
      return rows.length
    })
    .toBe(1)
  expect(await at.dateSnoozed()).toBe(later)
})

test('a snooze whose job was lost is ended by the sweep', async () => {
  const [at, other] = [await openTicket(), await openTicket()]
  for (const each of [at, other]) await each.change({ dateSnoozed: inHours(20) })
  await owner.query(
    "update ticket_states set date_snoozed = now() - interval '11 minutes' where ticket_id = $1",
    [at.ticketId],
  )
  await sweep(platform.database, platform.config)
  expect(await at.dateSnoozed()).toBeNull()
  expect(await other.dateSnoozed()).not.toBeNull()
})

test('a colleague ends a snooze; the history tells the team of both', async () => {
  const at = await openTicket()
  const until = inHours(20)
  await at.change({ dateSnoozed: until })
  expect((await at.change({ dateSnoozed: null })).body.message).toBe('Erteleme kaldırıldı.')
  const { changes } = await at.read()
  expect(
    changes.slice(-2).map(({ status, userName, dateSnoozed }) => [status, userName, dateSnoozed]),
  ).toEqual([
    ['snoozed', 'Ayşe Yılmaz', until],
    ['unsnoozed', 'Ayşe Yılmaz', null],
  ])
})

test('a snooze that is so already changes nothing, and is not in the audit', async () => {
  const at = await openTicket()
  expect((await at.change({ dateSnoozed: null })).body.message).toBe('Talep zaten ertelenmemiş.')
  const until = inHours(20)
  await at.change({ dateSnoozed: until })
  expect((await at.change({ dateSnoozed: until })).body.message).toBe(
    'Talep zaten bu zamana kadar ertelenmiş.',
  )
  const { entries } = (
    await as(at.admin).call(routes.audit.list, { query: { action: 'tickets.change' } })
  ).body
  expect(entries).toHaveLength(2) // the assignment and the snooze
})

test('closing ends a snooze, and a closed ticket cannot be snoozed', async () => {
  const at = await openTicket()
  await at.change({ dateSnoozed: inHours(20) })
  await at.change({ status: 'closed' })
  expect(await at.dateSnoozed()).toBeNull()
  const refused = await at.change({ dateSnoozed: inHours(20) })
  expect([refused.status, refused.body.message]).toEqual([409, 'Bu talep açık değil.'])
  await at.change({ status: 'open' })
  expect(await at.dateSnoozed()).toBeNull()
})

test.each([
  ['the past', () => inHours(-1), 'Bir talep ancak ileri bir zamana ertelenebilir.'],
  ['more than a year', () => inHours(24 * 367), 'Bir talep en çok bir yıl ertelenebilir.'],
])('a snooze until %s is refused, and says why', async (_, until, message) => {
  const at = await openTicket()
  const refused = await at.change({ dateSnoozed: until() })
  expect([refused.status, refused.body.message]).toEqual([400, message])
  expect(await at.dateSnoozed()).toBeNull()
})
