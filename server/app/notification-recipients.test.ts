import { afterAll, expect, test } from 'vitest'
import { notificationKinds } from '#contract/notifications.ts'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { startPushService } from '#testing/servers/push-service.ts'
import { ticketsReferredTo } from '../mail/message-ids.ts'
import { sweepSnoozes } from '../tickets/snooze.ts'

// No mail, push, event or entry of the bell names a ticket that
// its reader cannot open, whatever happens and in whichever role.

const service = await startPushService()
afterAll(() => service.close())
const portal = await openPortal({ NOTIFY_DELAY: '0s', PUSH_HOSTS: service.host })
const fixtures = fixturesIn(portal)
const { as, owner, platform } = portal

const own = await fixtures.ticket()
const neighbour = await fixtures.ticket(await fixtures.company(own))
const foreign = await fixtures.ticket()
const colleague = await fixtures.person(own, 'customer', 'Barış')
const former = await fixtures.person(own, 'customer', 'Cem')
const [formerStaff, pending] = [
  await fixtures.person(own, 'staff', 'Deniz'),
  await fixtures.person(own, 'staff', 'Ece'),
]
for (const { userId } of [colleague, former])
  await fixtures.join(own.vendorId, userId, own.companyId)

/** All users with a session, at both vendors. */
const people: Person[] = [
  ...[own, neighbour, foreign].flatMap(({ member, staff, admin, operator }) => [
    member,
    staff,
    admin,
    operator,
  ]),
  ...[colleague, former, formerStaff, pending],
]
const at = (fixture: typeof own) => ({ company: fixture.companyId, ticket: fixture.ticketId })

async function allSent() {
  await waitForReactions(owner)
  await expect.poll(async () => (await owner.query('select from mails')).rowCount).toBe(0)
  const waiting = "select from pgboss.job where name = 'push.queued' and state < 'completed'"
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(0)
}

