import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { TicketStatus } from '#contract/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

/** A ticket of this status, with the calls of its two sides. */
async function ticketThatIs(status: TicketStatus) {
  const fixture = await fixtures.ticket()
  const { staff, member, ticketId, companyId, vendorId } = fixture
  const colleague = await fixtures.person(fixture, 'customer')
  await fixtures.join(vendorId, colleague.userId, companyId)
  const params = { company: companyId, ticket: ticketId }
  const sides = {
    staff: (next: TicketStatus) =>
      as(staff).call(routes.tickets.change, {
        params: { ticket: ticketId },
        body: { status: next },
      }),
    member: (next: TicketStatus) =>
      as(member).call(routes.tickets.changeOfAccount, { params, body: { status: next } }),
  }
  const read = async () => (await as(member).call(routes.tickets.getOfAccount, { params })).body
  const write = () =>
    as(colleague).call(routes.tickets.replyOfAccount, {
      params,
      body: { contents: 'Bir şey daha' },
    })
  const answer = () =>
    as(fixture.admin).call(routes.tickets.reply, {
      params: { ticket: ticketId },
      body: { contents: 'Bir şey daha' },
    })
  if (status !== 'open') await sides.staff('closed')
  if (status === 'archived') await sides.staff('archived')
  return { ...fixture, sides, read, write, answer }
}

function expectBetween(before: number, date: string | null, after: number) {
  expect(Date.parse(date as string)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(date as string)).toBeLessThanOrEqual(after)
}

const unchanged = {
  open: 'Bu talep zaten açık.',
  closed: 'Bu talep zaten kapatılmış.',
  archived: 'Bu talep zaten arşivlenmiş.',
}

describe.each(['staff', 'member'] as const)('for a %s', side => {
  test.each([
    ['open', 'open', 200, unchanged.open],
    ['open', 'closed', 200, 'Talep kapatıldı.'],
    ['open', 'archived', 409, 'Yalnızca kapatılmış bir talep arşivlenebilir.'],
    ['closed', 'open', 200, 'Talep yeniden açıldı.'],
    ['closed', 'closed', 200, unchanged.closed],
    ['closed', 'archived', 200, 'Talep arşivlendi.'],
    ['archived', 'closed', 409, 'Bu talep açık değil.'],
    ['archived', 'archived', 200, unchanged.archived],
  ] as const)(
    'a change of a ticket from %s to %s is answered %i',
    async (from, to, status, message) => {
      const { sides, read } = await ticketThatIs(from)
      const before = await read()
      const answer = await sides[side](to)
      expect([answer.status, answer.body.message]).toEqual([status, message])
      const after = await read()
      if (from === to || status === 409) expect(after).toEqual(before)
      else expect(after.status).toBe(to)
    },
  )
})

test('the date of closing is set on closing, and stays when the ticket is archived', async () => {
  const { sides, read } = await ticketThatIs('open')
  expect((await read()).dateClosed).toBeNull()
  const before = Date.now()
  await sides.member('closed')
  const { dateClosed } = await read()
  expectBetween(before, dateClosed, Date.now())
  await sides.staff('archived')
  expect((await read()).dateClosed).toBe(dateClosed)
})

test('a ticket names who closed and who archived it, each with the time', async () => {
  const { sides, read } = await ticketThatIs('open')
  expect(await read()).toMatchObject({
    closedByName: null,
    dateArchived: null,
    archivedByName: null,
  })
  await sides.member('closed')
  expect(await read()).toMatchObject({
    closedByName: 'Işıl Yılmaz',
    dateArchived: null,
    archivedByName: null,
  })
  const before = Date.now()
  await sides.staff('archived')
  const { closedByName, archivedByName, dateArchived } = await read()
  expect([closedByName, archivedByName]).toEqual(['Işıl Yılmaz', 'Ayşe Yılmaz'])
  expectBetween(before, dateArchived, Date.now())
})

