// Prints the SQL that spreads the vendors over many machines with Citus, as the catalogue of a migrated database says. See docs/scaling.md.
import type pg from 'pg'
import { inMigrated } from './migrated.ts'

/** A table with its unique keys and foreign keys; `mine` and `theirs` are columns that correspond. */
type Table = { name: string; uniques: { name: string; columns: string[] }[]; references: Reference[] }
type Reference = { name: string; to: string; mine: string[]; theirs: string[]; definition: string }

/**
 * Where each table's rows are: `spread` by their vendor, all of one vendor's on one machine; or `everywhere`, as what a unique key without the
 * vendor is asked about before the vendor is known, and what such a table refers to. `faults` says what cannot be spread as it is.
 */
export type Distribution = { spread: Table[]; everywhere: Table[]; functions: string[]; faults: string[] }

/** Reads it from the catalogue. */
export async function distributionOf(client: pg.Client): Promise<Distribution> {
  const { rows: tables } = await client.query<Table>(catalogue)
  const everywhere = new Set(tables.filter(({ uniques }) => uniques.some(({ columns }) => !columns.includes('vendor_id'))))
  // A set goes on with what is added to it meanwhile.
  for (const { references } of everywhere) for (const { to } of references) everywhere.add(tables.find(({ name }) => name === to) as Table)
  const spread = tables.filter(table => !everywhere.has(table))
  const faults = spread.flatMap(table => [
    ...(table.uniques.length === 0 ? [`${table.name} has no key`] : []),
    ...table.references
      .filter(({ to }) => spread.some(({ name }) => name === to))
      .filter(({ mine, theirs }) => mine.indexOf('vendor_id') < 0 || mine.indexOf('vendor_id') !== theirs.indexOf('vendor_id'))
      .map(({ name }) => `${table.name}: the foreign key ${name} could lead to another vendor`),
  ])
  const { rows: functions } = await client.query<{ name: string }>(usedFunctions)
  return { spread, everywhere: [...everywhere], functions: functions.map(({ name }) => name), faults }
}

/** The SQL for it, to be run once by the owner in a migrated database that has the extension. */
export function ddlOf({ spread, everywhere, functions }: Distribution): string {
  const keys = spread.flatMap(({ name, references }) => references.map(reference => ({ table: name, ...reference })))
  return [
    '-- Made by `npm run citus` from the migrations. Runs in one transaction on the coordinator, with the portal stopped.',
    'begin;',
    "set local citus.multi_shard_modify_mode = 'sequential';",
    '\n-- What the rows of the machines are made and guarded with.',
    ...functions.map(name => `select create_distributed_function('${name}');`),
    '\n-- Foreign keys are taken up again when both their tables are where they belong.',
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name};`),
    '\n-- Asked before the vendor is known: a copy on each machine.',
    ...inOrder(everywhere).map(({ name }) => `select create_reference_table('${name}');`),
    '\n-- All rows of a vendor on one machine.',
    ...spread.map(
      ({ name }, i) =>
        `select create_distributed_table('${name}', 'vendor_id', colocate_with => '${i === 0 ? 'none' : (spread[0] as Table).name}');`,
    ),
    '',
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition};`),
    'commit;',
    '',
  ].join('\n')
}

/** Each after what it refers to. */
function inOrder(tables: Table[]): Table[] {
  const ordered = new Set<Table>()
  function put(table: Table) {
    for (const { to } of table.references) for (const other of tables) if (other.name === to && other !== table) put(other)
    ordered.add(table)
  }
  for (const table of tables) put(table)
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
                          'mine', ${columnsOf('k.conrelid', 'k.conkey')}, 'theirs', ${columnsOf('k.confrelid', 'k.confkey')}) order by k.conname), '[]')
            from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as references
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`

/** Our own functions that a policy, a default, a generated column, a check or an index is made of. */
const usedFunctions = `
  select distinct p.oid::regprocedure::text as name
    from pg_depend d join pg_proc p on p.oid = d.refobjid
   where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
     and d.classid in ('pg_policy'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
   order by name`

if (import.meta.main) {
  const distribution = await inMigrated(distributionOf)
  console.log(ddlOf(distribution))
  for (const fault of distribution.faults) console.error(fault)
  if (distribution.faults.length > 0) process.exitCode = 1
}