test('no mail, no push, no event and no entry of the bell names a ticket that its reader cannot open', async () => {
  await allSent()
  const browsers = people.map(person => ({ person, ...service.createBrowser() }))
  for (const { person, subscription } of browsers)
    await as(person).call(routes.push.subscribe, { body: subscription })
  // All authorised users follow the ticket; some of them then lose their access.
  for (const person of people)
    await as(person).call(routes.notifications.follow, {
      params: { ticket: own.ticketId },
      body: { following: 'follow' },
    })
  for (const person of people.filter(({ email }) => /^(staff|admin)/.test(email)))
    await as(person).call(routes.notifications.setScope, { body: { scope: 'all' } })
  await owner.query('delete from memberships where user_id = $1', [former.userId])
  await owner.query("update users set role = 'customer', password_hash = null where id = $1", [
    formerStaff.userId,
  ])
  await owner.query('update users set password_hash = null where id = $1', [pending.userId])
  await owner.query(
    `insert into preferences (vendor_id, user_id, kind, mail, browser)
       select vendor_id, id, kind, true, true from users, unnest($1::text[]) as kind on conflict do nothing`,
    [notificationKinds],
  )

  const streams = await Promise.all(
    people.map(async person => ({ person, ...(await openEventStream(portal.port, person)) })),
  )
  await allSent()
  const earlier = new Set((await mailsIn(portal).all()).map(({ messageId }) => messageId))
  for (const fixture of [own, neighbour, foreign]) {
    const file = await fixtures.upload(fixture.member)
    await as(fixture.member).call(routes.tickets.replyOfAccount, {
      params: at(fixture),
      body: { contents: 'Resim', files: [file] },
    })
    await as(fixture.staff).call(routes.tickets.reply, {
      params: { ticket: fixture.ticketId },
      body: { contents: 'Yanıt' },
    })
    await as(fixture.admin).call(routes.tickets.change, {
      params: { ticket: fixture.ticketId },
      body: { assignee: fixture.staff.userId },
    })
    for (const mentions of [[fixture.staff.userId], []])
      await as(fixture.admin).call(routes.ticketNotes.write, {
        params: { ticket: fixture.ticketId },
        body: { contents: 'Not', mentions },
      })
    await platform.database.inVendor(fixture.vendorId, db =>
      db.jobs.send(db, 'file.infected', { file, event: crypto.randomUUID() }),
    )
    await as(fixture.admin).call(routes.tickets.change, {
      params: { ticket: fixture.ticketId },
      body: { dateSnoozed: new Date(Date.now() + 60_000).toISOString() },
    })
    await owner.query(
      "update ticket_states set date_snoozed = now() - interval '1 hour' where ticket_id = $1",
      [fixture.ticketId],
    )
    await platform.database.inVendor(fixture.vendorId, sweepSnoozes)
    const duplicate = await as(fixture.member).call(routes.tickets.open, {
      params: { company: fixture.companyId },
      body: { title: 'Aynı arıza', machine: fixture.companyMachineId },
    })
    await as(fixture.staff).call(routes.tickets.merge, {
      params: { ticket: duplicate.body._id },
      body: { into: fixture.ticketId },
    })
    await as(fixture.staff).call(routes.tickets.reply, {
      params: { ticket: fixture.ticketId },
      body: { contents: 'Sorun giderildi', close: true },
    })
    for (const status of ['open', 'closed', 'archived', 'open'] as const)
      await as(fixture.staff).call(routes.tickets.change, {
        params: { ticket: fixture.ticketId },
        body: { status },
      })
    for (const person of [fixture.member, fixture.staff])
      await as(person).call(routes.live.presence, {
        params: { ticket: fixture.ticketId },
        body: { state: 'typing' },
      })
  }
  await allSent()

  const canOpen = async (person: Person, ticket: string) =>
    (await as(person).call(routes.tickets.find, { params: { ticket } })).status === 200
  let bellEntries = 0
  for (const person of people) {
    const { status, body } = await as(person).call(routes.notifications.list)
    if (status !== 200) continue
    bellEntries += body.notifications.length
    for (const { ticket } of body.notifications)
      expect([person.email, await canOpen(person, ticket)]).toEqual([person.email, true])
  }
  const sent = (await mailsIn(portal).all()).filter(({ messageId }) => !earlier.has(messageId))
  for (const mail of sent) {
    const person = people.find(({ email }) => email === mail.to?.[0]?.address)
    const vendor = person?.domain === own.domain ? own.vendorId : foreign.vendorId
    const [referred] = ticketsReferredTo(platform.signing, vendor, mail.messageId ?? '')
    // that of a mail with a note names none
    const ticket = referred ?? /tickets\/([\da-f-]{36})/.exec(mail.text ?? '')?.[1] ?? ''
    expect([person?.email, person && (await canOpen(person, ticket))]).toEqual([
      person?.email,
      true,
    ])
  }
  const pushes = browsers.flatMap(({ person, pushes }) =>
    pushes().map(({ tag }) => ({ person, ticket: tag })),
  )
  for (const { person, ticket } of pushes)
    expect([person.email, await canOpen(person, ticket)]).toEqual([person.email, true])
  const events = streams.flatMap(({ person, events }) =>
    events().flatMap(event => ('ticket' in event ? [{ person, ticket: event.ticket }] : [])),
  )
  for (const { person, ticket } of events)
    expect([person.email, await canOpen(person, ticket)]).toEqual([person.email, true])
  // and a duplicate of each
  expect(new Set(events.map(({ ticket }) => ticket)).size).toBe(6)
  expect(new Set(events.map(({ person }) => person.email)).size).toBeGreaterThan(8)
  expect(pushes.length).toBeGreaterThan(5)
  expect(bellEntries).toBeGreaterThan(20)
  expect(sent.length).toBeGreaterThan(5)
  const kinds = await owner.query('select distinct kind from notifications')
  expect(kinds.rows.map(({ kind }) => kind).toSorted()).toEqual([...notificationKinds].toSorted())
})
