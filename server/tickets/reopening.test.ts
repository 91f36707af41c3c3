import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { TicketStatus } from '#contract/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const sides = ['staff', 'member'] as const
type Writer = (typeof sides)[number]

/** A ticket with the calls of its two sides. */
async function openTicket(reopenDays?: number) {
  const fixture = await fixtures.ticket()
  const { admin, staff, member, ticketId, companyId } = fixture
  const params = { company: companyId, ticket: ticketId }
  if (reopenDays !== undefined)
    await as(admin).call(routes.vendors.changeSettings, { body: { reopenDays } })
  const change = (
    side: Writer,
    status: TicketStatus,
  ): Promise<{ status: number; body: { message: string } }> =>
    side === 'staff'
      ? as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body: { status } })
      : as(member).call(routes.tickets.changeOfAccount, { params, body: { status } })
  const write = (side: Writer, body: { contents?: string; reopen?: boolean } = {}) => {
    const message = { contents: 'Yine ısınıyor', ...body }
    return side === 'staff'
      ? as(staff).call(routes.tickets.reply, { params: { ticket: ticketId }, body: message })
      : as(member).call(routes.tickets.replyOfAccount, { params, body: message })
  }
  /** Moves closing and archiving into the past. */
  const letPass = (days: number) =>
    owner.query(
      'update tickets set date_closed = date_closed - make_interval(days => $2), date_archived = date_archived - make_interval(days => $2) where id = $1',
      [ticketId, days],
    )
  const read = async () => (await as(member).call(routes.tickets.getOfAccount, { params })).body
  const historyOf = async () =>
    (await read()).changes.map(({ status, userName }) => [status, userName])
  return { ...fixture, params, change, write, letPass, read, historyOf }
}

const [ofStaff, ofMember] = ['Ayşe Yılmaz', 'Işıl Yılmaz']
const nameOf = { staff: ofStaff, member: ofMember }
const reopen = { reopen: true }

describe('the team', () => {
  test('reopens a ticket however long ago it was closed, and it can be closed again', async () => {
    const { change, letPass, read, historyOf } = await openTicket()
    await change('member', 'closed')
    await letPass(400)
    expect((await change('staff', 'open')).body).toEqual({
      message: 'Talep yeniden açıldı.',
      changed: true,
    })
    expect(await read()).toMatchObject({
      status: 'open',
      dateClosed: null,
      closedByName: null,
      dateReopenEnd: null,
    })
    await change('staff', 'closed')
    expect((await read()).status).toBe('closed')
    expect(await historyOf()).toEqual([
      ['closed', ofMember],
      ['open', ofStaff],
      ['closed', ofStaff],
    ])
  })

  test('unarchives a ticket at any time, which is open then', async () => {
    const { change, letPass, read, historyOf } = await openTicket()
    await change('staff', 'closed')
    await change('staff', 'archived')
    await letPass(400)
    expect((await change('staff', 'open')).status).toBe(200)
    expect(await read()).toMatchObject({
      status: 'open',
      dateClosed: null,
      dateArchived: null,
      archivedByName: null,
    })
    expect(await historyOf()).toEqual([
      ['closed', ofStaff],
      ['archived', ofStaff],
      ['open', ofStaff],
    ])
  })

  test('reopens a ticket by a message that says so, at any time', async () => {
    const { change, write, letPass, read } = await openTicket()
    await change('staff', 'closed')
    await letPass(400)
    expect((await write('staff')).body.reopened).toBe(false)
    expect((await write('staff', { reopen: false })).body.reopened).toBe(false)
    expect((await read()).status).toBe('closed')
    expect((await write('staff', reopen)).body.reopened).toBe(true)
    expect(await read()).toMatchObject({ status: 'open', waitingFor: 'customer' })
  })
})

