import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'

// What the team learns of assignments: in the bell, by mail, and in the history of a ticket.

const portal = await openPortal({ NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const { as, owner } = portal

/** A ticket of a vendor with three members of the team. */
async function openTicket() {
  const fixture = await fixtures.ticket()
  await waitForReactions(owner) // the colleague joins after its opening
  const colleague = await fixtures.person(fixture, 'staff', 'Can')
  const { companyId: company, ticketId: ticket } = fixture
  const bellOf = async (who: Person) => {
    await waitForReactions(owner)
    return (await as(who).call(routes.notifications.list)).body.notifications
  }
  return {
    ...fixture,
    colleague,
    assign: (who: Person, assignee: string | null) =>
      as(who).call(routes.tickets.change, { params: { ticket }, body: { assignee } }),
    write: (contents: string) =>
      as(fixture.member).call(routes.tickets.replyOfAccount, {
        params: { company, ticket },
        body: { contents },
      }),
    answer: (who: Person) =>
      as(who).call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Bakıyorum' } }),
    kindsFor: async (who: Person) => (await bellOf(who)).map(({ kind }) => kind),
    historyFor: async (who: 'team' | 'customer') => {
      const { body } =
        who === 'team'
          ? await as(fixture.staff).call(routes.tickets.get, { params: { ticket } })
          : await as(fixture.member).call(routes.tickets.getOfAccount, {
              params: { company, ticket },
            })
      return body.changes.map(({ status, userName, assigneeName }) => [
        status,
        userName,
        assigneeName,
      ])
    },
  }
}

test('a colleague to whom a ticket is assigned is told by whom, in the bell and by mail', async () => {
  const at = await openTicket()
  await at.assign(at.staff, at.colleague.userId)
  expect(await at.kindsFor(at.colleague)).toEqual(['ticket.assigned'])
  expect(await at.kindsFor(at.admin)).toEqual(['ticket.opened'])
  const [mail] = await mailsIn(portal).to(at.colleague.email)
  expect(mail?.text).toContain('Ayşe Yılmaz bu talebi size atadı.')
  expect(mail?.text).toContain('Bu e-postayı, bu talebin sorumlusu olduğunuz için aldınız.')
})

test('who takes or unassigns a ticket is not told of it, nor who had it', async () => {
  const at = await openTicket()
  await at.assign(at.colleague, at.colleague.userId)
  await at.assign(at.staff, at.staff.userId)
  await at.assign(at.staff, null)
  expect(await at.kindsFor(at.colleague)).toEqual([])
  expect(await at.kindsFor(at.staff)).toEqual(['ticket.opened'])
})

test('a customer who writes on an assigned ticket reaches its assignee, and nobody else of the team', async () => {
  const at = await openTicket()
  await at.assign(at.colleague, at.colleague.userId)
  await at.write('Hâlâ ısınıyor')
  expect(await at.kindsFor(at.colleague)).toEqual(['ticket.written'])
  expect(await at.kindsFor(at.staff)).toEqual(['ticket.opened'])
})

test('a customer who writes on an unassigned ticket reaches the team again once it has no assignee', async () => {
  const at = await openTicket()
  await at.assign(at.colleague, at.colleague.userId)
  await at.assign(at.colleague, null)
  await at.write('Hâlâ ısınıyor')
  expect(await at.kindsFor(at.staff)).toEqual(['ticket.written', 'ticket.opened'])
})

test('customers cannot choose to be told of assignments', async () => {
  const at = await openTicket()
  const kindsOf = async (who: Person) =>
    (await as(who).call(routes.notifications.preferences)).body.kinds.map(({ kind }) => kind)
  expect(await kindsOf(at.staff)).toContain('ticket.assigned')
  expect(await kindsOf(at.member)).not.toContain('ticket.assigned')
})

test('the history tells the team, and no customer, who took, assigned and unassigned a ticket', async () => {
  const at = await openTicket()
  await at.assign(at.staff, at.staff.userId)
  await at.assign(at.staff, at.colleague.userId)
  await at.assign(at.admin, null)
  expect(await at.historyFor('team')).toEqual([
    ['taken', 'Ayşe Yılmaz', 'Ayşe Yılmaz'],
    ['assigned', 'Ayşe Yılmaz', 'Can Yılmaz'],
    ['unassigned', expect.any(String), null],
  ])
  expect(await at.historyFor('customer')).toEqual([])
})

test('the history has the colleague who took a ticket with an answer, once', async () => {
  const at = await openTicket()
  await as(at.admin).call(routes.vendors.changeSettings, { body: { assignOnReply: true } })
  await at.answer(at.colleague)
  await at.answer(at.staff)
  expect(await at.historyFor('team')).toEqual([['taken', 'Can Yılmaz', 'Can Yılmaz']])
})

test('the history says who removed the assignee from the team', async () => {
  const at = await openTicket()
  await at.assign(at.colleague, at.colleague.userId)
  const { userId: user, email } = at.colleague
  await as(at.admin).call(routes.team.remove, { params: { user }, body: { email } })
  expect((await at.historyFor('team')).map(([status]) => status)).toEqual(['taken', 'unassigned'])
})
