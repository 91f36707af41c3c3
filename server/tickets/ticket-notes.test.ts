import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { maxMentions, maxNotes } from '#contract/ticket-notes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { waitFor } from '#testing/wait-for.ts'

const portal = await openPortal({
  MAIL_IN_URL: `webhook:?domain=gelen.test&secret=${'x'.repeat(32)}`,
})
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type Fixture = Awaited<ReturnType<typeof openTicket>>

async function openTicket() {
  const fixture = await fixtures.ticket()
  await waitForReactions(owner) // of the new ticket the colleague is not told
  const colleague = await fixtures.person(fixture, 'staff', 'Deniz')
  return { ...fixture, colleague }
}

const write = (
  { ticketId, staff }: Fixture,
  body: { contents?: string; mentions?: string[]; files?: string[] } = {},
  author: Person = staff,
) =>
  as(author).call(routes.ticketNotes.write, {
    params: { ticket: ticketId },
    body: { contents: 'Mil sallanıyor', ...body },
  })
const ticketOf = async ({ ticketId, staff }: Fixture, reader: Person = staff) =>
  (await as(reader).call(routes.tickets.get, { params: { ticket: ticketId } })).body
const bellOf = async (who: Person, fixture: Fixture) => {
  await waitForReactions(owner)
  const { body } = await as(who).call(routes.notifications.list)
  return body.notifications
    .filter(({ ticket }) => ticket === fixture.ticketId)
    .map(({ kind, note }) => ({ kind, note }))
}

async function mailTo(who: Person) {
  await waitForReactions(owner)
  await owner.query("update pgboss.job set start_after = now() where name = 'ticket.news'")
  const [mail] = await mailsIn(portal).to(who.email)
  return mail
}

test('a note is read with its ticket and alone, by the whole team, with its author, mentions and files', async () => {
  const fixture = await openTicket()
  const { colleague, staff, admin } = fixture
  const file = await fixtures.upload(staff)
  const { status, body } = await write(fixture, {
    contents: '@Deniz bakar mısın?',
    mentions: [colleague.userId],
    files: [file],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user: staff.userId,
    note: '@Deniz bakar mısın?',
    mentions: [{ _id: colleague.userId }],
    files: [{ id: file, state: 'ready' }],
  })
  // A later answer's links may expire a minute later.
  const [signedURL, previewURL] = [expect.stringContaining(file), expect.stringContaining(file)]
  const note = { ...body, files: body.files.map(each => ({ ...each, signedURL, previewURL })) }
  for (const reader of [staff, colleague, admin]) {
    expect((await ticketOf(fixture, reader)).notes).toEqual([note])
    const params = { ticket: fixture.ticketId }
    expect((await as(reader).call(routes.ticketNotes.list, { params })).body.notes).toEqual([note])
  }
})

test('notes are in the order in which they were written', async () => {
  const fixture = await openTicket()
  for (const contents of ['bir', 'iki', 'üç']) await write(fixture, { contents })
  expect((await ticketOf(fixture)).notes.map(({ note }) => note)).toEqual(['bir', 'iki', 'üç'])
})

test('a note changes nothing of its ticket, neither for the team nor for the customer', async () => {
  const fixture = await openTicket()
  const { member, staff, companyId, ticketId } = fixture
  const ofCustomer = { params: { company: companyId, ticket: ticketId } }
  const read = async () => {
    const { notes, ...ofTeam } = await ticketOf(fixture)
    const { body } = await as(member).call(routes.tickets.getOfAccount, ofCustomer)
    return { notes: notes.length, ofTeam, ofCustomer: body }
  }
  const before = await read()
  await write(fixture)
  expect(await read()).toEqual({ ...before, notes: 1 })
  expect(before.ofCustomer).not.toHaveProperty('notes')

  for (const status of ['closed', 'archived'] as const) {
    await as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body: { status } })
    const ended = await read()
    expect((await write(fixture)).status).toBe(200)
    expect(await read()).toEqual({ ...ended, notes: ended.notes + 1 })
  }
})

