import { expect, onTestFinished, test, vi } from 'vitest'
import { everyRoute, routes } from '#contract/routes.ts'
import type { Statement } from '#platform/database/round-trip.ts'
import { examplesIn } from '#testing/calls/examples.ts'
import { permissions } from '#testing/calls/permissions.ts'
import { roundTripsDuring } from '#testing/database/statements.ts'
import { openPortal } from '#testing/portal.ts'

// PostgreSQL refuses the first start of a call whose session has changed since its last one, with
// all that the handler has sent; the handler starts again, so it may have done nothing else.

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const { example, send } = await examplesIn(portal)
const { owner, as, platform } = portal

const changes = everyRoute.filter(
  ({ name, route }) =>
    route.method !== 'GET' && !route.detached && permissions[name].answers.anonymous !== 200,
)

test.each(changes)(
  '$name does nothing before PostgreSQL lets it, and tells the pages of its ticket',
  async ({ name, route }) => {
    const valid = await example(name, route)
    await as(valid.caller).call(routes.sessions.me) // the server then knows the session
    await owner.query("update users set surname = surname || ' Demir' where id = $1", [
      valid.caller.userId,
    ])
    const count = vi.spyOn(platform.rateLimiter, 'count')
    const put = vi.spyOn(platform.storage, 'put')
    onTestFinished(() => {
      count.mockRestore()
      put.mockRestore()
    })
    let status = 0
    const roundTrips = await roundTripsDuring(async () => {
      status = (await send(valid, 'tr')).status
    })
    expect([200, 409]).toContain(status)
    expect(roundTrips.filter(isOpening), 'starts of the handler').toHaveLength(2)
    const counted = [route.rateLimits, status === 409].filter(Boolean).length // refusals too
    expect(count.mock.calls.length, 'counted attempts').toBe(counted)
    expect(put, 'stored bytes').not.toHaveBeenCalled()

    const { ticket } = (valid.request.params ?? {}) as { ticket?: string }
    const notices = roundTrips.flat().filter(({ text }) => text.includes('pg_notify'))
    if (ticket !== undefined)
      expect(JSON.stringify(notices.map(({ values }) => values))).toContain(ticket)
  },
)

const isOpening = (statements: readonly Statement[]) =>
  statements.some(({ text }) => text.includes('public.open_request'))