test('two people who close a ticket at once both see it closed, and one of them did it', async () => {
  const { sides } = await ticketThatIs('open')
  const answers = await Promise.all([sides.staff('closed'), sides.member('closed')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ body }) => body.message).sort()).toEqual([
    unchanged.closed,
    'Talep kapatıldı.',
  ])
})

test.each(['staff', 'member'] as const)(
  'what a %s does to a ticket is dated after the message that it waited for',
  async side => {
    const { ticketId, sides, write, answer, read } = await ticketThatIs('open')
    const inSequence = (...calls: (() => Promise<{ status: number }>)[]) =>
      queueBehind(portal, 'select from tickets where id = $1 for update', [ticketId], calls)
    const answers = [
      ...(await inSequence(write, () => sides[side]('closed'))),
      ...(await inSequence(answer, () => sides[side]('archived'))),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { conversation, dateClosed, dateArchived } = await read()
    const [, written, answered] = conversation.map(({ dateAdded }) => dateAdded)
    const inOrder = [written, dateClosed, answered, dateArchived]
    expect(inOrder).toEqual([...inOrder].sort())
  },
)

test('when messages, closing and archiving coincide, the last message is before the archiving', async () => {
  for (let i = 0; i < 10; i++) {
    const { sides, write, answer, read } = await ticketThatIs('open')
    const calls = [
      write,
      answer,
      () => sides.staff('closed'),
      write,
      () => sides.member('archived'),
      answer,
      write,
      () => sides.staff('archived'),
    ]
    await Promise.all<unknown>(calls.map(call => call()))
    const { status, conversation, dateClosed, dateArchived } = await read()
    if (status !== 'archived') expect(dateArchived).toBeNull()
    else
      expect([dateClosed, conversation.at(-1)?.dateAdded, dateArchived].sort().at(-1)).toBe(
        dateArchived,
      )
  }
})

test('nothing is closed or archived before its last message, though the clock was set back', async () => {
  const { ticketId, sides, read } = await ticketThatIs('open')
  const last = '2999-12-31T10:00:00.000Z'
  await owner.query('update ticket_states set date_last_message = $2 where ticket_id = $1', [
    ticketId,
    last,
  ])
  await sides.staff('closed')
  await sides.staff('archived')
  expect(await read()).toMatchObject({ dateClosed: last, dateArchived: last })
})

test.each([
  ['open', 200],
  ['closed', 200],
  ['archived', 409],
] as const)(
  'a message on a ticket that is %s is answered %i, from either side',
  async (status, expected) => {
    const { write, answer, read } = await ticketThatIs(status)
    const answers = [await write(), await answer()]
    expect(answers.map(each => each.status)).toEqual([expected, expected])
    expect((await read()).conversation).toHaveLength(expected === 200 ? 3 : 1)
  },
)

test('a message on an archived ticket says why it cannot be written', async () => {
  const { write } = await ticketThatIs('archived')
  const { body } = await write()
  expect([body.name, body.message]).toEqual([
    'ConflictError',
    'Arşivlenmiş bir talebe mesaj yazılamaz.',
  ])
})

test('a refused message leaves its attachment free for another', async () => {
  const { member, companyId, companyMachineId, ticketId } = await ticketThatIs('archived')
  const file = await fixtures.upload(member)
  const body = { contents: 'Bakın', files: [file] }
  await as(member).call(routes.tickets.replyOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body,
  })
  const opened = await as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: 'Yeniden', machine: companyMachineId, message: 'Bakın', files: [file] },
  })
  expect(opened.body.conversation[0]?.files.map(({ id }) => id)).toEqual([file])
})

test('the team reads whether a change has changed the ticket, or it was so already', async () => {
  const { staff, ticketId } = await fixtures.ticket()
  const change = async (body: { status?: 'closed'; priority?: 'standing'; assignee?: null }) =>
    (await as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body })).body
      .changed
  expect(await change({ assignee: null })).toBe(false)
  expect(await change({ status: 'closed' })).toBe(true)
  expect(await change({ status: 'closed' })).toBe(false)
  expect(await change({ status: 'closed', priority: 'standing' })).toBe(true)
})
