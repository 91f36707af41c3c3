import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { serverRole } from '#platform/database/server-role.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'

// In a busy installation most jobs are completed, and of other vendors.

const portal = await openPortal()
const { as, owner, connection } = portal
const given = fixturesIn(portal)
const seller = await given.vendor()
for (let n = 0; n < 5; n++) await given.failedMail(seller, seller.staff.userId)
await owner.query(
  `insert into pgboss.job (name, state, data, completed_on)
     select 'user.invited', 'completed', jsonb_build_object('vendor', gen_random_uuid(), 'user', gen_random_uuid()), now() from generate_series(1, 30000)`,
)
await owner.query('analyze')

test.each([
  ['the list of mails', () => as(seller.admin).call(routes.mails.list, { query: { page: '0' } })],
  ['the list of failed mails', () => as(seller.admin).call(routes.mails.list, { query: { status: 'failed' } })],
  ['the list of mails that wait', () => as(seller.admin).call(routes.mails.list, { query: { status: 'waiting' } })],
  ["an administrator's home", () => as(seller.admin).call(routes.home.ofTeam)],
  ['trying all again', () => as(seller.admin).call(routes.mails.retryAll)],
])('%s reads no job that is done', async (_, call) => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  expect((await call()).status).toBe(200)
  const statements = (sent.mock.calls as unknown as { statements?: { text: string }[] }[][])
    .flatMap(([query]) => query?.statements ?? [])
    .filter(({ text }) => text.includes('"pgboss"."job"'))
  sent.mockRestore()
  expect(statements.length).toBeGreaterThan(0)
  for (const { text } of statements) expect(await planOf(text)).toMatch(/using jobs_of_vendor|on jobs_of_vendor/)
})

/** The generic plan for the server's role. */
async function planOf(text: string) {
  const server = new pg.Client({ ...connection, options: `-c role=${serverRole}` })
  await server.connect()
  const { rows } = await server.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`)
  await server.end()
  return rows.map(row => row['QUERY PLAN']).join('\n')
}