describe('a message on a closed ticket', () => {
  test.each(sides)(
    'of a %s leaves it closed: it is closed, written on and archived without a reopening in between',
    async side => {
      const { change, write, read, historyOf } = await openTicket()
      await change(side, 'closed')
      expect((await write(side)).body.reopened).toBe(false)
      expect(await read()).toMatchObject({ status: 'closed', closedByName: nameOf[side] })
      await change(side, 'archived')
      expect((await read()).conversation).toHaveLength(2)
      expect(await historyOf()).toEqual([
        ['closed', nameOf[side]],
        ['archived', nameOf[side]],
      ])
    },
  )

  test('of a customer waits for the team until it answers, says that it waits for the customer, or archives the ticket', async () => {
    const { staff, ticketId, change, write, letPass } = await openTicket()
    const waiting = async () => {
      const [{ body: list }, { body: counts }] = await Promise.all([
        as(staff).call(routes.tickets.list, { query: { status: 'waiting' } }),
        as(staff).call(routes.tickets.counts),
      ])
      expect(counts.waiting).toBe(list.tickets.length)
      return list.tickets.map(({ _id, status }) => [_id, status])
    }
    await change('staff', 'closed')
    await letPass(100)
    const settle = {
      answer: () => write('staff'),
      turn: () =>
        as(staff).call(routes.tickets.change, {
          params: { ticket: ticketId },
          body: { waitingFor: 'customer' },
        }),
      archive: () => change('staff', 'archived'),
    }
    for (const by of Object.values(settle)) {
      expect(await waiting()).toEqual([])
      await write('member')
      expect(await waiting()).toEqual([[ticketId, 'closed']])
      expect((await by()).status).toBe(200)
    }
    expect(await waiting()).toEqual([])
  })

  test('of a customer is told to the team', async () => {
    const { staff, change, write, letPass } = await openTicket()
    await change('staff', 'closed')
    await letPass(100)
    await write('member')
    await expect
      .poll(async () =>
        (await as(staff).call(routes.notifications.list)).body.notifications.map(
          ({ kind }) => kind,
        ),
      )
      .toContain('ticket.written')
  })
})

describe("a customer's message that says so", () => {
  test('reopens a ticket that was closed less than fourteen days ago', async () => {
    const { staff, ticketId, change, write, letPass, read, historyOf } = await openTicket()
    await change('staff', 'closed')
    await letPass(13)
    const { dateClosed, dateReopenEnd, reopenDays } = await read()
    expect(reopenDays).toBe(14)
    expect(Date.parse(dateReopenEnd as string) - Date.parse(dateClosed as string)).toBe(
      14 * 86_400_000,
    )
    expect((await write('member', reopen)).status).toBe(200)
    expect(await read()).toMatchObject({
      status: 'open',
      dateClosed: null,
      lastMessageIsStaff: false,
    })
    expect(await historyOf()).toEqual([
      ['closed', ofStaff],
      ['open', ofMember],
    ])
    const { tickets } = (
      await as(staff).call(routes.tickets.list, { query: { status: 'waiting' } })
    ).body
    expect(tickets.map(({ _id }) => _id)).toEqual([ticketId])
  })

  test('is accepted later too, and the ticket stays closed', async () => {
    const { change, write, letPass, read } = await openTicket()
    await change('staff', 'closed')
    await letPass(14)
    const { dateClosed } = await read()
    const { status, body } = await write('member', reopen)
    expect([status, body.reopened]).toEqual([200, false])
    expect(await read()).toMatchObject({ status: 'closed', dateClosed, waitingFor: 'team' })
  })

  test('never reopens where the vendor has set no days, and does for longer where it has set more', async () => {
    const never = await openTicket(0)
    await never.change('staff', 'closed')
    expect((await never.read()).dateReopenEnd).toBeNull()
    expect((await never.write('member', reopen)).body.reopened).toBe(false)
    expect((await never.change('member', 'open')).status).toBe(409)
    expect((await never.change('staff', 'open')).status).toBe(200)

    const long = await openTicket(365)
    await long.change('staff', 'closed')
    await long.letPass(364)
    expect((await long.write('member', reopen)).body.reopened).toBe(true)
  })

  test('leaves an archived ticket archived', async () => {
    const { change, write, read } = await openTicket()
    await change('member', 'closed')
    await change('member', 'archived')
    expect((await write('member', reopen)).body.message).toBe(
      'Arşivlenmiş bir talebe mesaj yazılamaz.',
    )
    expect((await read()).status).toBe('archived')
  })
})

