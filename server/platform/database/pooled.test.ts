import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildRequest } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { statement } from './round-trip.ts'
import { prepareConnectionTarget } from './server-role.ts'

// The portal behind PgBouncer in transaction mode; on a machine
// without PgBouncer, with the same login but connected directly.

const portal = await openPortal({}, { pooled: true })
const fixtures = fixturesIn(portal)
const { as, platform } = portal

test('users sign in, write and read', async () => {
  const { member, staff, companyId, ticketId, visitor } = await fixtures.ticket()
  const { body: session } = await as(visitor).call(routes.sessions.login, {
    body: { email: staff.email, password },
  })
  await as({ ...staff, token: session.token }).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents: 'Bakıyoruz.' },
  })
  const { body: ticket } = await as(member).call(routes.tickets.getOfAccount, {
    params: { company: companyId, ticket: ticketId },
  })
  expect(ticket.conversation.map(({ message }) => message)).toEqual([
    'İş mili on dakikada ısınıyor.',
    'Bakıyoruz.',
  ])
})

test('concurrent requests of two vendors get the companies of their own vendor only', async () => {
  const companies = [await fixtures.company(), await fixtures.company()]
  const requests = Array.from(
    { length: 60 },
    (_, n) => companies[n % 2] as (typeof companies)[number],
  )
  const lists = await Promise.all(
    requests.map(async ({ admin }) => (await as(admin).call(routes.companies.list)).body.companies),
  )
  expect(lists.map(list => list.map(({ name }) => name))).toEqual(
    requests.map(({ companyName }) => [companyName]),
  )
})

test('aborted requests leave no vendor set on the pooler’s connections', async () => {
  const companies = [await fixtures.company(), await fixtures.company()]
  for (let round = 0; round < 5; round++)
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const { admin } = companies[n % 2] as (typeof companies)[number]
        const { path, request } =
          n % 4 < 2
            ? buildRequest(admin, routes.companies.list)
            : buildRequest(admin, routes.companies.create, { body: { name: 'Yarım Kalan Sanayi' } })
        const signal = AbortSignal.timeout(1 + ((n * 7) % 40)) // ms
        await fetch(`http://127.0.0.1:${portal.port}${path}`, { ...request, signal }).catch(
          () => {},
        )
      }),
    )
  const pool = new pg.Pool({ connectionString: platform.config.poolUrl as string, max: 8 })
  const left = await Promise.all(
    Array.from({ length: 40 }, () =>
      pool.query(
        "select coalesce(current_setting('app.vendor', true), '') as vendor, pg_sleep(0.02)",
      ),
    ),
  )
  await pool.end()
  expect(left.filter(({ rows }) => rows[0].vendor !== '')).toEqual([])
  for (const [n, { admin }] of companies.entries()) {
    const list = (await as(admin).call(routes.companies.list)).body.companies
    expect(list.map(({ name }) => name)).not.toContain(companies[1 - n]?.companyName)
  }
})

test('a signed-out session is refused at once', async () => {
  const { staff } = await fixtures.vendor()
  expect((await as(staff).call(routes.tickets.list)).status).toBe(200)
  await as(staff).call(routes.sessions.logout)
  expect((await as(staff).call(routes.tickets.list)).status).toBe(401)
})

test('the mail of an invitation is sent', async () => {
  const { admin, companyId } = await fixtures.company()
  const body = { email: 'davetli@musteri.test', name: 'Davetli', surname: 'Kişi' }
  await as(admin).call(routes.users.invite, { params: { company: companyId }, body })
  const left = async () => {
    const invitations = (await platform.jobs.queueLoads()).filter(
      ({ queue }) => queue === 'user.invited',
    )
    return invitations.reduce((sum, { waiting, failed }) => sum + waiting + failed, 0)
  }
  await expect.poll(left).toBe(0)
})

describe('the pooler’s login', () => {
  const connection = new pg.Client(platform.config.poolUrl)
  beforeAll(() => connection.connect())
  afterAll(() => connection.end())

  test('has the server’s role and a statement timeout by default', async () => {
    const { rows } = await connection.query(
      "select current_user, current_setting('timezone') as zone, current_setting('statement_timeout') as timeout",
    )
    expect(rows).toEqual([{ current_user: 'tezgah_server', zone: 'UTC', timeout: '30s' }])
  })

  test('sees no rows without a vendor', async () => {
    await fixtures.company()
    expect((await connection.query('select name from companies')).rows).toEqual([])
  })

  test('has no privileges without that role', async () => {
    await expect(
      connection.query('begin; set local role none; select name from companies'),
    ).rejects.toThrow('permission denied')
    await connection.query('rollback')
  })

  test('leaves no prepared statements on the pooler’s connections', async () => {
    const { admin } = await fixtures.company()
    await as(admin).call(routes.companies.list)
    expect((await connection.query('select name from pg_prepared_statements')).rows).toEqual([])
  })
})

// Security: P12
test.each([true, false])(
  'a session that a request changed (read-only: %s) is closed behind the pooler too',
  async readOnly => {
    // With several sessions, the pooler may give later requests others again and again.
    const portal = await openPortal({}, { pooled: { default_pool_size: 1 } })
    const fixtures = fixturesIn(portal)
    const { ticketId, domain, staff } = await fixtures.ticket()
    const other = await fixtures.vendor()
    const change = statement(
      "select pg_backend_pid() as pid, set_config('app.vendor', $1, false)",
      [other.vendorId],
    )
    const changed = await portal.platform.database.inRequest(
      { domain, sessionId: null, readOnly },
      async db => (await db.run(change))[0]?.pid,
    )
    const { status, body } = await portal.as(staff).call(routes.tickets.list)
    expect([status, body.tickets?.map(({ _id }) => _id)]).toEqual([200, [ticketId]])
    const countOpen = async () =>
      (await portal.owner.query('select from pg_stat_activity where pid = $1', [changed])).rowCount
    await expect.poll(countOpen).toBe(0)
  },
)

// Security: P17
test('a lock of a session ends behind the pooler too, after a request that failed at the next use', async () => {
  const { domain, admin } = await fixtures.company()
  const key = "hashtext('tezgah login')"
  const isFree = async () =>
    (await portal.owner.query(`select pg_try_advisory_xact_lock(${key}) as free`)).rows[0].free
  const attack = (...texts: string[]) =>
    platform.database
      .inRequest({ domain, sessionId: null, readOnly: true }, db =>
        Promise.all(texts.map(text => db.run(statement(text)))),
      )
      .catch(() => {})
  await attack(`select pg_advisory_lock(${key})`)
  expect(await isFree()).toBe(true)
  await attack(`select pg_advisory_lock(${key})`, 'select 1 / 0')
  await expect
    .poll(async () => {
      await as(admin).call(routes.companies.list)
      return isFree()
    })
    .toBe(true)
})

test('the start of a second instance does not change the login', async () => {
  const settings = async () =>
    (
      await portal.owner.query(
        'select s.xmin::text, setconfig from pg_db_role_setting s join pg_database d on d.oid = setdatabase where datname = current_database()',
      )
    ).rows
  const before = await settings()
  expect(before).toHaveLength(1)
  await prepareConnectionTarget(portal.connection, {
    url: platform.config.poolUrl as string,
    prepares: false,
  })
  expect(await settings()).toEqual(before)
})
