import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { serverRole } from '#platform/database/server-role.ts'
import { companyFixturesIn } from '#testing/calls/company-fixtures.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { createPushSubscription } from '#testing/servers/push-service.ts'

// Holds for every table, as PostgreSQL's catalogue describes it.

const portal = await openPortal()
const { createFixture } = companyFixturesIn(portal)
const [own, foreign] = [await createFixture(), await createFixture()]
for (const fixture of [own, foreign]) {
  await fixture.createInvitation()
  await fixturesIn(portal).failedMail(fixture, fixture.member.userId)
  await fixture.beginSignIn('enrolled')
  await fixture.createHeldMail()
  await fixture.createMailMessage()
  await fixture.createTicketFilter()
  await fixture.createNote()
  await fixture.createSavedReply()
  await fixture.createMergedTicket()
  await portal.as(fixture.staff).call(routes.tickets.change, {
    params: { ticket: fixture.ticketId },
    body: { addTopics: [await fixture.createTopic()] },
  })
  await portal.owner.query(
    "insert into mail_counts (vendor_id, day, outcome, count) values ($1, current_date - 1, 'sent', 1)",
    [fixture.vendorId],
  )
  const bounced = [fixture.vendorId, fixture.member.userId]
  await portal.owner.query(
    'insert into undeliverable_addresses (vendor_id, user_id) values ($1, $2)',
    bounced,
  )
  for (const status of ['closed', 'open'] as const)
    await portal
      .as(fixture.staff)
      .call(routes.tickets.change, { params: { ticket: fixture.ticketId }, body: { status } })
  await portal.as(fixture.staff).call(routes.notifications.follow, {
    params: { ticket: fixture.ticketId },
    body: { following: 'mute' },
  })
  await portal
    .as(fixture.staff)
    .call(routes.notifications.read, { body: { ticket: fixture.ticketId } })
  const kinds = [{ kind: 'ticket.closed' as const, mail: false, browser: true }]
  await portal.as(fixture.staff).call(routes.notifications.setPreferences, { body: { kinds } })
  await portal.as(fixture.staff).call(routes.notifications.setScope, { body: { scope: 'all' } })
  await portal.as(fixture.staff).call(routes.push.subscribe, { body: createPushSubscription() })
  await portal.owner.query(
    'insert into reply_tokens (vendor_id, ticket_id, user_id, token) values ($1, $2, $3, $4)',
    [
      fixture.vendorId,
      fixture.ticketId,
      fixture.member.userId,
      fixture === own ? 'a'.repeat(26) : 'b'.repeat(26),
    ],
  )
  await portal.owner.query(
    'insert into file_parts (vendor_id, file_id, first_byte, size, stored_as) values ($1, $2, 0, 9, $2)',
    [fixture.vendorId, fixture.generalFileId],
  )
  await portal.owner.query(
    "insert into thumbnails (vendor_id, file_id, side, bytes) values ($1, $2, 320, '\\x00')",
    [fixture.vendorId, fixture.generalFileId],
  )
  await waitForReactions(portal.owner)
  await portal
    .as(fixture.admin)
    .call(routes.companies.create, { body: { name: 'Bir kez' } }, { idempotencyKey: 'bir' })
}
const server = new pg.Client({ ...portal.connection, options: `-c role=${serverRole}` })
await server.connect()
afterAll(() => server.end())

const tables = (
  await portal.owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  )
).rows
const otherRelations = (
  await portal.owner.query<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p', 'v', 'm') and relnamespace::regnamespace::text not in ('public', 'information_schema', 'pg_catalog', 'pg_toast')`,
  )
).rows

