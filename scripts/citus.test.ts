import { afterAll, expect, test } from 'vitest'
import { openPortal } from '#testing/portal.ts'
import { ddlOf, distributionOf } from './citus.ts'

// Citus is not here: what is held is that the catalogue allows what it asks for, and that the SQL for it is right in all else.

const { owner } = await openPortal()
const client = await owner.connect()
afterAll(() => client.release())

/** Does something to the tables that is undone. */
async function undone<T>(change: string, look: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(change)
    return await look()
  } finally {
    await client.query('rollback')
  }
}

test('every table is spread by its vendor, but those that tell whose a domain is', async () => {
  const { spread, everywhere, faults } = await distributionOf(client)
  expect(everywhere.map(({ name }) => name)).toEqual(['vendor_domains', 'vendors'])
  expect(spread.map(({ name }) => name)).toEqual(expect.arrayContaining(['tickets', 'messages', 'users', 'sessions', 'files']))
  expect(faults).toEqual([])
})

test('every unique key and every foreign key of a table that is spread has the vendor in it', async () => {
  const { spread, everywhere } = await distributionOf(client)
  const spreadNames = spread.map(({ name }) => name)
  for (const { name, uniques, references } of spread) {
    for (const unique of uniques) expect([name, unique.columns]).toEqual([name, expect.arrayContaining(['vendor_id'])])
    for (const { to, mine, theirs } of references) {
      expect([...spreadNames, ...everywhere.map(table => table.name)]).toContain(to)
      expect([name, theirs[mine.indexOf('vendor_id')]]).toEqual([name, 'vendor_id'])
    }
  }
})

test('a new table whose foreign key could lead to another vendor is told', async () => {
  const change = `alter table users add constraint by_id unique (vendor_id, id, email);
    alter table tickets add column wrong uuid, add constraint wrong foreign key (wrong, created_by, title) references users (vendor_id, id, email)`
  const { faults } = await undone(change, () => distributionOf(client))
  expect(faults).toEqual(['tickets: the foreign key wrong could lead to another vendor'])
})

test('a new table with a key of its own, without the vendor, is not taken for one that can be spread', async () => {
  const { everywhere } = await undone('create table codes (vendor_id uuid, code text unique, primary key (vendor_id, code))', () =>
    distributionOf(client),
  )
  expect(everywhere.map(({ name }) => name)).toContain('codes')
})

test('the SQL for it names each table once, and leaves every foreign key as it was', async () => {
  const distribution = await distributionOf(client)
  const ddl = ddlOf(distribution).replace(/^begin;$|^commit;$/gm, '')
  const keys = async () =>
    (
      await client.query(
        "select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2",
      )
    ).rows
  const before = await keys()
  const standIns = `
    create table asked (what text);
    create function create_distributed_table(regclass, text, colocate_with text) returns void language sql as $$ insert into asked values ($1::text) $$;
    create function create_reference_table(regclass) returns void language sql as $$ insert into asked values ($1::text) $$;
    create function create_distributed_function(regprocedure) returns void language sql as $$ select $$;`
  await undone(standIns + ddl, async () => {
    const { rows } = await client.query<{ what: string }>('select what from asked order by what')
    expect(rows.map(({ what }) => what)).toEqual([...distribution.spread, ...distribution.everywhere].map(({ name }) => name).sort())
    expect(await keys()).toEqual(before)
  })
})

test('what a spread table does by itself stays at its vendor', async () => {
  const { rows } = await client.query<{ name: string; body: string }>(
    `select p.proname as name, p.prosrc as body from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.oid in (select tgfoid from pg_trigger where not tgisinternal)`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { name, body } of rows) expect([name, body]).toEqual([name, expect.stringContaining('vendor_id')])
})
