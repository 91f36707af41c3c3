import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type Change = { assignee?: string | null; assigneeBefore?: string | null; status?: 'closed' }

/** A ticket of which the calls are those of the team. */
async function openTicket() {
  const fixture = await fixtures.ticket()
  const params = { ticket: fixture.ticketId }
  const { vendorId, domain } = fixture
  return {
    ...fixture,
    colleague: await fixtures.person({ vendorId, domain }, 'staff', 'Can'),
    change: (who: Person, body: Change) => as(who).call(routes.tickets.change, { params, body }),
    assigneeFor: async (who: Person) => {
      const { assignee, assigneeName } = (await as(who).call(routes.tickets.get, { params })).body
      return [assignee, assigneeName]
    },
    remove: ({ userId: user, email }: Person) =>
      as(fixture.admin).call(routes.team.remove, { params: { user }, body: { email } }),
  }
}

test('a ticket is taken, handed over and unassigned; customers do not see by whom', async () => {
  const at = await openTicket()
  const { staff, colleague, member, companyId, ticketId } = at
  expect(await at.assigneeFor(staff)).toEqual([null, null])
  expect((await at.change(staff, { assignee: staff.userId })).body.message).toBe(
    'Talebi üstlendiniz.',
  )
  expect(await at.assigneeFor(colleague)).toEqual([staff.userId, 'Ayşe Yılmaz'])
  await at.change(staff, { assignee: colleague.userId, assigneeBefore: staff.userId })
  const { tickets } = (await as(staff).call(routes.tickets.list)).body
  expect(tickets.map(({ assignee, assigneeName }) => [assignee, assigneeName])).toEqual([
    [colleague.userId, 'Can Yılmaz'],
  ])
  const params = { company: companyId, ticket: ticketId }
  const ofMember = (await as(member).call(routes.tickets.getOfAccount, { params })).body
  expect([ofMember.assignee, ofMember.assigneeName]).toEqual([null, null])
  const listed = (await as(member).call(routes.tickets.listOfAccount, { params })).body.tickets
  expect(listed.map(({ assignee, assigneeName }) => [assignee, assigneeName])).toEqual([
    [null, null],
  ])
  expect((await at.change(colleague, { assignee: null })).body.message).toBe(
    'Talebin sorumlusu kaldırıldı.',
  )
  expect(await at.assigneeFor(staff)).toEqual([null, null])
})

