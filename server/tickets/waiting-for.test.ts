import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

/** A ticket on which the team has answered, so that it waits for the customer. */
async function answeredTicket() {
  const at = await fixtures.ticket()
  const params = { company: at.companyId, ticket: at.ticketId }
  const answer = () =>
    as(at.staff).call(routes.tickets.reply, { params, body: { contents: 'Yarın bakarım.' } })
  await answer()
  return {
    ...at,
    answer,
    change: (body: { waitingFor?: 'team' | 'customer'; status?: 'closed' }) =>
      as(at.staff).call(routes.tickets.change, { params, body }),
    waitingFor: async () =>
      (await as(at.staff).call(routes.tickets.get, { params })).body.waitingFor,
    listed: async (status: 'waiting' | 'answered') =>
      (await as(at.staff).call(routes.tickets.list, { query: { status } })).body.tickets.length,
    listedFor: async (status: 'answered') =>
      (await as(at.member).call(routes.tickets.listOfAccount, { params, query: { status } })).body
        .tickets.length,
  }
}

test('a ticket that a colleague has answered is kept with the team, and the customer is not asked', async () => {
  const at = await answeredTicket()
  expect([
    await at.waitingFor(),
    await at.listed('waiting'),
    await at.listedFor('answered'),
  ]).toEqual(['customer', 0, 1])
  const stream = await openEventStream(portal.port, at.member)
  expect((await at.change({ waitingFor: 'team' })).body.message).toBe(
    'Talep artık ekibinizin yanıtını bekliyor.',
  )
  expect([
    await at.waitingFor(),
    await at.listed('waiting'),
    await at.listedFor('answered'),
  ]).toEqual(['team', 1, 0])
  await expect.poll(stream.all).toContainEqual(expect.objectContaining({ ticket: at.ticketId }))
})

test('the next message decides again whom a ticket waits for', async () => {
  const at = await answeredTicket()
  await at.change({ waitingFor: 'team' })
  await at.answer()
  expect(await at.waitingFor()).toBe('customer')
})

test('a ticket that waits for that side already stays as it is, and is not in the audit', async () => {
  const at = await answeredTicket()
  expect((await at.change({ waitingFor: 'customer' })).body.message).toBe(
    'Talep zaten bu yanıtı bekliyor.',
  )
  const { entries } = (
    await as(at.admin).call(routes.audit.list, { query: { action: 'tickets.change' } })
  ).body
  expect(entries).toEqual([])
})

test('a closed ticket waits for nobody, and cannot be made to', async () => {
  const at = await answeredTicket()
  await at.change({ status: 'closed' })
  expect(await at.waitingFor()).toBeNull()
  expect((await at.change({ waitingFor: 'team' })).status).toBe(409)
  expect(await at.waitingFor()).toBeNull()
})

test('a ticket is turned to the team and closed in one step', async () => {
  const at = await answeredTicket()
  expect((await at.change({ waitingFor: 'team', status: 'closed' })).status).toBe(200)
  expect(await at.waitingFor()).toBeNull()
})
