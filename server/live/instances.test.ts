import { expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startInstance } from '#testing/processes/instance.ts'

// Streams of two instances over one database, behind a pooler where the machine has PgBouncer.

const portal = await openPortal({}, { pooled: true })
const fixtures = fixturesIn(portal)

test('a change through one instance reaches the streams of the other, and none is missed while that one stops', async () => {
  const other = await startInstance(portal)
  onTestFinished(other.stop)
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const write = (contents: string) =>
    portal.as(member).call(routes.tickets.replyOfAccount, {
      params: { company: companyId, ticket: ticketId },
      body: { contents },
    })
  const event = { kind: 'ticket', ticket: ticketId, company: companyId }
  const stream = await openEventStream(other.port, staff)
  await write('Bir.')
  await expect.poll(stream.events).toEqual([event])
  const stopped = other.stop()
  expect(await stream.ended).toBe('ended')
  await write('İki.')
  await stopped
  const next = await openEventStream(portal.port, staff, '?age=20000')
  expect(next.events()).toEqual([event])
})