test('open screens of the team learn of a note, those of customers do not', async () => {
  const fixture = await openTicket()
  const [ofTeam, ofCustomer] = await Promise.all(
    [fixture.colleague, fixture.member].map(who => openEventStream(portal.port, who)),
  )
  await write(fixture)
  const event = { kind: 'ticket', ticket: fixture.ticketId, company: fixture.companyId }
  await expect.poll(() => ofTeam?.events()).toContainEqual(event)
  await as(fixture.member).call(routes.tickets.replyOfAccount, {
    params: { company: fixture.companyId, ticket: fixture.ticketId },
    body: { contents: 'Merhaba' },
  })
  await expect.poll(() => ofCustomer?.events().length).toBe(1)
})

test('a repeated call with one key writes one note', async () => {
  const fixture = await openTicket()
  const params = { ticket: fixture.ticketId }
  for (let attempt = 0; attempt < 2; attempt++)
    await as(fixture.staff).call(
      routes.ticketNotes.write,
      { params, body: { contents: 'Bir kez' } },
      { idempotencyKey: 'not' },
    )
  expect((await ticketOf(fixture)).notes).toHaveLength(1)
})

test('writing a note is in the audit, without its text', async () => {
  const fixture = await openTicket()
  await write(fixture, { contents: 'Gizli fiyat' })
  const { body } = await as(fixture.admin).call(routes.audit.list, {
    query: { action: 'ticketNotes.write' },
  })
  expect(body.entries).toMatchObject([
    { user: fixture.staff.userId, subject: '#1001 Mil ısınıyor', companyName: fixture.companyName },
  ])
  expect(JSON.stringify(body)).not.toContain('Gizli')
})

describe('a mention', () => {
  test('notifies the colleague, once, in the bell and by mail with the text; not the author', async () => {
    const fixture = await openTicket()
    const { colleague, staff } = fixture
    const mentions = [colleague.userId, colleague.userId, staff.userId]
    const { body } = await write(fixture, { contents: 'Fiyatı sen ver', mentions })
    expect(await bellOf(colleague, fixture)).toEqual([{ kind: 'ticket.mentioned', note: body._id }])
    expect((await bellOf(staff, fixture)).filter(({ note }) => note)).toEqual([])
    const mail = await mailTo(colleague)
    expect(mail?.text).toContain('bu talepteki bir iç notta sizden söz etti')
    expect(mail?.text).toContain('Fiyatı sen ver')
    expect(mail?.text).toContain(`#${body._id}`)
  })

  test('is mailed without an address or a thread by which an answer would reach the customer', async () => {
    const fixture = await openTicket()
    await write(fixture, { mentions: [fixture.colleague.userId] })
    const mail = await mailTo(fixture.colleague)
    expect(mail?.replyTo ?? []).toEqual([])
    expect(
      [mail?.messageId, mail?.references ?? '', mail?.inReplyTo ?? ''].join(' '),
    ).not.toContain(fixture.ticketId)
    expect(mail?.text).toContain('yanıtlar talebe eklenmez')
  })

  test.each([
    ['a customer', async ({ member }: Fixture) => member.userId],
    [
      'a former colleague',
      async ({ admin, colleague: { userId, email } }: Fixture) => {
        const { status } = await as(admin).call(routes.team.remove, {
          params: { user: userId },
          body: { email },
        })
        expect(status).toBe(200)
        return userId
      },
    ],
    [
      'an invited colleague who has no password yet',
      async ({ admin }: Fixture) => {
        const { body } = await as(admin).call(routes.team.invite, {
          body: { email: 'yeni@tezgah.test', name: 'Yeni', surname: 'Kişi', role: 'staff' },
        })
        return body._id
      },
    ],
    ['an operator', async ({ operator }: Fixture) => operator.userId],
  ])('of %s is refused by name, and no note is written', async (_, find) => {
    const fixture = await openTicket()
    const { status, body } = await write(fixture, { mentions: [await find(fixture)] })
    expect([status, body.name]).toEqual([409, 'ConflictError'])
    expect(body.message).toMatch(/^\S.* ekibinizin hesabı etkin bir üyesi değil/)
    expect((await ticketOf(fixture)).notes).toEqual([])
  })

  test('of more colleagues than a note can mention is refused', async () => {
    const fixture = await openTicket()
    const mentions = Array(maxMentions + 1).fill(fixture.colleague.userId)
    expect((await write(fixture, { mentions })).status).toBe(400)
  })

  test('reaches nobody who has left the team since', async () => {
    const fixture = await openTicket()
    const { colleague, companyId, vendorId } = fixture
    await write(fixture, { contents: 'Gizli fiyat', mentions: [colleague.userId] })
    expect(await bellOf(colleague, fixture)).toHaveLength(1)
    await owner.query("update users set role = 'customer' where id = $1", [colleague.userId])
    await fixtures.join(vendorId, colleague.userId, companyId)
    Object.assign(colleague, await fixtures.session(fixture, colleague.userId))
    expect(await bellOf(colleague, fixture)).toEqual([])
    const { body } = await as(colleague).call(routes.notifications.list)
    expect(body.unread).toBe(0)
    await owner.query("update pgboss.job set start_after = now() where name = 'ticket.news'")
    await waitFor(async () => {
      const { rowCount } = await owner.query('select from mails where user_id = $1', [
        colleague.userId,
      ])
      expect(rowCount).toBe(0)
    })
    const mails = await mailsIn(portal).all()
    expect(mails.filter(({ to }) => to?.[0]?.address === colleague.email)).toEqual([])
  })
})