test('of two who take a ticket at once one has it, and the other learns who', async () => {
  const at = await openTicket()
  const { staff, colleague } = at
  const answers = await Promise.all(
    [staff, colleague].map(({ userId, ...who }) =>
      at.change({ userId, ...who }, { assignee: userId, assigneeBefore: null }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [, name] = await at.assigneeFor(staff)
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    `Bu talep bu arada atandı; sorumlusu artık ${name}.`,
  )
})

test('a colleague who hands over a ticket that was unassigned meanwhile is told so', async () => {
  const at = await openTicket()
  const { staff, colleague } = at
  const body = { assignee: colleague.userId, assigneeBefore: staff.userId }
  const { status, body: answer } = await at.change(staff, body)
  expect([status, answer.message]).toEqual([409, 'Bu talebin sorumlusu bu arada kaldırıldı.'])
})

test('a ticket is assigned to active members of the own team only', async () => {
  const at = await openTicket()
  const { staff, member, operator } = at
  const stranger = await fixtures.company()
  const invited = await fixtures.person(at, 'staff', 'Davetli')
  await owner.query('update users set password_hash = null where id = $1', [invited.userId])
  const former = await fixtures.person(at, 'staff', 'Eski')
  expect((await at.remove(former)).status).toBe(200)
  const unknown = '01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c01'
  for (const assignee of [stranger.staff.userId, unknown])
    expect((await at.change(staff, { assignee })).status).toBe(404)
  for (const assignee of [member.userId, operator.userId, invited.userId, former.userId]) {
    const { status, body } = await at.change(staff, { assignee })
    expect([status, body.message]).toEqual([
      409,
      'Bir talep yalnızca ekibinizin hesabı etkin bir üyesine atanabilir.',
    ])
  }
  expect(await at.assigneeFor(staff)).toEqual([null, null])
  const { assignees } = (await as(staff).call(routes.tickets.assignees)).body
  expect(assignees.map(({ _id }) => _id).toSorted()).toEqual(
    [at.admin, staff, at.colleague].map(({ userId }) => userId).toSorted(),
  )
})

test('the tickets of a colleague who is removed from the team are unassigned, and open pages are told', async () => {
  const at = await openTicket()
  const { staff, colleague } = at
  await at.change(colleague, { assignee: colleague.userId })
  const team = await openEventStream(portal.port, staff)
  expect((await at.remove(colleague)).status).toBe(200)
  expect(await at.assigneeFor(staff)).toEqual([null, null])
  await expect.poll(team.all).toContainEqual({ kind: 'change' })
})

test('a colleague who leaves while tickets are assigned to them has none afterwards', async () => {
  for (let round = 0; round < 5; round++) {
    const at = await openTicket()
    const { staff, colleague } = at
    await Promise.all([at.change(staff, { assignee: colleague.userId }), at.remove(colleague)])
    expect(await at.assigneeFor(staff)).toEqual([null, null])
  }
})

test('the audit says who has a ticket now, and nothing where it stays with the same person', async () => {
  const at = await openTicket()
  const { staff, admin } = at
  const answers = []
  for (const assignee of [staff.userId, staff.userId, null, null])
    answers.push((await at.change(staff, { assignee })).body.message)
  expect(answers).toEqual([
    'Talebi üstlendiniz.',
    'Bu talep zaten bu kişide.',
    'Talebin sorumlusu kaldırıldı.',
    'Bu talebin zaten sorumlusu yok.',
  ])
  const { entries } = (
    await as(admin).call(routes.audit.list, { query: { action: 'tickets.change' } })
  ).body
  expect(entries.map(({ subject, changes }) => [subject, changes])).toEqual([
    ['#1001 Mil ısınıyor', [{ field: 'assignee', before: 'Ayşe Yılmaz', after: null }]],
    ['#1001 Mil ısınıyor', [{ field: 'assignee', before: null, after: 'Ayşe Yılmaz' }]],
  ])
})

test('a ticket is assigned and closed in one step, and in none where its assignee has changed', async () => {
  const at = await openTicket()
  const { staff, colleague, ticketId } = at
  const body = {
    assignee: staff.userId,
    assigneeBefore: colleague.userId,
    status: 'closed',
  } as const
  expect((await at.change(staff, body)).status).toBe(409)
  const read = async () =>
    (await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })).body
  expect(await read()).toMatchObject({ assignee: null, status: 'open' })
  const done = await at.change(staff, { ...body, assigneeBefore: null })
  expect(done.body.message).toBe('Talep kapatıldı.')
  expect(await read()).toMatchObject({ assignee: staff.userId, status: 'closed' })
})

