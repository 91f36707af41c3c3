import { afterAll, expect, test } from 'vitest'
import { openPortal } from '#testing/portal.ts'
import { readDistribution, renderDdl } from './citus.ts'

// Citus itself is not installed here: the tests check the catalogue's
// requirements, and run the SQL against stand-in functions.

const { owner } = await openPortal()
const client = await owner.connect()
afterAll(() => client.release())

/** Changes the tables, reads the result and rolls back. */
async function withRollback<T>(change: string, read: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(change)
    return await read()
  } finally {
    await client.query('rollback')
  }
}

test('every table is distributed by vendor, except those that map a domain to its vendor', async () => {
  const { distributed, reference, problems } = await readDistribution(client)
  expect(reference.map(({ name }) => name)).toEqual(['vendor_domains', 'vendors'])
  expect(distributed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['tickets', 'messages', 'users', 'sessions', 'files']),
  )
  expect(problems).toEqual([])
})

test('every unique key and every foreign key of a distributed table contains the vendor', async () => {
  const { distributed, reference } = await readDistribution(client)
  const distributedNames = distributed.map(({ name }) => name)
  for (const { name, uniques, foreignKeys } of distributed) {
    for (const unique of uniques)
      expect([name, unique.columns]).toEqual([name, expect.arrayContaining(['vendor_id'])])
    for (const { to, columns, referencedColumns } of foreignKeys) {
      expect([...distributedNames, ...reference.map(table => table.name)]).toContain(to)
      expect([name, referencedColumns[columns.indexOf('vendor_id')]]).toEqual([name, 'vendor_id'])
    }
  }
})

test('a new table whose foreign key could lead to another vendor is reported', async () => {
  const change = `alter table users add constraint by_id unique (vendor_id, id, email);
    alter table tickets add column wrong uuid, add constraint wrong foreign key (wrong, created_by, title) references users (vendor_id, id, email)`
  const { problems } = await withRollback(change, () => readDistribution(client))
  expect(problems).toEqual(['tickets: the foreign key wrong could lead to another vendor'])
})

test('a new table with a unique key without the vendor becomes a reference table', async () => {
  const { reference } = await withRollback(
    'create table codes (vendor_id uuid, code text unique, primary key (vendor_id, code))',
    () => readDistribution(client),
  )
  expect(reference.map(({ name }) => name)).toContain('codes')
})

test('the SQL for Citus names each table once and leaves every foreign key as it was', async () => {
  const distribution = await readDistribution(client)
  const ddl = renderDdl(distribution).replace(/^begin;$|^commit;$/gm, '')
  const keys = async () =>
    (
      await client.query(
        "select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2",
      )
    ).rows
  const before = await keys()
  const standIns = `
    create table calls (relation text);
    create function create_distributed_table(regclass, text, colocate_with text) returns void language sql as $$ insert into calls values ($1::text) $$;
    create function create_reference_table(regclass) returns void language sql as $$ insert into calls values ($1::text) $$;
    create function create_distributed_function(regprocedure) returns void language sql as $$ select $$;`
  await withRollback(standIns + ddl, async () => {
    const { rows } = await client.query<{ relation: string }>(
      'select relation from calls order by relation',
    )
    expect(rows.map(({ relation }) => relation)).toEqual(
      [...distribution.distributed, ...distribution.reference].map(({ name }) => name).sort(),
    )
    expect(await keys()).toEqual(before)
  })
})

test('the triggers of a distributed table stay within their vendor', async () => {
  const { rows } = await client.query<{ name: string; body: string }>(
    `select p.proname as name, p.prosrc as body from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.oid in (select tgfoid from pg_trigger where not tgisinternal)`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { name, body } of rows)
    expect([name, body]).toEqual([name, expect.stringContaining('vendor_id')])
})
