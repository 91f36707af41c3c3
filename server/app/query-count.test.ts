import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Request, Route } from '#contract/route.ts'
import { everyRoute, type RouteName } from '#contract/routes.ts'
import { maxOtherTickets } from '#contract/tickets.ts'
import { companyFixturesIn } from '#testing/calls/company-fixtures.ts'
import { type Permission, permissions } from '#testing/calls/permissions.ts'
import { statementsDuring } from '#testing/database/statements.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { openPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'

// A list, or a ticket's conversation, takes as many statements with
// fifty rows as with one. Lists are sorted as the contract says.

const portal = await openPortal()
const { owner, as } = portal
const { createFixture } = companyFixturesIn(portal)
const [one, many] = [await createFixture(), await createFixture()]
await addRows(49)
await waitForReactions(owner)

const notLists: RouteName[] = [
  'secondFactor.status',
  'secondFactor.requirement',
  'files.usage',
  'files.resume',
  'sessions.portal',
  'sessions.me',
  'profile.get',
  'tickets.find',
  'tickets.counts',
  'tickets.contents',
  'tickets.findByNumber',
  'tickets.mailOfMessage',
  'mailIn.text',
  'home.ofTeam',
  'home.ofAccount',
  'companies.contents',
  'audit.list',
  'notifications.preferences',
  'mails.counts',
  'push.status',
  'vendors.settings',
  'vendors.targets',
  'mails.sender',
  'live.help',
  'topics.get',
]
const lists = everyRoute.filter(
  ({ route, name }) => route.method === 'GET' && !route.download && !notLists.includes(name),
)

const shortLists: Partial<Record<RouteName, number>> = {
  'tickets.context': maxOtherTickets,
  'tickets.openOnMachine': maxOtherTickets,
  'tickets.openOnMachineForTeam': maxOtherTickets,
}

describe.each(lists)('$name', ({ name, route }) => {
  const pages: [string, object][] = [
    // without a size the bell has twenty rows
    ...(name === 'notifications.list' ? [] : [['as a whole', {}] as [string, object]]),
    ...(route.query ? [['by the page', { page: '0', size: '100' }] as [string, object]] : []),
  ]
  test.each(pages)('%s costs the same with a row or two and with fifty', async (_, query) => {
    const [small, large] = [
      await callList(name, route, one, query),
      await callList(name, route, many, query),
    ]
    expect(small.rows).toBeLessThan(3)
    expect(large.rows).toBeGreaterThanOrEqual(shortLists[name] ?? 50)
    expect(large.statements).toEqual(small.statements)
  })
})

const orders = everyRoute.flatMap(({ route, name }) => {
  const { sort } = (route.query as z.ZodMiniObject | undefined)?.shape ?? {}
  if (!sort) return []
  const { options } = (sort as z.ZodMiniOptional<z.ZodMiniEnum<Record<string, string>>>).def
    .innerType
  return options.filter(each => !each.startsWith('-')).map(column => ({ name, column, route }))
})

test.each(orders)('$name is sorted by $column, and in reverse', async ({ name, route, column }) => {
  const listBy = async (sort: string) => {
    const { body } = await callAs(name, route, many, { sort, size: '100' })
    return Object.values(body as object).find(Array.isArray) as Record<string, unknown>[]
  }
  const [ascending, descending] = [await listBy(column), await listBy(`-${column}`)]
  expect(ascending.length).toBeGreaterThan(name === 'audit.list' ? 0 : 1)
  expect(descending.map(({ _id }) => _id)).toEqual(ascending.map(({ _id }) => _id).reverse())
  const keys = ascending.map(row => row[column]).map(key => (Array.isArray(key) ? key.length : key))
  if (keys.every(key => typeof key === 'number'))
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
})

/** Calls a list; returns its row count and the statements that the server sent. */
async function callList(name: RouteName, route: Route, fixture: typeof one, query: object) {
  let answer: { body: unknown } = { body: {} }
  const statements = await statementsDuring(async () => {
    answer = await callAs(name, route, fixture, query)
  })
  const rows = Object.values(answer.body as object).filter(Array.isArray)
  return { rows: Math.max(...rows.map(list => list.length)), statements }
}

async function callAs(name: RouteName, route: Route, fixture: typeof one, query: object) {
  const permission = permissions[name] as Permission
  const caller =
    permission.answers.admin === 200 && name !== 'companies.accounts'
      ? fixture.admin
      : fixture.member
  const { params = {} } = await permission.example(fixture, caller)
  return as(caller).call(route, { params, query } as Request<Route>)
}

