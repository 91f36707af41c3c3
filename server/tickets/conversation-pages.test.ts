import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>

/** Adds messages `1` to `count` of the member, each two at the same instant; returns their ids. */
async function addMessages(
  { vendorId, ticketId, member }: Fixture,
  count: number,
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents, date_added)
     select $1, gen_random_uuid(), $2, $3, false, n::text, now() - make_interval(secs => $4::int - n / 2) from generate_series(1, $4) n
     returning id`,
    [vendorId, ticketId, member.userId, count],
  )
  return rows.map(({ id }) => id)
}

const at = ({ companyId, ticketId }: Fixture) => ({ company: companyId, ticket: ticketId })
const readTicket = async (ticket: Fixture, who: Person = ticket.member) =>
  (await as(who).call(routes.tickets.getOfAccount, { params: at(ticket) })).body
const readBefore = (ticket: Fixture, before?: string) =>
  as(ticket.member).call(routes.tickets.messagesOfAccount, {
    params: at(ticket),
    query: before ? { before } : {},
  })

describe('a long conversation', () => {
  // Security: T9
  test('is read from the newest hundred back to the first message, each of them once and in order', async () => {
    const ticket = await fixtures.ticket()
    await addMessages(ticket, 250)
    const { conversation, earlier } = await readTicket(ticket)
    expect(conversation).toHaveLength(100)
    const pages = [conversation]
    for (let before = earlier; before; ) {
      const { messages, earlier } = (await readBefore(ticket, before)).body
      pages.unshift(messages)
      before = earlier
    }
    expect(pages.map(page => page.length)).toEqual([51, 100, 100])
    const { rows } = await owner.query(
      'select id from messages where ticket_id = $1 order by date_added, id',
      [ticket.ticketId],
    )
    expect(pages.flat().map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id))
  })

  test('is the same to the team', async () => {
    const ticket = await fixtures.ticket()
    await addMessages(ticket, 150)
    const params = { ticket: ticket.ticketId }
    const { body } = await as(ticket.staff).call(routes.tickets.get, { params })
    expect(body.earlier).toBe(body.conversation[0]?._id)
    const earlier = await as(ticket.staff).call(routes.tickets.messages, {
      params,
      query: { before: body.earlier },
    })
    expect(earlier.body.messages).toHaveLength(51)
    expect(earlier.body).not.toHaveProperty('earlier')
  })

  // Security: T23
  test('of long messages is read in pages of at most 64 KB of text, from the newest back to the first', async () => {
    const ticket = await fixtures.ticket()
    await addMessages(ticket, 12)
    const long = 'ş'.repeat(10_000)
    await owner.query(
      "update messages set contents = $2 || contents where ticket_id = $1 and contents ~ '^[0-9]+$'",
      [ticket.ticketId, long],
    )
    const { conversation, earlier } = await readTicket(ticket)
    const pages = [conversation]
    for (let before = earlier; before; ) {
      const { messages, earlier } = (await readBefore(ticket, before)).body
      pages.unshift(messages)
      before = earlier
    }
    expect(pages.map(page => page.length)).toEqual([3, 3, 3, 4]) // and the short one of its opening
    const { rows } = await owner.query(
      'select id from messages where ticket_id = $1 order by date_added, id',
      [ticket.ticketId],
    )
    expect(pages.flat().map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id))
    const params = { ticket: ticket.ticketId }
    const { body } = await as(ticket.staff).call(routes.tickets.get, { params })
    expect([body.earlier, body.conversation.length]).toEqual([earlier, 4])
  })

  test('has the files of each page in that page', async () => {
    const ticket = await fixtures.ticket()
    const params = at(ticket)
    const file = await fixtures.upload(ticket.member)
    const { body: reply } = await as(ticket.member).call(routes.tickets.replyOfAccount, {
      params,
      body: { contents: 'Alarm', files: [file] },
    })
    await owner.query(
      "update messages set date_added = date_added - interval '1 day' where ticket_id = $1",
      [ticket.ticketId],
    )
    await addMessages(ticket, 120)
    const { conversation, earlier } = await readTicket(ticket)
    expect(conversation.flatMap(({ files }) => files)).toEqual([])
    const { messages } = (await readBefore(ticket, earlier)).body
    expect(messages.find(({ _id }) => _id === reply._id)?.files).toMatchObject([
      { id: file, state: 'ready' },
    ])
  })

  test('of a hundred messages has no earlier ones, in the form that it always had', async () => {
    const ticket = await fixtures.ticket()
    await addMessages(ticket, 99)
    const body = await readTicket(ticket)
    expect(body.conversation).toHaveLength(100)
    expect(body).not.toHaveProperty('earlier')
    const { messages } = (await readBefore(ticket)).body
    expect(messages).toEqual(body.conversation)
    expect((await readBefore(ticket, messages[0]?._id)).body).toEqual({ messages: [] })
  })

  test.each([
    [
      'a message of another ticket',
      async () => (await readTicket(await fixtures.ticket())).conversation[0]?._id as string,
    ],
    ['a message that does not exist', async () => '0198a5a0-0000-7000-8000-000000000000'],
  ])('has no messages before %s', async (_, before) => {
    const { status, body } = await readBefore(await fixtures.ticket(), await before())
    expect([status, body]).toEqual([200, { messages: [] }])
  })
})

// Security: T9
test('a ticket that was closed and reopened very often is read with its last hundred changes', async () => {
  const ticket = await fixtures.ticket()
  await owner.query(
    `insert into ticket_changes (vendor_id, id, ticket_id, status, user_id, date_changed)
     select $1, gen_random_uuid(), $2, 'open', $3, now() - make_interval(secs => 500 - n) from generate_series(1, 300) n`,
    [ticket.vendorId, ticket.ticketId, ticket.member.userId],
  )
  const { changes } = await readTicket(ticket)
  const instants = changes.map(({ dateChanged }) => Date.parse(dateChanged))
  expect(instants).toHaveLength(100)
  expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  const { rows } = await owner.query(
    'select max(date_changed) as newest from ticket_changes where ticket_id = $1',
    [ticket.ticketId],
  )
  expect(instants.at(-1)).toBe(new Date(rows[0].newest).getTime())
})

// Security: T9
test('a ticket takes 5,000 messages and no more, from either side, and says to continue in a new one', async () => {
  const ticket = await fixtures.ticket() // with one message
  await addMessages(ticket, 4_998)
  const reply = (who: Person) =>
    as(who).call(routes.tickets.replyOfAccount, { params: at(ticket), body: { contents: 'Bakın' } })
  expect((await reply(ticket.member)).status).toBe(200)
  const refused = await reply(ticket.member)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: expect.stringContaining('Yeni bir taleple devam edin') },
  ])
  expect((await reply({ ...ticket.member, language: 'en' })).body).toMatchObject({
    message: expect.stringContaining('Continue in a new one'),
  })
  const answered = await as(ticket.staff).call(routes.tickets.reply, {
    params: { ticket: ticket.ticketId },
    body: { contents: 'Bakın' },
  })
  expect(answered.status).toBe(409)
  expect(
    (await owner.query('select from messages where ticket_id = $1', [ticket.ticketId])).rows,
  ).toHaveLength(5_000)
})
