// Prints the SQL that distributes the tables over several machines with
// Citus, from the catalogue of a migrated database (docs/scaling.md).
import type pg from 'pg'
import { withMigratedDatabase } from './migrated-database.ts'

/** A table with its unique and foreign keys; `columns` and
 * `referencedColumns` correspond by index. */
type Table = {
  name: string
  uniques: { name: string; columns: string[] }[]
  foreignKeys: ForeignKey[]
}
type ForeignKey = {
  name: string
  to: string
  columns: string[]
  referencedColumns: string[]
  definition: string
}

// `reference` tables are on every machine: those with a unique key without
// the vendor, which are read before the vendor is known, and those that
// they reference. All others are `distributed`: sharded by vendor.
export type Distribution = {
  distributed: Table[]
  reference: Table[]
  functions: string[]
  problems: string[]
}

export async function readDistribution(client: pg.Client): Promise<Distribution> {
  const { rows: tables } = await client.query<Table>(catalogue)
  const reference = new Set(
    tables.filter(({ uniques }) => uniques.some(({ columns }) => !columns.includes('vendor_id'))),
  )
  for (const { foreignKeys } of reference)
    for (const { to } of foreignKeys) reference.add(tables.find(({ name }) => name === to) as Table)
  const distributed = tables.filter(table => !reference.has(table))
  const problems = distributed.flatMap(table => [
    ...(table.uniques.length === 0 ? [`${table.name} has no key`] : []),
    ...table.foreignKeys
      .filter(({ to }) => distributed.some(({ name }) => name === to))
      .filter(
        ({ columns, referencedColumns }) =>
          columns.indexOf('vendor_id') < 0 ||
          columns.indexOf('vendor_id') !== referencedColumns.indexOf('vendor_id'),
      )
      .map(({ name }) => `${table.name}: the foreign key ${name} could lead to another vendor`),
  ])
  const { rows: functions } = await client.query<{ name: string }>(usedFunctions)
  return {
    distributed,
    reference: [...reference],
    functions: functions.map(({ name }) => name),
    problems,
  }
}

export function renderDdl({ distributed, reference, functions }: Distribution): string {
  const keys = distributed.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map(key => ({ table: name, ...key })),
  )
  return [
    '-- Made by `npm run citus` from the migrations. Runs in one transaction on the coordinator, with the portal stopped.',
    'begin;',
    "set local citus.multi_shard_modify_mode = 'sequential';",
    '\n-- Functions that defaults, policies, checks and indexes use.',
    ...functions.map(name => `select create_distributed_function('${name}');`),
    '\n-- Foreign keys are dropped, and added again below when both tables are in place.',
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name};`),
    '\n-- Reference tables, on each machine: they are read before the vendor is known.',
    ...sortByReferences(reference).map(({ name }) => `select create_reference_table('${name}');`),
    '\n-- Distributed tables: all rows of a vendor on one machine.',
    ...distributed.map(
      ({ name }, i) =>
        `select create_distributed_table('${name}', 'vendor_id', colocate_with => '${i === 0 ? 'none' : (distributed[0] as Table).name}');`,
    ),
    '',
    ...keys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition};`,
    ),
    'commit;',
    '',
  ].join('\n')
}

function sortByReferences(tables: Table[]): Table[] {
  const ordered = new Set<Table>()
  function add(table: Table) {
    for (const { to } of table.foreignKeys)
      for (const other of tables) if (other.name === to && other !== table) add(other)
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

const columnsOf = (table: string, numbers: string) =>
  `(select json_agg(a.attname order by o.n) from unnest(${numbers}) with ordinality o (attnum, n)
     join pg_attribute a on a.attrelid = ${table} and a.attnum = o.attnum)`

const catalogue = `
  select c.relname as name,
         (select coalesce(json_agg(json_build_object('name', i.indexrelid::regclass::text, 'columns', ${columnsOf('i.indrelid', 'i.indkey')})), '[]')
            from pg_index i where i.indrelid = c.oid and i.indisunique) as uniques,
         (select coalesce(json_agg(json_build_object('name', k.conname, 'to', k.confrelid::regclass::text, 'definition', pg_get_constraintdef(k.oid),
                          'columns', ${columnsOf('k.conrelid', 'k.conkey')}, 'referencedColumns', ${columnsOf('k.confrelid', 'k.confkey')}) order by k.conname), '[]')
            from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as "foreignKeys"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`

/** Functions of this database that a policy, default, generated column, check or index uses. */
const usedFunctions = `
  select distinct p.oid::regprocedure::text as name
    from pg_depend d join pg_proc p on p.oid = d.refobjid
   where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
     and d.classid in ('pg_policy'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
   order by name`

if (import.meta.main) {
  const distribution = await withMigratedDatabase(readDistribution)
  console.log(renderDdl(distribution))
  for (const problem of distribution.problems) console.error(problem)
  if (distribution.problems.length > 0) process.exitCode = 1
}