describe('a customer', () => {
  test('reopens a ticket within the days of the vendor, and not later', async () => {
    const { change, letPass, read } = await openTicket(30)
    await change('staff', 'closed')
    await letPass(29)
    expect((await change('member', 'open')).status).toBe(200)
    await change('staff', 'closed')
    await letPass(30)
    const { status, body } = await change('member', 'open')
    expect([status, body.message]).toEqual([
      409,
      'Bu talep artık yeniden açılamaz. Yeni bir talep açın.',
    ])
    expect((await read()).status).toBe('closed')
  })

  test("takes back the archiving of their company's customers within the days, and not later", async () => {
    const { vendorId, domain, companyId, params, change, letPass, read, historyOf } =
      await openTicket()
    const colleague = await fixtures.person({ vendorId, domain }, 'customer', 'Deniz')
    await fixtures.join(vendorId, colleague.userId, companyId)
    const archive = async () => {
      await change('staff', 'closed')
      await change('member', 'archived')
    }
    await archive()
    await letPass(13)
    const reopened = await as(colleague).call(routes.tickets.changeOfAccount, {
      params,
      body: { status: 'open' },
    })
    expect(reopened.status).toBe(200)
    expect(await historyOf()).toEqual([
      ['closed', ofStaff],
      ['archived', ofMember],
      ['open', 'Deniz Yılmaz'],
    ])
    await archive()
    await letPass(14)
    const { status, body } = await change('member', 'open')
    expect([status, body.message]).toEqual([
      409,
      'Bu talebi arşivden yalnızca destek ekibi çıkarabilir. Yeni bir talep açabilirsiniz.',
    ])
    expect((await read()).dateReopenEnd).not.toBeNull()
  })

  test('does not take back what the team has archived', async () => {
    const { change, read } = await openTicket()
    await change('member', 'closed')
    await change('staff', 'archived')
    expect((await read()).dateReopenEnd).toBeNull()
    expect((await change('member', 'open')).status).toBe(409)
  })

  test('does not take back what a colleague has archived who has left the team since', async () => {
    const { change, read, staff } = await openTicket()
    await change('member', 'closed')
    await change('staff', 'archived')
    await owner.query("update users set role = 'customer' where id = $1", [staff.userId])
    expect((await read()).dateReopenEnd).toBeNull()
    expect((await change('member', 'open')).status).toBe(409)
  })

  test('does not reopen by archiving it first what was closed too long ago', async () => {
    const { change, letPass } = await openTicket()
    await change('staff', 'closed')
    await letPass(15)
    expect((await change('member', 'archived')).status).toBe(200)
    expect((await change('member', 'open')).status).toBe(409)
  })

  test("knows nothing of another company's ticket, and reopens none", async () => {
    const { change, read, companyId, ...fixture } = await openTicket()
    const stranger = await fixtures.ticket(await fixtures.company(fixture))
    await change('staff', 'closed')
    for (const company of [companyId, stranger.companyId]) {
      const params = { company, ticket: fixture.ticketId }
      expect(
        (
          await as(stranger.member).call(routes.tickets.changeOfAccount, {
            params,
            body: { status: 'open' },
          })
        ).status,
      ).toBe(404)
      expect(
        (
          await as(stranger.member).call(routes.tickets.replyOfAccount, {
            params,
            body: { contents: 'Ben de' },
          })
        ).status,
      ).toBe(404)
    }
    expect((await read()).status).toBe('closed')
  })
})

test.each(sides)(
  'when two people reopen a ticket at once, it is reopened once: %s first',
  async first => {
    const { ticketId, change, historyOf } = await openTicket()
    await change('staff', 'closed')
    const second = first === 'staff' ? 'member' : 'staff'
    const answers = await queueBehind(
      portal,
      'select from tickets where id = $1 for update',
      [ticketId],
      [() => change(first, 'open'), () => change(second, 'open')],
    )
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [200, 'Talep yeniden açıldı.'],
      [200, 'Bu talep zaten açık.'],
    ])
    expect(await historyOf()).toEqual([
      ['closed', ofStaff],
      ['open', first === 'staff' ? ofStaff : ofMember],
    ])
  },
)

test('two messages of customers at once reopen a ticket once', async () => {
  const { change, write, read, historyOf, params, ...fixture } = await openTicket()
  await change('staff', 'closed')
  const colleague = await fixtures.person(fixture, 'customer')
  await fixtures.join(fixture.vendorId, colleague.userId, fixture.companyId)
  const second = as(colleague).call(routes.tickets.replyOfAccount, {
    params,
    body: { contents: 'İki', ...reopen },
  })
  const answers = await Promise.all([write('member', { contents: 'Bir', ...reopen }), second])
  expect(answers.map(({ body }) => body.reopened).sort()).toEqual([false, true])
  expect((await read()).conversation).toHaveLength(3)
  expect(await historyOf()).toHaveLength(2)
})

