import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { Statement } from '#platform/database/round-trip.ts'
import { roundTripsDuring } from '#testing/database/statements.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)

test('a message notifies open pages with one statement, in the round trip of its commit', async () => {
  const { member, companyId: company, ticketId: ticket } = await fixtures.ticket()
  const roundTrips = await roundTripsDuring(() =>
    portal.as(member).call(routes.tickets.replyOfAccount, {
      params: { company, ticket },
      body: { contents: 'Hâlâ ısınıyor' },
    }),
  )
  const isNotice = ({ text, values }: Statement) =>
    text.includes('pg_notify') && JSON.stringify(values).includes(ticket)
  const notifying = roundTrips.filter(statements => statements.some(isNotice))
  expect(notifying).toHaveLength(1)
  const texts = notifying[0]?.map(({ text }) => text) ?? []
  expect(texts.slice(-3)).toEqual([
    'commit',
    expect.stringContaining('pg_advisory_unlock_all'),
    expect.stringContaining('pg_notify'),
  ])
  expect(texts.filter(text => text.includes('pg_notify'))).toHaveLength(1)
})
