import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { Db } from '#platform/database/database.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type Parts = Record<string, () => Promise<unknown>>

/** Sends each part's statements only when the part before it has been answered. */
async function oneAfterTheOther(parts: Parts) {
  const results: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(parts)) results[name] = await part()
  return results
}

const inOneRoundTrip = Db.prototype.inOrder
const waysToSend = {
  'in one round trip': inOneRoundTrip,
  'one after the other': oneAfterTheOther as unknown as typeof inOneRoundTrip,
}

describe.each(Object.entries(waysToSend))('statements sent %s', (_, send) => {
  async function openTicket() {
    const fixture = await fixtures.ticket()
    const { member, staff, companyId, ticketId } = fixture
    const params = { company: companyId, ticket: ticketId }
    const spy = vi.spyOn(Db.prototype, 'inOrder').mockImplementation(send)
    onTestFinished(() => spy.mockRestore())
    return {
      write: (contents: string) =>
        as(member).call(routes.tickets.replyOfAccount, {
          params,
          body: { contents, reopen: true },
        }),
      change: (status: 'closed' | 'archived') =>
        as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body: { status } }),
      read: async () => (await as(member).call(routes.tickets.getOfAccount, { params })).body,
      eventsOf: async (status: string) => {
        const { rows } = await owner.query(
          "select count(*)::int as n from pgboss.job where name = 'ticket.changed' and data->>'ticket' = $1 and data->>'kind' = $2",
          [ticketId, status],
        )
        return rows[0].n
      },
    }
  }

  test('add a message, and its date to the ticket', async () => {
    const { write, read } = await openTicket()
    const { body } = await write('Yine ısınıyor')
    const { conversation, dateLastMessage, lastMessageIsStaff } = await read()
    expect(conversation.at(-1)).toMatchObject({ _id: body._id, message: 'Yine ısınıyor' })
    expect([dateLastMessage, lastMessageIsStaff]).toEqual([body.dateAdded, false])
  })

  test('reopen a closed ticket with the message, and keep who had closed it', async () => {
    const { change, write, read } = await openTicket()
    await change('closed')
    expect((await write('Yine ısınıyor')).body.reopened).toBe(true)
    const { status, changes, dateClosed } = await read()
    expect([status, dateClosed, changes.map(each => each.status)]).toEqual([
      'open',
      null,
      ['closed', 'open'],
    ])
  })

  test('leave nothing of a message to an archived ticket', async () => {
    const { change, write, read, eventsOf } = await openTicket()
    await change('closed')
    await change('archived')
    const before = (await read()).conversation.length
    expect((await write('Yine ısınıyor')).body.name).toBe('ConflictError')
    expect((await read()).conversation).toHaveLength(before)
    expect(await eventsOf('ticket.written')).toBe(0)
  })

  test('let a message and the closing of its ticket wait for each other', async () => {
    const { change, write, read } = await openTicket()
    const [written, closed] = await Promise.all([write('Yine ısınıyor'), change('closed')])
    expect([written.status, closed.status]).toEqual([200, 200])
    const { status, changes } = await read()
    const wasReopened = changes.some(each => each.status === 'open')
    expect([status, written.body.reopened]).toEqual(
      wasReopened ? ['open', true] : ['closed', false],
    )
  })
})
