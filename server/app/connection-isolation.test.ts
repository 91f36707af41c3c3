import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { statement } from '#platform/database/round-trip.ts'
import { findConnectionTarget } from '#platform/database/server-role.ts'
import { companyFixturesIn } from '#testing/calls/company-fixtures.ts'
import { together } from '#testing/database/together.ts'
import { openPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'

// Holds for every request connection, whatever SQL an injection runs on it.

const log: string[] = []
const sleep = statement('select pg_sleep(0.2)')
const portal = await openPortal({}, { log })
const { as, owner, connection, platform } = portal
const { createFixture } = companyFixturesIn(portal)
const [own, foreign] = [await createFixture(), await createFixture()]

const login = new pg.Client((await findConnectionTarget(connection))?.connection)
await login.connect()
afterAll(() => login.end())

/** What the last of these commands answers the requests' login in a transaction
 * of the own vendor: any command, also those that no request sends. */
async function outcome(...texts: string[]) {
  await login.query('begin')
  try {
    await login.query("select set_config('app.vendor', $1, true)", [own.vendorId])
    for (const text of texts.slice(0, -1)) await login.query(text)
    return `${(await login.query(texts.at(-1) as string)).rows.length} rows`
  } catch (error) {
    return `refused: ${(error as Error).message}`
  } finally {
    await login.query('rollback')
  }
}

describe('a request connection has no role to go back to:', async () => {
  const { rows: roles } = await owner.query<{ name: string }>(
    "select rolname as name from pg_roles where rolname in ('postgres', 'tezgah', 'tezgah_jobs', 'pg_read_all_data', 'pg_execute_server_program')",
  )
  const leaveRole = [
    'reset role',
    'set role none',
    'set local role none',
    'set session authorization default',
    'reset session authorization',
    "select set_config('role', 'none', true)",
    "select set_config('role', session_user, true)",
    ...roles.flatMap(({ name }) => [
      `set role ${name}`,
      `select set_config('role', '${name}', true)`,
      `select set_config('role', '${name}', false)`,
      `set session authorization ${name}`,
      `select set_config('session_authorization', '${name}', true)`,
    ]),
  ]

  // Security: P12
  test.each(leaveRole)('%s', async leave => {
    expect(roles).toHaveLength(5)
    const attacks = [
      `select from tickets where vendor_id = '${foreign.vendorId}'`,
      `update tickets set title = 'x' where vendor_id = '${foreign.vendorId}' returning 1`,
      'select rolpassword from pg_authid',
      'select password from platform.logins',
      'select name from platform.migrations',
      'create table public.stolen ()',
      'create role intruder',
      'alter table tickets no force row level security',
      'drop policy one_vendor on tickets',
      "copy (select 1) to program 'true'",
      "copy (select 1) to '/tmp/tezgah-stolen'",
      "select pg_read_file('PG_VERSION')",
    ]
    for (const each of attacks)
      expect([each, await outcome(leave, each)]).toEqual([
        each,
        expect.stringMatching(/^(0 rows|refused: )/),
      ])
  })

  // Security: P12
  test('its login may do nothing without its role, owns nothing and is a member of that role only', async () => {
    const [login] = (await platform.database.inRequest(
      { domain: own.domain, sessionId: null, readOnly: true },
      db => db.run(statement('select session_user as name, current_user as role')),
    )) as { name: string; role: string }[]
    expect(login).toEqual({ name: `tezgah_login_${connection.database}`, role: 'tezgah_server' })
    const { rows } = await owner.query(
      `select rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
              array(select rolname::text from pg_roles other where other.oid <> login.oid and pg_has_role(login.oid, other.oid, 'member')) as roles,
              array(select objid from pg_shdepend where refobjid = login.oid and deptype = 'o') as owned
         from pg_roles login where rolname = $1`,
      [login?.name],
    )
    const cannot = {
      rolsuper: false,
      rolinherit: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
    }
    expect(rows).toEqual([{ ...cannot, roles: ['tezgah_server'], owned: [] }])
    expect(await outcome('set local role none', 'select from tickets')).toContain(
      'permission denied',
    )
  })
})

describe('what a request changes for the whole session reaches no later request:', () => {
  const changes: [string, string][] = [
    ['app.vendor', foreign.vendorId],
    ['role', 'none'],
    ['role', `tezgah_login_${connection.database}`],
    ['search_path', 'pg_temp'],
    ['row_security', 'off'],
  ]
  const pids = async () =>
    (
      await owner.query<{ pid: number }>('select pid from pg_stat_activity where usename = $1', [
        `tezgah_login_${connection.database}`,
      ])
    ).rows.map(({ pid }) => pid)
  const visibleTickets = async () => {
    const { status, body } = await as(own.staff).call(routes.tickets.list)
    return [status, body.tickets?.map(({ _id }) => _id)]
  }
  const errors = () =>
    log
      .map(line => JSON.parse(line))
      .filter(({ level, msg }) => level === 50 && msg.includes('changed its session'))

  // Security: P12
  test.each(
    changes.flatMap(([name, value]) => [
      { name, value, how: 'reads' },
      { name, value, how: 'writes' },
    ]),
  )('$name, by a request that $how', async ({ name, value, how }) => {
    const change = statement('select pg_backend_pid() as pid, set_config($1, $2, false)', [
      name,
      value,
    ])
    const request = {
      domain: own.domain,
      sessionId: null,
      readOnly: how === 'reads',
      label: { route: 'the attack' },
    }
    const before = errors().length
    const changed = await platform.database.inRequest(
      request,
      async db => (await db.run(change))[0]?.pid,
    )
    expect(await pids()).toContain(changed)
    expect(await visibleTickets()).toEqual([200, [own.ticketId]])
    await waitFor(async () => expect(await pids()).not.toContain(changed)) // it ends by itself
    expect(errors().slice(before)).toMatchObject([{ after: 'the attack', err: { code: 'TZ001' } }])
  })

  // Security: P12
  test.each([
    ['statement_timeout', '1h'],
    ['default_transaction_read_only', 'on'],
    ['default_transaction_isolation', 'serializable'],
    ['timezone', 'Asia/Tokyo'],
    ['work_mem', '2GB'],
    ['app.other', 'x'],
  ])('%s, on the connection of any later request', async (name, value) => {
    const setting = statement(
      'select pg_backend_pid() as pid, current_setting($1, true) as value',
      [name],
    )
    const change = statement('select set_config($1, $2, false)', [name, value])
    const request = { domain: own.domain, sessionId: null, readOnly: true }
    const settingsOfAll = () =>
      Promise.all(
        together(8, async () => {
          const rows = await platform.database.inRequest(request, db =>
            db.run(sleep).then(() => db.run(setting)),
          )
          return rows?.[0]?.value || null
        }),
      )
    const before = await settingsOfAll()
    await Promise.all(
      together(8, () =>
        platform.database.inRequest(request, db => Promise.all([db.run(change), db.run(sleep)])),
      ),
    )
    expect(await settingsOfAll()).toEqual(before)
  })

  // Security: P12
  test('also where it changes all connections at once, and where the next work is a job or a count of attempts', async () => {
    const change = statement("select pg_sleep(0.2), set_config('app.vendor', $1, false)", [
      foreign.vendorId,
    ])
    const changeAll = () =>
      Promise.all(
        together(8, () =>
          platform.database.inRequest({ domain: own.domain, sessionId: null, readOnly: true }, db =>
            db.run(change),
          ),
        ),
      )
    await changeAll()
    expect(await visibleTickets()).toEqual([200, [own.ticketId]])
    const seen = statement('select id from tickets')
    await changeAll()
    expect(await platform.database.inVendor(own.vendorId, db => db.run(seen))).toEqual([
      { id: own.ticketId },
    ])
    await changeAll()
    expect(await platform.database.runAtVendor(own.vendorId, seen)).toEqual([{ id: own.ticketId }])
  })

  const atOwn = { domain: own.domain, sessionId: null, readOnly: true }
  const onAll = (...texts: string[]) =>
    Promise.all(
      together(8, () =>
        platform.database.inRequest(atOwn, async db => {
          for (const text of texts) await db.run(statement(text)).catch(() => {})
          await db.run(sleep)
        }),
      ),
    )
  /** A statement that each later read would begin with, for the session of another user. */
  const otherContext = async () => {
    const { rows } = await owner.query('select id from sessions where user_id = $1', [
      foreign.admin.userId,
    ])
    const { name } = statement(
      "select *, set_config('transaction_read_only', 'on', true) from public.open_request($1, $2, $3)",
    )
    return [
      `deallocate "${name}"`,
      `prepare "${name}" (text, uuid, text) as select *, set_config('transaction_read_only', 'on', true) from public.open_request('${foreign.domain}', '${rows[0].id}', null)`,
    ]
  }
  const run = (text: string) =>
    `select pgboss.job_table_run('${text.replaceAll("'", "''")}', 'job_common')`

  // Security: P17
  test.each([
    ['a command', (text: string) => text],
    ['a function of the queue that runs any text', run],
  ])('a prepared statement that %s defines anew on all connections', async (_, wrap) => {
    for (let n = 0; n < 3; n++) await onAll() // each connection has prepared its statements
    await Promise.all(together(8, visibleTickets))
    await onAll(...(await otherContext()).map(wrap))
    const seen = await Promise.all(together(8, visibleTickets))
    expect(seen).toEqual(Array(8).fill([200, [own.ticketId]]))
    const { body } = await as(own.member).call(routes.sessions.me)
    expect(body._id).toBe(own.member.userId)
  })

  // Security: P17
  test.each([
    'prepare x as select 1',
    'deallocate all',
    'discard all',
    "do $$ begin execute 'prepare x as select 1'; end $$",
    'create function pg_temp.x() returns int language sql return 1',
    'declare x cursor with hold for select 1',
    'listen tezgah_notices',
    'set role none',
    '-- select\nprepare x as select 1',
    '/* select */ prepare x as select 1',
    run('prepare x as select 1'),
  ])('nothing of: %s', async text => {
    for (const readOnly of [true, false])
      await expect(
        platform.database.inRequest({ ...atOwn, readOnly }, db => db.run(statement(text))),
      ).rejects.toThrow(/Not sent|permission denied/)
  })

  test.each([
    'select 1; prepare x as select 1',
    "select query_to_xml('prepare x as select 1', true, true, '')",
    "select ts_stat('prepare x as select 1')",
    "select ts_rewrite('a', 'prepare x as select 1')",
  ])('PostgreSQL itself prepares nothing by: %s', async text => {
    await expect(
      platform.database.inRequest({ ...atOwn, readOnly: false }, db => db.run(statement(text))),
    ).rejects.toThrow(/multiple commands|not allowed|cannot open PREPARE query as cursor/)
  })

  const lock = statement("select pg_advisory_lock(hashtext('tezgah login'))")
  const fail = statement('select 1 / 0')
  const { database } = platform

  // Security: P17
  test.each([
    ['reads', () => database.inRequest(atOwn, db => db.run(lock))],
    [
      'fails while it reads',
      () => database.inRequest(atOwn, db => Promise.all([db.run(lock), db.run(fail)])),
    ],
    [
      'ignores that a read failed',
      () =>
        database.inRequest(atOwn, db =>
          Promise.all([db.run(lock), db.run(fail)]).catch(() => undefined),
        ),
    ],
    ['writes', () => database.inRequest({ ...atOwn, readOnly: false }, db => db.run(lock))],
    [
      'fails while it writes',
      () =>
        database.inRequest({ ...atOwn, readOnly: false }, db =>
          db.run(lock).then(() => db.run(fail)),
        ),
    ],
    ['counts attempts', () => database.runAtVendor(own.vendorId, lock)],
  ])('a lock of its session, by a request that %s: an instance can start', async (_, attack) => {
    await attack().catch(() => {})
    const { rows } = await owner.query(
      "select pg_try_advisory_xact_lock(hashtext('tezgah login')) as free",
    )
    expect(rows).toEqual([{ free: true }])
  })
})
