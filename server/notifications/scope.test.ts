import { afterAll, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { startPushService } from '#testing/servers/push-service.ts'

// What a colleague is told of by mail and push, by the scope that they have when it is sent.

const service = await startPushService()
afterAll(() => service.close())
const portal = await openPortal({ NOTIFY_DELAY: '2s', PUSH_HOSTS: service.host })
const fixtures = fixturesIn(portal)
const { as, owner } = portal

async function allSent() {
  await waitForReactions(owner)
  await expect.poll(async () => (await owner.query('select from mails')).rowCount).toBe(0)
  const waiting = "select from pgboss.job where name = 'push.queued' and state < 'completed'"
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(0)
}

/** Two companies, and a colleague with a browser. */
async function colleagueOfTwo() {
  const own = await fixtures.company()
  const other = await fixtures.company(own)
  const browser = service.createBrowser()
  await as(own.staff).call(routes.push.subscribe, { body: browser.subscription })
  const choose = (...companies: string[]) =>
    as(own.staff).call(routes.notifications.setScope, { body: { scope: 'companies', companies } })
  const mailed = async () => {
    const mails = (await mailsIn(portal).all()).filter(
      ({ to }) => to?.[0]?.address === own.staff.email,
    )
    return mails.map(({ text }) => /companies\/([^/]+)\/tickets/.exec(text ?? '')?.[1])
  }
  const pushed = () =>
    browser.pushes().map(({ path }) => /companies\/([^/]+)\/tickets/.exec(path)?.[1])
  return { own, other, choose, mailed, pushed }
}

test('a colleague who chose companies gets neither mail nor push about a ticket of another one', async () => {
  const { own, other, choose, mailed, pushed } = await colleagueOfTwo()
  await choose(own.companyId)
  await fixtures.ticket(other)
  await fixtures.ticket(own)
  await allSent()
  expect([await mailed(), pushed()]).toEqual([[own.companyId], [own.companyId]])
})

test('companies that a colleague no longer chooses when mail and push are sent cause neither', async () => {
  const { own, other, choose, mailed, pushed } = await colleagueOfTwo()
  await choose(own.companyId, other.companyId)
  await fixtures.ticket(own)
  await fixtures.ticket(other)
  await waitForReactions(owner)
  await choose(other.companyId)
  await allSent()
  expect([await mailed(), pushed()]).toEqual([[other.companyId], [other.companyId]])
})

test('a ticket that the colleague follows is told of by mail and push, whichever companies they chose', async () => {
  const { own, other, choose, mailed, pushed } = await colleagueOfTwo()
  await choose(other.companyId)
  const fixture = await fixtures.ticket(own)
  await waitForReactions(owner)
  await as(own.staff).call(routes.notifications.follow, {
    params: { ticket: fixture.ticketId },
    body: { following: 'follow' },
  })
  const params = { company: own.companyId, ticket: fixture.ticketId }
  await as(own.member).call(routes.tickets.replyOfAccount, {
    params,
    body: { contents: 'Hâlâ ısınıyor.' },
  })
  await allSent()
  expect([await mailed(), pushed()]).toEqual([[own.companyId], [own.companyId]])
})

test('a colleague who left the team meanwhile gets neither', async () => {
  const { own, choose, mailed, pushed } = await colleagueOfTwo()
  await choose(own.companyId)
  await fixtures.ticket(own)
  await waitForReactions(owner)
  await owner.query("update users set role = 'customer' where id = $1", [own.staff.userId])
  await allSent()
  expect([await mailed(), pushed()]).toEqual([[], []])
})