test('the assignee and colleagues who follow the ticket are told of a note in the bell, and not of their own', async () => {
  const fixture = await openTicket()
  const { colleague, staff, admin, member, ticketId: ticket } = fixture
  const assignee = colleague.userId
  await as(staff).call(routes.tickets.change, { params: { ticket }, body: { assignee } })
  for (const follower of [admin, member])
    await as(follower).call(routes.notifications.follow, {
      params: { ticket },
      body: { following: 'follow' },
    })
  await waitForReactions(owner)
  await as(colleague).call(routes.notifications.read, { body: {} })
  const { body } = await write(fixture)
  await write(fixture, {}, colleague)
  const noted = { kind: 'ticket.noted', note: body._id }
  expect((await bellOf(colleague, fixture)).filter(({ note }) => note)).toEqual([noted])
  expect((await bellOf(admin, fixture)).filter(({ note }) => note)).toHaveLength(2)
  expect(await bellOf(member, fixture)).toEqual([])
})

describe('a note is refused', () => {
  test('on a ticket that is full of them', async () => {
    const fixture = await openTicket()
    await owner.query(
      "insert into ticket_notes (vendor_id, id, ticket_id, user_id, contents) select $1, gen_random_uuid(), $2, $3, 'x' from generate_series(1, $4)",
      [fixture.vendorId, fixture.ticketId, fixture.staff.userId, maxNotes],
    )
    const { status, body } = await write(fixture)
    expect([status, body.message]).toEqual([409, 'Bu talepte olabilecek en çok iç not var.'])
    expect((await ticketOf(fixture)).notes).toHaveLength(maxNotes)
  })

  // Security: T23
  test('beyond 512 KB of text on a ticket, as its page reads all of it', async () => {
    const fixture = await openTicket()
    await owner.query(
      "insert into ticket_notes (vendor_id, id, ticket_id, user_id, contents) select $1, gen_random_uuid(), $2, $3, repeat('ş', 8192) from generate_series(1, 31)",
      [fixture.vendorId, fixture.ticketId, fixture.staff.userId],
    )
    const add = async (length: number) =>
      (await write(fixture, { contents: 'ş'.repeat(length) })).status
    expect([await add(8_193), await add(8_192), await add(1)]).toEqual([409, 200, 409])
  })

  test('with a file of someone else, or one that is attached already', async () => {
    const fixture = await openTicket()
    const own = await fixtures.upload(fixture.staff)
    expect(
      (await write(fixture, { files: [await fixtures.upload(fixture.colleague)] })).status,
    ).toBe(404)
    expect((await write(fixture, { files: [own] })).status).toBe(200)
    expect((await write(fixture, { files: [own] })).status).toBe(409)
    expect((await ticketOf(fixture)).notes).toHaveLength(1)
  })

  test('above the quota of texts, to which notes count', async () => {
    const fixture = await openTicket()
    const used = async () => (await as(fixture.admin).call(routes.files.usage)).body.used
    const before = await used()
    await write(fixture, { contents: 'ş'.repeat(500) })
    expect((await used()) - before).toBe(1_000)
    await owner.query('update vendors set file_quota = 100 where vendor_id = $1', [
      fixture.vendorId,
    ])
    expect((await write(fixture)).body.name).toBe('QuotaExceededError')
  })
})