test('a message after the closing reopens the ticket, one before it does not, also when both are sent at once', async () => {
  const inSequence = (
    { ticketId }: { ticketId: string },
    ...calls: (() => Promise<{ status: number }>)[]
  ) => queueBehind(portal, 'select from tickets where id = $1 for update', [ticketId], calls)
  const closedFirst = await openTicket()
  await inSequence(
    closedFirst,
    () => closedFirst.change('staff', 'closed'),
    () => closedFirst.write('member', reopen),
  )
  expect(await closedFirst.read()).toMatchObject({ status: 'open', dateClosed: null })
  const writtenFirst = await openTicket()
  await inSequence(
    writtenFirst,
    () => writtenFirst.write('member', reopen),
    () => writtenFirst.change('staff', 'closed'),
  )
  expect((await writtenFirst.read()).status).toBe('closed')
})

test('the history of a ticket is in order, though the clock was set back', async () => {
  const { ticketId, change, read } = await openTicket()
  const last = '2999-12-31T10:00:00.000Z'
  await owner.query('update ticket_states set date_last_message = $2 where ticket_id = $1', [
    ticketId,
    last,
  ])
  for (const status of ['closed', 'archived', 'open', 'closed'] as const)
    await change('staff', status)
  const { changes } = await read()
  expect(changes.map(({ status }) => status)).toEqual(['closed', 'archived', 'open', 'closed'])
  expect(new Set(changes.map(({ dateChanged }) => dateChanged))).toEqual(new Set([last]))
})

test('of a ticket that was closed and archived before names were recorded the history has the dates', async () => {
  const { ticketId, change, historyOf } = await openTicket()
  await change('staff', 'closed')
  await change('staff', 'archived')
  await owner.query('update tickets set closed_by = null, archived_by = null where id = $1', [
    ticketId,
  ])
  expect((await change('member', 'open')).status).toBe(409)
  await change('staff', 'open')
  expect(await historyOf()).toEqual([
    ['closed', null],
    ['archived', null],
    ['open', ofStaff],
  ])
})

test('the audit says that a ticket was reopened: by its own call, and by a message', async () => {
  const { admin, change, write } = await openTicket()
  await change('staff', 'closed')
  await change('member', 'open')
  await change('staff', 'closed')
  await write('member', reopen)
  await write('member')
  const { entries } = (await as(admin).call(routes.audit.list)).body
  const closed = { field: 'status', before: 'open', after: 'closed' }
  const reopened = { field: 'status', before: 'closed', after: 'open' }
  expect(
    entries.slice(0, 5).map(({ action, changes, subject }) => [action, changes, subject]),
  ).toEqual([
    ['tickets.replyOfAccount', [], '#1001 Mil ısınıyor'],
    ['tickets.replyOfAccount', [reopened], '#1001 Mil ısınıyor'],
    ['tickets.change', [closed], '#1001 Mil ısınıyor'],
    ['tickets.changeOfAccount', [reopened], '#1001 Mil ısınıyor'],
    ['tickets.change', [closed], '#1001 Mil ısınıyor'],
  ])
})

describe('a new ticket that continues an earlier one', () => {
  test('leads to it and back: the earlier one names the last that continues it', async () => {
    const { member, companyId, companyMachineId, ticketId, read } = await openTicket()
    expect(await read()).toMatchObject({ continues: null, continuedBy: null })
    const open = async (title: string) =>
      (
        await as(member).call(routes.tickets.open, {
          params: { company: companyId },
          body: { title, machine: companyMachineId, continues: ticketId, message: 'Yine' },
        })
      ).body
    const first = await open('Yine ısınıyor')
    const second = await open('Hâlâ ısınıyor')
    expect(first.continues).toEqual({ _id: ticketId, number: 1001, title: 'Mil ısınıyor' })
    expect((await read()).continuedBy).toEqual({
      _id: second._id,
      number: 1003,
      title: 'Hâlâ ısınıyor',
    })
  })

  test("does not continue another company's ticket", async () => {
    const { member, companyId, companyMachineId, ...fixture } = await openTicket()
    const other = await fixtures.ticket(await fixtures.company(fixture))
    const body = { title: 'Yine', machine: companyMachineId, continues: other.ticketId }
    expect(
      (await as(member).call(routes.tickets.open, { params: { company: companyId }, body })).status,
    ).toBe(404)
  })
})
