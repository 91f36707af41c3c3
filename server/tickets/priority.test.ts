import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal({ NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const { as } = portal

type Priority = 'standing' | 'impaired' | 'normal' | 'question'

/** A ticket whose author has said how urgent it is, if at all. */
async function openTicket(priority?: Priority) {
  const at = await fixtures.company()
  const { body } = await as(at.member).call(routes.tickets.open, {
    params: { company: at.companyId },
    body: {
      title: 'Mil durdu',
      machine: at.companyMachineId,
      message: 'Dönmüyor.',
      ...(priority && { priority }),
    },
  })
  const params = { ticket: body._id }
  return {
    ...at,
    opened: body,
    ticketId: body._id,
    change: (given: Priority, status?: 'closed') =>
      as(at.staff).call(routes.tickets.change, {
        params,
        body: { priority: given, ...(status && { status }) },
      }),
    read: async () => (await as(at.staff).call(routes.tickets.get, { params })).body,
    readAsMember: async () =>
      (
        await as(at.member).call(routes.tickets.getOfAccount, {
          params: { company: at.companyId, ...params },
        })
      ).body,
  }
}

test('a customer says that the machine stands, and the team reads it in the list, on the ticket and in the mail', async () => {
  const at = await openTicket('standing')
  expect([at.opened.priority, (await at.read()).priority]).toEqual(['standing', 'standing'])
  const { tickets } = (await as(at.staff).call(routes.tickets.list)).body
  expect(tickets.map(({ priority }) => priority)).toEqual(['standing'])
  const [mail] = await mailsIn(portal).to(at.staff.email)
  expect(mail?.text).toContain('Öncelik: Makine duruyor')
})

test('a ticket of which nothing is said is a normal one, and its mail says nothing of it', async () => {
  const at = await openTicket()
  expect(at.opened.priority).toBe('normal')
  const [mail] = await mailsIn(portal).to(at.staff.email)
  expect(mail?.text).not.toContain('Öncelik')
})

test('the team changes the priority, which the history tells the customer too', async () => {
  const at = await openTicket()
  const stream = await openEventStream(portal.port, at.member)
  expect((await at.change('impaired')).body.message).toBe('Öncelik değiştirildi.')
  const { priority, changes } = await at.readAsMember()
  expect(priority).toBe('impaired')
  expect(changes.map(({ status, userName, priority }) => [status, userName, priority])).toEqual([
    ['prioritized', 'Ayşe Yılmaz', 'impaired'],
  ])
  await expect.poll(stream.all).toContainEqual(expect.objectContaining({ ticket: at.ticketId }))
})

test('a priority that the ticket has already changes nothing, and is not in the audit', async () => {
  const at = await openTicket('impaired')
  expect((await at.change('impaired')).body.message).toBe('Talebin önceliği zaten bu.')
  expect((await at.read()).changes).toEqual([])
  await at.change('question')
  const { entries } = (await as(at.admin).call(routes.audit.list)).body
  expect(
    entries
      .filter(({ action }) => action.startsWith('tickets.'))
      .map(({ action, changes }) => [action, changes]),
  ).toEqual([
    ['tickets.change', [{ field: 'priority', before: 'impaired', after: 'question' }]],
    ['tickets.open', [{ field: 'priority', before: null, after: 'impaired' }]],
  ])
})

test('a priority is not taken back once a colleague has chosen another, and the user is told', async () => {
  const at = await openTicket()
  await at.change('standing')
  await at.change('impaired')
  const { status, body } = await as(at.staff).call(routes.tickets.change, {
    params: { ticket: at.ticketId },
    body: { priority: 'normal', priorityBefore: 'standing' },
  })
  expect([status, body.message]).toEqual([409, 'Bu talebin önceliği bu arada değiştirildi.'])
  const { priority, changes } = await at.read()
  expect([priority, changes.length]).toEqual(['impaired', 2])
})

test('a priority is taken back while it is the one that the user chose', async () => {
  const at = await openTicket('question')
  await at.change('standing')
  const { status } = await as(at.staff).call(routes.tickets.change, {
    params: { ticket: at.ticketId },
    body: { priority: 'question', priorityBefore: 'standing' },
  })
  expect([status, (await at.read()).priority]).toEqual([200, 'question'])
})

test('a ticket is given a priority and closed in one step', async () => {
  const at = await openTicket()
  await at.change('question', 'closed')
  const { status, priority } = await at.read()
  expect([status, priority]).toEqual(['closed', 'question'])
})

test('an unknown priority is refused, and a customer cannot change one', async () => {
  const at = await openTicket()
  expect((await at.change('urgent' as Priority)).status).toBe(400)
  await as(at.member).call(routes.tickets.changeOfAccount, {
    params: { company: at.companyId, ticket: at.ticketId },
    body: { status: 'closed', priority: 'standing' } as never,
  })
  expect((await at.read()).priority).toBe('normal')
})
