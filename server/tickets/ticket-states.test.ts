import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { openEarlierVersion } from '#testing/database/earlier-version.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

test('the state of a new ticket has the company and the date of the ticket', async () => {
  const { ticketId } = await fixtures.ticket()
  const { rows } = await owner.query(
    `select (s.company_id, s.date_created) = (t.company_id, t.date_created) as same
       from ticket_states s join tickets t on t.vendor_id = s.vendor_id and t.id = s.ticket_id where t.id = $1`,
    [ticketId],
  )
  expect(rows).toEqual([{ same: true }])
})

test('a ticket without a message waits for the team', async () => {
  const { member, staff, companyId: company, companyMachineId: machine } = await fixtures.company()
  const params = { company }
  const body = { title: 'Mil ısınıyor', machine }
  expect((await as(member).call(routes.tickets.open, { params, body })).status).toBe(200)
  const { tickets } = (await as(staff).call(routes.tickets.list, { query: { status: 'waiting' } }))
    .body
  expect(tickets.map(({ title, dateLastMessage }) => [title, dateLastMessage])).toEqual([
    ['Mil ısınıyor', null],
  ])
})

test('the upgrade from 0.2.0 keeps whose reply each ticket awaits, since when, and whether the team has answered it', async () => {
  const { client, vendor, user, ticket, upgrade } = await openEarlierVersion()
  await client.query(`
    insert into tickets (vendor_id, id, title, status, date_last_message, last_message_is_staff, date_closed, ${ticket.columns})
      select '${vendor}'::uuid, gen_random_uuid(), title, status, last::timestamptz, is_staff, closed::timestamptz, ${ticket.values}
        from (values
          ('unanswered', 'open', '2026-11-02', false, null),
          ('answered', 'open', '2026-11-02', true, null),
          ('answered before', 'open', '2026-11-02', false, null),
          ('without a message', 'open', null, false, null),
          ('closed', 'closed', '2026-11-02', true, '2026-11-03'),
          ('answered once closed', 'closed', '2026-11-04', true, '2026-11-03'),
          ('archived', 'archived', '2026-11-04', true, '2026-11-03')
        ) as t(title, status, last, is_staff, closed);
    insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents)
      select vendor_id, gen_random_uuid(), id, '${user}', is_staff, 'Merhaba'
        from tickets, unnest(array[true, false]) as is_staff where title = 'answered before'`)
  await upgrade()
  const { rows } = await client.query(
    `select title, is_open, waiting_for, date_last_message::date::text as last, last_message_is_staff as is_staff, is_answered,
            date_waiting is not distinct from case when waiting_for = 'team' then coalesce(date_last_message, s.date_created) end as is_since_last
       from ticket_states s join tickets t on t.vendor_id = s.vendor_id and t.id = s.ticket_id order by title collate "C"`,
  )
  expect(rows.map(row => Object.values(row))).toEqual([
    ['answered', true, 'customer', '2026-11-02', true, true, true],
    ['answered before', true, 'team', '2026-11-02', false, true, true],
    ['answered once closed', false, 'customer', '2026-11-04', true, true, true],
    ['archived', false, null, '2026-11-04', true, true, true],
    ['closed', false, null, '2026-11-02', true, true, true],
    ['unanswered', true, 'team', '2026-11-02', false, false, true],
    ['without a message', true, 'team', null, false, false, true],
  ])
})
