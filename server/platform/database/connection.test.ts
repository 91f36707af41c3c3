import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openJobs } from '#platform/jobs/jobs.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import {
  type Db,
  openDatabase,
  type Placeholders,
  prepareQuery,
  prepareStatement,
} from './database.ts'
import { migrate } from './migrations.ts'
import { maxPrepared, RoundTrip, statement } from './round-trip.ts'
import { prepareConnectionTarget } from './server-role.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-test-'))
const postgres = await startPostgres(dataDir, 'client')
await migrate(postgres.connection)
const jobs = await openJobs(postgres.connection, [], console.error)
const database = await openDatabase(await prepareConnectionTarget(postgres.connection), jobs, {
  size: 1,
})
const superuser = new pg.Client({ ...postgres.superuser, database: postgres.connection.database })
await superuser.connect()
afterAll(async () => {
  await superuser.end()
  await database.close()
  await jobs.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

for (const [id, domain] of [
  ['11111111-1111-4111-8111-111111111111', 'one.test'],
  ['22222222-2222-4222-8222-222222222222', 'two.test'],
]) {
  await superuser.query('insert into vendors (vendor_id, name) values ($1, $2)', [id, domain])
  await superuser.query('insert into vendor_domains (vendor_id, domain) values ($1, $2)', [
    id,
    domain,
  ])
}
const reading = <T>(domain: string, work: (db: Db) => Promise<T>) =>
  database.inRequest({ domain, sessionId: null, readOnly: true }, work)
const vendorsSeen = async (db: Db) =>
  (await db.selectFrom('vendors').select('name').execute()).map(({ name }) => name)

test('a second round trip of a request still sees the rows of its own vendor only', async () => {
  const twice = async (db: Db) => [await vendorsSeen(db), await vendorsSeen(db)]
  expect(await reading('one.test', twice)).toEqual([['one.test'], ['one.test']])
  expect(await reading('two.test', twice)).toEqual([['two.test'], ['two.test']])
})

test('a request that runs two queries concurrently gets both results', async () => {
  expect(await reading('one.test', db => Promise.all([vendorsSeen(db), vendorsSeen(db)]))).toEqual([
    ['one.test'],
    ['one.test'],
  ])
})

test('a connection closes the statements that it has not used for longest, and prepares one again when it is asked', async () => {
  const ask = (db: Db, n: number) => db.run(statement(`select ${n} as n`))
  const preparedNow = async (db: Db) =>
    (await db.run(statement('select count(*)::int as n from pg_prepared_statements')))[0]?.n
  await reading('one.test', async db => {
    await ask(db, -1)
    for (let n = 0; n < 2 * maxPrepared; n++) await ask(db, n)
    expect(await preparedNow(db)).toBeLessThan(maxPrepared + 10)
    expect(await ask(db, -1)).toEqual([{ n: -1 }])
    expect(await vendorsSeen(db)).toEqual(['one.test'])
  })
})

test('a request at an unknown domain reads nothing', async () => {
  expect(await reading('unknown.test', vendorsSeen)).toBeNull()
})

test('a read request cannot write, in its first round trip or in a later one', async () => {
  const write = (db: Db) =>
    db
      .insertInto('companies')
      .values({ id: '33333333-3333-4333-8333-333333333333', name: 'Yazan' })
      .execute()
  await expect(reading('one.test', write)).rejects.toThrow('unavailable')
  await expect(
    reading('one.test', async db => [await vendorsSeen(db), await write(db)]),
  ).rejects.toThrow('unavailable')
  expect((await superuser.query('select from companies')).rowCount).toBe(0)
})

test('a connection works after a request with a failed query', async () => {
  await expect(reading('one.test', db => sql`select 1 / 0`.execute(db))).rejects.toThrow(
    'division by zero',
  )
  expect(await reading('two.test', vendorsSeen)).toEqual(['two.test'])
})

test('queries that failed because of another one in their round trip succeed when repeated', async () => {
  const divided = (db: Db, by: number) =>
    sql<{ result: number }>`select 10 / ${by}::int as result`.execute(db)
  const named = (db: Db) => db.selectFrom('vendors').select('name as called').execute()
  await expect(reading('one.test', db => Promise.all([divided(db, 0), named(db)]))).rejects.toThrow(
    'division by zero',
  )
  const repeated = await reading('one.test', db => Promise.all([divided(db, 2), named(db)]))
  expect([repeated?.[0].rows, repeated?.[1]]).toEqual([[{ result: 5 }], [{ called: 'one.test' }]])
})

test('a value that cannot be serialised fails its own request only', async () => {
  const circular: { self?: object } = {}
  circular.self = circular
  await expect(
    reading('one.test', db => sql`select ${circular}::json`.execute(db)),
  ).rejects.toThrow('circular')
  expect(await reading('two.test', vendorsSeen)).toEqual(['two.test'])
})

test('a late query of a failed request does not run in the next request on its connection', async () => {
  let resume = () => {}
  const failed = new Promise<void>(resolve => {
    resume = resolve
  })
  let late: Promise<string[]> | undefined
  const failing = reading('one.test', db => {
    late = failed.then(() => vendorsSeen(db))
    throw new Error('not there')
  })
  await expect(failing).rejects.toThrow('not there')
  const next = reading('two.test', async db => {
    const before = await vendorsSeen(db)
    resume()
    await expect(late).rejects.toThrow('after its transaction')
    return [before, await vendorsSeen(db)]
  })
  expect(await next).toEqual([['two.test'], ['two.test']])
})

test('a request whose connection breaks fails as unavailable, and the next one gets another connection', async () => {
  const cut =
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()"
  const lost = reading('one.test', async db => {
    const asleep = sql`select pg_sleep(30)`.execute(db)
    asleep.catch(() => {})
    await vi.waitUntil(async () => (await superuser.query(cut)).rowCount)
    return asleep
  })
  await expect(lost).rejects.toThrow('unavailable')
  expect(await reading('two.test', vendorsSeen)).toEqual(['two.test'])
})

test('timestamps are returned as ISO 8601 with milliseconds, dates as YYYY-MM-DD', async () => {
  const { rows } = (await reading('one.test', db =>
    sql<
      Record<string, unknown>
    >`select timestamptz '2026-01-31 17:05:00.1299+03' as with_fraction, timestamptz '2026-01-31 14:05:00Z' as without,
      date '2026-02-28' as day, 9007199254740991::bigint as large`.execute(db),
  )) as { rows: unknown[] }
  expect(rows).toEqual([
    {
      withFraction: '2026-01-31T14:05:00.129Z',
      without: '2026-01-31T14:05:00.000Z',
      day: '2026-02-28',
      large: 9007199254740991,
    },
  ])
})

describe('a session with a previous read', () => {
  let session = 0
  /** A session of a staff member that has read once. */
  async function openSession() {
    const id = `44444444-4444-4444-8444-${String(++session).padStart(12, '0')}`
    const [vendorId, domain] = [id.replace(/^4{8}/, '55555555'), `vendor-${session}.test`]
    await superuser.query('insert into vendors (vendor_id, name) values ($1, $2)', [
      vendorId,
      domain,
    ])
    await superuser.query('insert into vendor_domains (vendor_id, domain) values ($1, $2)', [
      vendorId,
      domain,
    ])
    await superuser.query(
      "insert into users (vendor_id, id, email, name, role) values ($1, $2, 'a@b.test', 'Ayşe', 'staff')",
      [vendorId, id],
    )
    await superuser.query(
      "insert into sessions (vendor_id, id, user_id, date_expires) values ($1, $2, $2, now() + interval '1 hour')",
      [vendorId, id],
    )
    const read = <T>(work: (db: Db, role: string | null) => Promise<T>) =>
      database.inRequest({ domain, sessionId: id, readOnly: true }, (db, { role }) =>
        work(db, role),
      )
    const write = <T>(work: (db: Db, role: string | null) => Promise<T>) =>
      database.inRequest({ domain, sessionId: id, readOnly: false }, (db, { role }) =>
        work(db, role),
      )
    const seen = () => read(async (db, role) => [role, ...(await vendorsSeen(db))])
    expect(await seen()).toEqual(['staff', domain])
    return { id, domain, read, write, seen }
  }

  test('is verified in the same round trip as its query', async () => {
    const { seen } = await openSession()
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => sent.mockRestore())
    await seen()
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('is rejected after the sign-out', async () => {
    const { id, domain, seen } = await openSession()
    await superuser.query('delete from sessions where id = $1', [id])
    expect(await seen()).toEqual([null, domain])
  })

  // Security: 8.3.1
  test('has the current role, even when the work failed with the previous one', async () => {
    const { id, read } = await openSession()
    await superuser.query("update users set role = 'admin' where id = $1", [id])
    const outcome = read(async (_, role) => {
      if (role !== 'admin') throw new Error('for administrators only')
      return 'authorised'
    })
    expect(await outcome).toBe('authorised')
  })

  test('is rejected after the sign-out, also by work without a query', async () => {
    const { id, read } = await openSession()
    await superuser.query('delete from sessions where id = $1', [id])
    expect(await read(async (_, role) => role)).toBeNull()
  })

  test('has the current role, even when the work ignored that its query was refused', async () => {
    const { id, read } = await openSession()
    await superuser.query("update users set role = 'admin' where id = $1", [id])
    const outcome = read(async (db, role) => {
      await vendorsSeen(db).catch(() => [])
      return role
    })
    expect(await outcome).toBe('admin')
  })

  test('is rejected when it ends between two round trips', async () => {
    const { id, read } = await openSession()
    const outcome = read(async (db, role) => {
      await vendorsSeen(db)
      await superuser.query('delete from sessions where id = $1', [id])
      await vendorsSeen(db)
      return role
    })
    expect(await outcome).toBeNull()
  })

  test('sees the rows of the domain’s current vendor', async () => {
    const { domain, seen } = await openSession()
    await superuser.query(
      "update vendor_domains set vendor_id = '11111111-1111-4111-8111-111111111111' where domain = $1",
      [domain],
    )
    expect(await seen()).toEqual([null, 'one.test'])
  })

  test('cannot write in a read', async () => {
    const { read } = await openSession()
    const write = (db: Db) =>
      db
        .insertInto('companies')
        .values({ id: '66666666-6666-4666-8666-666666666666', name: 'Yazan' })
        .execute()
    await expect(read(write)).rejects.toThrow('unavailable')
  })

  test('gets the error of its own query', async () => {
    const { read } = await openSession()
    await expect(read(db => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
  })

  const add = (db: Db, name: string) =>
    db.insertInto('companies').values({ id: randomUUID(), name }).execute()
  const companies = async () => {
    const { rows } = await superuser.query("select name from companies where name like 'Yazılan%'")
    return rows.map(({ name }) => name)
  }

  test('is verified in the round trip of the first statement of a write', async () => {
    const { write } = await openSession()
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => sent.mockRestore())
    await write(db => add(db, 'Bir turda'))
    const { calls, contexts } = sent.mock
    const client = contexts[calls.findIndex(call => JSON.stringify(call).includes('Bir turda'))]
    // with the commit; other connections of the thread may be at work
    expect(contexts.filter(context => context === client)).toHaveLength(2)
  })

  test('writes nothing after the sign-out', async () => {
    const { id, write } = await openSession()
    await superuser.query('delete from sessions where id = $1', [id])
    const outcome = await write(async (db, role) => {
      if (role === null) return 'refused'
      await add(db, 'Yazılan, oturumsuz')
      return role
    })
    expect([outcome, ...(await companies())]).toEqual(['refused'])
  })

  test('writes once, with its current role, even when the work ignored that it was refused', async () => {
    const { id, write } = await openSession()
    await superuser.query("update users set role = 'admin' where id = $1", [id])
    const outcome = await write(async (db, role) => {
      await add(db, `Yazılan: ${role}`).catch(() => {})
      return role
    })
    expect([outcome, ...(await companies())]).toEqual(['admin', 'Yazılan: admin'])
  })

  test('has the current role in a write that failed with the previous one before its first statement', async () => {
    const { id, write } = await openSession()
    await superuser.query("update users set role = 'admin' where id = $1", [id])
    const outcome = write(async (_, role) => {
      if (role !== 'admin') throw new Error('for administrators only')
      return 'authorised'
    })
    expect(await outcome).toBe('authorised')
  })

  test('runs no statement of a write whose first one could not be sent', async () => {
    const { write } = await openSession()
    const circular: Record<string, unknown> = {}
    circular.itself = circular
    const outcome = write(async db => {
      await db.run(statement('select $1::jsonb', [circular])).catch(() => {})
      return db.run(statement('select 1'))
    })
    await expect(outcome).rejects.toThrow('circular')
  })

  test('gets the error that a write has made of a failed statement', async () => {
    const { write } = await openSession()
    const outcome = write(db =>
      sql`select 1 / 0`.execute(db).catch(() => {
        throw new Error('its own')
      }),
    )
    await expect(outcome).rejects.toThrow('its own')
  })
})

test('a parameter of a prepared query is no condition of how it is built', async () => {
  const named = prepareQuery(
    (db, { isTeam, name }: Placeholders<{ isTeam: boolean; name: string }>) =>
      db
        .selectNoFrom(sql<string>`concat(${name}::text, ${isTeam}::boolean)`.as('found'))
        // @ts-expect-error it would always be true
        .$if(isTeam, query => query.where(sql`true`)),
  )
  const found = (isTeam: boolean) =>
    database.readVendor('11111111-1111-4111-8111-111111111111', db =>
      named(db, { isTeam, name: 'a' }),
    )
  expect([await found(true), await found(false)]).toEqual([[{ found: 'at' }], [{ found: 'af' }]])
})

describe('a transaction that writes', () => {
  const vendorId = '11111111-1111-4111-8111-111111111111'
  const add = (db: Db, name: string) =>
    db.insertInto('companies').values({ id: randomUUID(), name }).returning('name')
  const inserting = prepareStatement((db, row: Placeholders<{ id: string; name: string }>) =>
    db.insertInto('companies').values({ id: row.id, name: row.name }),
  )
  const lastWrites = (...names: string[]) =>
    names.map(name => inserting({ id: randomUUID(), name }))
  const named = async (prefix: string) => {
    const { rows } = await superuser.query(
      'select name from companies where starts_with(name, $1) order by xmin::text::int, ctid',
      [prefix],
    )
    return rows.map(({ name }) => name)
  }
  const countRoundTrips = () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => sent.mockRestore())
    // the queue looks for its jobs by plain statements
    return () =>
      sent.mock.calls.flat().filter(query => (query as unknown) instanceof RoundTrip).length
  }

  test('commits its last writes in the round trip of the commit, in their order', async () => {
    const roundTrips = countRoundTrips()
    await database.inVendor(vendorId, db => db.commit(lastWrites('last 1', 'last 2')))
    expect([await named('last'), roundTrips()]).toEqual([['last 1', 'last 2'], 1])
  })

  test('changes nothing if one of its last writes fails', async () => {
    const work = database.inVendor(vendorId, async db => {
      await add(db, 'undone 1').execute()
      await db.commit(lastWrites('undone 2', '\u0000'))
    })
    await expect(work).rejects.toThrow()
    expect(await named('undone')).toEqual([])
  })

  test('repeats work on another connection where an earlier one has changed the session, whatever the work has made of that', async () => {
    await database.inVendor(vendorId, db =>
      db.run(statement("select set_config('search_path', 'pg_temp', false)")),
    )
    const answer = await database.inVendor(vendorId, db =>
      db.run(statement('select 1 as one')).catch(() => {
        throw new Error('its own')
      }),
    )
    expect(answer).toEqual([{ one: 1 }])
  })

  test('refuses a write after its commit', async () => {
    const work = database.inVendor(vendorId, async db => {
      await db.commit(lastWrites('in time'))
      await add(db, 'in time, too').execute()
    })
    await expect(work).rejects.toThrow('after its transaction')
    expect(await named('in time')).toEqual(['in time'])
  })

  test('sends parts in order in one round trip, and answers with the result of each', async () => {
    await database.inVendor(vendorId, async db => {
      const roundTrips = countRoundTrips()
      const results = await db.inOrder({
        added: () => add(db, 'one').executeTakeFirstOrThrow(),
        found: () => db.selectFrom('companies').select('name').where('name', '=', 'one').execute(),
      })
      expect(results).toEqual({ added: { name: 'one' }, found: [{ name: 'one' }] })
      expect(roundTrips()).toBe(1)
    })
  })

  test('keeps that order where a part waits before its first statement', async () => {
    const found = await database.inVendor(vendorId, db =>
      db.inOrder({
        add: async () => {
          await Promise.resolve()
          await add(db, 'late').execute()
        },
        late: () => db.selectFrom('companies').select('name').where('name', '=', 'late').execute(),
      }),
    )
    expect(found.late).toEqual([{ name: 'late' }])
  })

  test('ends with the first failure of its parts, and leaves none of them', async () => {
    const work = database.inVendor(vendorId, db =>
      db.inOrder({
        first: () => add(db, 'lost').execute(),
        second: async () => {
          await Promise.resolve()
          throw new Error('no room')
        },
        third: () => add(db, 'lost, too').execute(),
      }),
    )
    await expect(work).rejects.toThrow('no room')
    expect(await named('lost')).toEqual([])
  })
})