describe.each(tables)('$name', ({ name }) => {
  test('begins its primary key with the vendor, which is never null', async () => {
    const { rows } = await portal.owner.query(
      `select a.attname, a.attnotnull from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.conrelid = $1::regclass and c.contype = 'p'`,
      [name],
    )
    expect(rows).toEqual([{ attname: 'vendor_id', attnotnull: true }])
  })

  test('forces row-level security, on its owner too', async () => {
    const { rows } = await portal.owner.query(
      'select relrowsecurity, relforcerowsecurity from pg_class where oid = $1::regclass',
      [name],
    )
    expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }])
  })

  test('lets the server see and write the rows of one vendor, by its only policy', async () => {
    const { rows } = await portal.owner.query(
      "select cmd, qual, with_check from pg_policies where schemaname = 'public' and tablename = $1 and roles && array['public', $2::name]",
      [name, serverRole],
    )
    expect(rows).toEqual([
      { cmd: 'ALL', qual: '(vendor_id = app_vendor())', with_check: '(vendor_id = app_vendor())' },
    ])
  })

  test('names the vendor in every foreign key', async () => {
    const { rows } = await portal.owner.query(
      `select conname from pg_constraint where conrelid = $1::regclass and contype = 'f' and not exists (
         select from unnest(conkey, confkey) as pair (mine, yours)
           join pg_attribute a on a.attrelid = conrelid and a.attnum = mine
           join pg_attribute b on b.attrelid = confrelid and b.attnum = yours
          where a.attname = 'vendor_id' and b.attname = 'vendor_id')`,
      [name],
    )
    expect(rows).toEqual([])
  })

  test('has a foreign key for each id', async () => {
    const { rows } = await portal.owner.query<{ column: string }>(
      `select attname as column from pg_attribute a
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname like '%_id' and attname not in ('vendor_id', 'operator_id')
          and not exists (select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any (c.conkey))
          and coalesce(col_description(a.attrelid, a.attnum), '') <> 'copied from the ticket'`,
      [name],
    )
    expect(rows).toEqual([]) // an operator_id refers to the platform's vendor
  })

  // Security: 8.4.1
  test('shows nothing to a query without a vendor', async () => {
    expect(await countVisibleRows(`select from ${name}`, null)).toBe(0)
  })

  test("shows a vendor's rows to that vendor only", async () => {
    expect(
      await countVisibleRows(
        `select from ${name} where vendor_id = '${own.vendorId}'`,
        own.vendorId,
      ),
    ).toBeGreaterThan(0)
    expect(
      await countVisibleRows(
        `select from ${name} where vendor_id <> '${own.vendorId}'`,
        own.vendorId,
      ),
    ).toBe(0)
    expect(
      await countVisibleRows(
        `select from ${name} where vendor_id <> '${own.vendorId}'`,
        foreign.vendorId,
      ),
    ).toBeGreaterThan(0)
  })

  // Security: 8.4.1
  test("takes no row in another vendor's name", async () => {
    const { rows } = await portal.owner.query<{ columns: string }>(
      "select string_agg(quote_ident(attname), ', ') as columns from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [name],
    )
    const { columns } = rows[0] as { columns: string }
    const {
      rows: [row],
    } = await portal.owner.query(
      `select to_jsonb(t) as row from ${name} t where vendor_id = $1 limit 1`,
      [foreign.vendorId],
    )
    const insert = `insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, '${JSON.stringify(row.row).replaceAll("'", "''")}')`
    expect(await sqlStateOf(insert, own.vendorId)).toBe('42501')
    expect(
      await sqlStateOf(`update ${name} set vendor_id = '${foreign.vendorId}'`, own.vendorId),
    ).toBe('42501')
  })

  test('loses no row to another vendor', async () => {
    const count = async () =>
      (
        await portal.owner.query<{ count: number }>(
          `select count(*)::int from ${name} where vendor_id = $1`,
          [foreign.vendorId],
        )
      ).rows[0]?.count as number
    const before = await count()
    await countVisibleRows(
      `delete from ${name} where vendor_id = '${foreign.vendorId}' returning 1`,
      own.vendorId,
    )
    expect(await sqlStateOf(`truncate ${name} cascade`, own.vendorId)).toBe('42501')
    expect(await count()).toBeGreaterThanOrEqual(before) // jobs may add some meanwhile
  })
})

describe.each(otherRelations)('$name', ({ name }) => {
  test('shows nothing to a query without a vendor', async () => {
    expect(await countVisibleRows(`select 1 from ${name}`, null)).toBe(0)
  })
})

test('a vendor adds jobs in its own name only, and neither sees nor changes any', async () => {
  const job = (vendorId: string) =>
    `insert into pgboss.job_common (name, data) values ('file.removed', '{"vendor": "${vendorId}"}')`
  expect(await sqlStateOf(job(own.vendorId), own.vendorId)).toBeNull()
  expect(await sqlStateOf(job(foreign.vendorId), own.vendorId)).toBe('42501')
  for (const table of ['pgboss.job', 'pgboss.job_common'])
    for (const query of ['select id from', 'delete from'])
      expect(await sqlStateOf(`${query} ${table}`, own.vendorId)).toBe('42501')
  expect(await sqlStateOf('update pgboss.job_common set start_after = now()', own.vendorId)).toBe(
    '42501',
  )
})

test('the functions that run as the owner for the server are known, and have a fixed search path', async () => {
  const { rows } = await portal.owner.query(
    `select proname as name, proconfig as settings from pg_proc
      where prosecdef and pronamespace::regnamespace::text !~ '^(pg_|information_schema)' and has_function_privilege($1, oid, 'execute') order by proname`,
    [serverRole],
  )
  const settings = ['search_path=public, pg_temp']
  const names = [
    'audit_entries_matching',
    'count_failed_mails',
    'count_refused_sign_in',
    'end_sessions_of_operator',
    'end_sessions_without_second_factor',
    'find_mail_recipient',
    'forget_audit_entries',
    'is_mail_address_taken',
    'open_request',
    'public_host',
    'sum_mail_counts',
    'tickets_found',
    'vendor_ids',
  ]
  expect(rows).toEqual(names.map(name => ({ name, settings })))
})

/** How many rows the server's role gets, 0 without the privilege; rolled back. */
async function countVisibleRows(query: string, vendorId: string | null) {
  const { count, code } = await asServer(query, vendorId)
  if (code !== null && code !== '42501') throw new Error(`${query}: ${code}`)
  return count
}

/** The SQLSTATE of the error, or null. 42501:
 * insufficient_privilege, also of row-level security. */
const sqlStateOf = async (query: string, vendorId: string) => (await asServer(query, vendorId)).code

async function asServer(query: string, vendorId: string | null) {
  await server.query('begin')
  try {
    if (vendorId) await server.query("select set_config('app.vendor', $1, true)", [vendorId])
    return { count: (await server.query(query)).rowCount ?? 0, code: null }
  } catch (error) {
    return { count: 0, code: (error as pg.DatabaseError).code ?? null }
  } finally {
    await server.query('rollback')
  }
}
