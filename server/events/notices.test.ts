import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { RoundTrip } from '#platform/database/round-trip.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)

type Sent = { text: string; values?: readonly unknown[] }

/** The statements that are sent from now on, by round trip. */
function recordRoundTrips(): Sent[][] {
  const trips: Sent[][] = []
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    if (args[0] instanceof RoundTrip) trips.push([...args[0].statements])
    return query.apply(this, args)
  } as never)
  onTestFinished(() => spy.mockRestore())
  return trips
}

test('a message tells open pages of itself by one statement, in the round trip that commits it', async () => {
  const { member, companyId: company, ticketId: ticket } = await fixtures.ticket()
  const trips = recordRoundTrips()
  await portal.as(member).call(routes.tickets.replyOfAccount, {
    params: { company, ticket },
    body: { contents: 'Hâlâ ısınıyor' },
  })
  const isNotice = ({ text, values }: Sent) =>
    text.includes('pg_notify') && JSON.stringify(values).includes(ticket)
  const telling = trips.filter(trip => trip.some(isNotice))
  expect(telling).toHaveLength(1)
  const texts = telling[0]?.map(({ text }) => text) ?? []
  expect(texts.slice(-2)).toEqual(['commit', expect.stringContaining('pg_notify')])
  expect(texts.filter(text => text.includes('pg_notify'))).toHaveLength(1)
})