/** Adds rows of everything to the second fixture. */
async function addRows(more: number) {
  const { vendorId, companyId, machineId, companyMachineId, ticketId, member, admin } = many
  const insertEach = (sql: string, ...values: string[]) =>
    owner.query(
      `with n as (select gen_random_uuid() as id, i from generate_series(1, ${more}) as i) ${sql}`,
      [vendorId, ...values],
    )
  await insertEach(
    "insert into companies (vendor_id, id, name) select $1, id, 'Firma ' || i from n",
  )
  await owner.query(
    'insert into memberships (vendor_id, user_id, company_id) select vendor_id, $2, id from companies where vendor_id = $1 on conflict do nothing',
    [vendorId, member.userId],
  )
  await many.createTicketFilter()
  await many.createNote()
  await insertEach(
    "insert into ticket_filters (vendor_id, id, user_id, is_of_team, name, query) select $1, id, $2, true, 'Süzgeç ' || i, '{}' from n",
    admin.userId,
  )
  await insertEach(
    `, topics as (insert into topics (vendor_id, id, name) select $1, id, 'Konu ' || i from n returning id)
       insert into ticket_topics (vendor_id, ticket_id, topic_id) select $1, $2, id from topics`,
    ticketId,
  )
  await many.createSavedReply()
  await insertEach(
    "insert into saved_replies (vendor_id, id, user_id, is_of_team, shortcode, turkish) select $1, id, $2, true, 'yanit-' || i, 'Merhaba' from n",
    admin.userId,
  )
  await insertEach(
    "insert into machines (vendor_id, id, name, sku) select $1, id, 'Makine ' || i, 'M-' || i from n",
  )
  await insertEach(
    `insert into company_machines (vendor_id, id, company_id, machine_id, serial_number, date_of_purchase, date_of_warranty_end)
       select $1, id, $2, $3, 'S-' || i, '2026-01-01', '2027-01-01' from n`,
    companyId,
    machineId,
  )
  await insertEach(
    "insert into users (vendor_id, id, email, name, role) select $1, id, id || '@tezgah.test', 'Kişi ' || i, 'customer' from n",
  )
  await insertEach(
    "insert into users (vendor_id, id, email, name, role, password_hash) select $1, id, id || '@tezgah.test', 'Ekipten ' || i, 'staff', 'x' from n",
  )
  await owner.query(
    "insert into memberships (vendor_id, user_id, company_id) select vendor_id, id, $2 from users where vendor_id = $1 and name like 'Kişi%' limit 48",
    [vendorId, companyId],
  )
  await insertEach(
    "insert into sessions (vendor_id, id, user_id, date_expires) select $1, id, $2, now() + interval '1 hour' from n",
    admin.userId,
  )
  await owner.query(
    insertTickets(
      `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by)
         select $1, gen_random_uuid(), $2, $3, $5, $4 from generate_series(1, ${more})`,
    ),
    [vendorId, companyId, companyMachineId, member.userId, `Titriyor ${randomUUID()}`],
  )
  await owner.query(
    "insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents) select $1, gen_random_uuid(), $2, $3, false, 'Bakın' from generate_series(1, 48)",
    [vendorId, ticketId, member.userId],
  )
  await owner.query(
    `with notes as (
       insert into ticket_notes (vendor_id, id, ticket_id, user_id, contents) select $1, gen_random_uuid(), $2, $3, 'Bakın' from generate_series(1, 49)
       returning id)
     insert into note_mentions (vendor_id, note_id, user_id) select $1, id, $3 from notes`,
    [vendorId, ticketId, many.staff.userId],
  )
  await owner.query(
    "insert into ticket_changes (vendor_id, id, ticket_id, status, user_id, date_changed) select $1, gen_random_uuid(), $2, 'open', $3, now() from generate_series(1, 48)",
    [vendorId, ticketId, member.userId],
  )
  await owner.query(
    `insert into mails (vendor_id, id, user_id, kind, data, state, job, date_next)
       select $1, gen_random_uuid(), $2, 'user.invited', '{}', 'failed', gen_random_uuid(), null from generate_series(1, 50)`,
    [vendorId, member.userId],
  )
  await insertEach(
    "insert into notifications (vendor_id, user_id, id, ticket_id, kind) select $1, $2, id, $3, 'ticket.closed' from n",
    admin.userId,
    ticketId,
  )
  await owner.query(
    `insert into received_mails (vendor_id, id, fingerprint, recipient, raw, sender, subject, state, user_id, ticket_id)
       select $1, gen_random_uuid(), i, 'destek@reply.tezgah.test', '', 'kisi' || i || '@tezgah.test', 'Konu ' || i, 'held', $2, $3 from generate_series(1, 50) i`,
    [vendorId, member.userId, ticketId],
  )
  for (const [table, column, id] of [
    ['machine_files', 'machine_id', machineId],
    ['private_files', 'company_machine_id', companyMachineId],
  ]) {
    const file =
      "insert into files (vendor_id, id, uploader_id, file_name, file_size, file_type, date_stored, date_attached) select $1, id, $3, 'ek.png', 9, 'image/png', now(), now() from n returning id"
    await owner.query(
      `with n as (select gen_random_uuid() as id from generate_series(1, ${more})), f as (${file}) insert into ${table} (vendor_id, ${column}, file_id) select $1, $2, id from f`,
      [vendorId, id, member.userId],
    )
  }
}
