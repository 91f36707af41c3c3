import { expect, onTestFinished, test, vi } from 'vitest'
import type { Route } from '#contract/route.ts'
import { everyRoute, type RouteName, routes } from '#contract/routes.ts'
import { examplesIn } from '#testing/calls/examples.ts'
import { permissions } from '#testing/calls/permissions.ts'
import { countRows } from '#testing/database/rows.ts'
import { roundTripsDuring } from '#testing/database/statements.ts'
import { openPortal } from '#testing/portal.ts'

// PostgreSQL refuses the first start of a call whose session has changed since its last
// one, and the handler starts again: what it did before its first statement is done twice.

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const { example, send } = await examplesIn(portal)
const { owner, as, platform } = portal

const changes = everyRoute.filter(
  ({ name, route }) =>
    route.method !== 'GET' && !route.detached && permissions[name].answers.anonymous !== 200,
)

test.each(changes)('$name has its effects once when it starts twice', async ({ name, route }) => {
  const once = await effectsOf(name, route, 1)
  expect(await effectsOf(name, route, 2)).toEqual(once)
})

test.each(changes.filter(({ route }) => /ticket/i.test(route.path) && 'ticket' in idsOf(route)))(
  '$name tells the open pages of the ticket',
  async ({ name, route }) => {
    const valid = await example(name, route)
    const roundTrips = await roundTripsDuring(() => send(valid, 'tr'))
    const notices = roundTrips
      .flat()
      .filter(({ text }) => text.includes('pg_notify'))
      .map(({ values }) => JSON.stringify(values))
    expect(notices.join()).toContain((valid.request.params as { ticket: string }).ticket)
  },
)

const idsOf = ({ path }: Route) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, id]) => [id, true]))

/** The rows that a call adds, and what it counts and stores outside of its transaction. */
async function effectsOf(name: RouteName, route: Route, starts: 1 | 2) {
  const valid = await example(name, route)
  await as(valid.caller).call(routes.sessions.me) // the server then knows the session
  if (starts === 2)
    await owner.query("update users set surname = surname || ' Demir' where id = $1", [
      valid.caller.userId,
    ])
  const outside = [
    vi.spyOn(platform.rateLimiter, 'count'),
    vi.spyOn(platform.storage, 'put'),
    vi.spyOn(platform.storage, 'remove'),
  ]
  const restore = () => {
    for (const spy of outside) spy.mockRestore()
  }
  onTestFinished(restore)
  const before = await countRows(owner)
  let status = 0
  const roundTrips = await roundTripsDuring(async () => {
    status = (await send(valid, 'tr')).status
  })
  expect(status).toBe(200)
  const isOpening = ({ text }: { text: string }) => text.includes('public.open_request')
  expect(roundTrips.filter(statements => statements.some(isOpening))).toHaveLength(starts)
  const calls = outside.map(({ mock }) => mock.calls.length)
  restore()
  const after = await countRows(owner)
  const rows = Object.keys(after).map(
    table => [table, (after[table] ?? 0) - (before[table] ?? 0)] as const,
  )
  return { rows: Object.fromEntries(rows.filter(([, added]) => added !== 0)), calls }
}