test('the team filters open tickets by own and by unassigned ones, also searched and sorted', async () => {
  const at = await openTicket()
  const { staff, colleague, member, companyId: company, companyMachineId: machine } = at
  const open = async (title: string, assignee: string | null, status?: 'closed') => {
    const { body } = await as(member).call(routes.tickets.open, {
      params: { company },
      body: { title, machine, message: 'Bakar mısınız?' },
    })
    const params = { ticket: body._id }
    await as(staff).call(routes.tickets.change, {
      params,
      body: { assignee, ...(status && { status }) },
    })
    return params
  }
  await open('Pompa sızdırıyor', staff.userId)
  await open('Ana mil ısınıyor', staff.userId)
  await open('Mil kırıldı', colleague.userId)
  const closed = await open('Mil takıldı', staff.userId, 'closed')
  // It waits for the customer again, and stays closed.
  await as(staff).call(routes.tickets.reply, { params: closed, body: { contents: 'Oldu mu?' } })
  const list = async (who: Person, status: 'mine' | 'unassigned', more = {}) => {
    const { body } = await as(who).call(routes.tickets.list, { query: { status, ...more } })
    return [body.tickets.map(({ title }) => title), body.total]
  }
  expect(await list(staff, 'mine')).toEqual([['Ana mil ısınıyor', 'Pompa sızdırıyor'], 2])
  expect(await list(staff, 'mine', { sort: 'title', company })).toEqual([
    ['Ana mil ısınıyor', 'Pompa sızdırıyor'],
    2,
  ])
  expect(await list(staff, 'mine', { sort: 'dateLastMessage' })).toEqual([
    ['Pompa sızdırıyor', 'Ana mil ısınıyor'],
    2,
  ])
  expect(await list(staff, 'mine', { search: 'mil' })).toEqual([['Ana mil ısınıyor'], 1])
  expect(await list(colleague, 'mine', { search: 'mil' })).toEqual([['Mil kırıldı'], 1])
  expect(await list(colleague, 'unassigned')).toEqual([['Mil ısınıyor'], 1])
  expect(await list(colleague, 'unassigned', { search: 'mil' })).toEqual([['Mil ısınıyor'], 1])
})

test('a customer has no list of assigned tickets', async () => {
  const { member, companyId } = await fixtures.company()
  const answer = await as(member).call(routes.tickets.listOfAccount, {
    params: { company: companyId },
    query: { status: 'mine' as 'open' },
  })
  expect(answer.status).toBe(400)
})

test('an unassigned ticket is assigned to the first colleague who answers it, where the vendor has set so', async () => {
  const at = await openTicket()
  const { staff, colleague, admin, operator, member, ticketId, companyId: company } = at
  const answer = (who: Person) =>
    as(who).call(routes.tickets.reply, {
      params: { ticket: ticketId },
      body: { contents: 'Bakıyoruz.' },
    })
  await answer(staff)
  expect(await at.assigneeFor(staff)).toEqual([null, null])
  await as(admin).call(routes.vendors.changeSettings, { body: { assignOnReply: true } })
  // Neither a customer nor an operator, who leaves again, gets it.
  await as(member).call(routes.tickets.replyOfAccount, {
    params: { company, ticket: ticketId },
    body: { contents: 'Hâlâ ısınıyor.' },
  })
  await answer(operator)
  expect(await at.assigneeFor(staff)).toEqual([null, null])
  await answer(staff)
  await answer(colleague)
  expect(await at.assigneeFor(staff)).toEqual([staff.userId, 'Ayşe Yılmaz'])
})

test('a colleague who leaves while answering has no ticket afterwards', async () => {
  for (let round = 0; round < 5; round++) {
    const at = await openTicket()
    const { admin, staff, colleague, ticketId } = at
    await as(admin).call(routes.vendors.changeSettings, { body: { assignOnReply: true } })
    const params = { ticket: ticketId }
    await Promise.all([
      as(colleague).call(routes.tickets.reply, { params, body: { contents: 'Bakıyoruz.' } }),
      at.remove(colleague),
    ])
    expect(await at.assigneeFor(staff)).toEqual([null, null])
  }
})

test('the answer and the audit tell what was changed, not the status that a ticket had already', async () => {
  const at = await openTicket()
  const { staff, admin } = at
  await at.change(staff, { status: 'closed' })
  const again = await at.change(staff, { assignee: staff.userId, status: 'closed' })
  expect(again.body.message).toBe('Talebi üstlendiniz.')
  const { entries } = (
    await as(admin).call(routes.audit.list, { query: { action: 'tickets.change' } })
  ).body
  expect(entries.map(({ changes }) => changes)).toEqual([
    [{ field: 'assignee', before: null, after: 'Ayşe Yılmaz' }],
    [{ field: 'status', before: 'open', after: 'closed' }],
  ])
})

test('a change that names nothing is refused', async () => {
  const at = await openTicket()
  const { status, body } = await at.change(at.staff, { assigneeBefore: null })
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('Neyin değişeceğini belirtin.'),
  ])
})
