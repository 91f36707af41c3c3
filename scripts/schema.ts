// Writes server/platform/database/schema.ts, the tables' types, from
// a migrated database. `--check` fails when the file is not current.
import type pg from 'pg'
import { writeGenerated } from './generated-file.ts'
import { withMigratedDatabase } from './migrated-database.ts'

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  filled: boolean
  generated: boolean
  oneOf: string[] | null
}

const types: Record<string, string> = {
  uuid: 'string',
  _uuid: 'string[]',
  text: 'string',
  _text: 'string[]',
  timestamptz: 'string',
  date: 'string',
  _date: 'string[]',
  int4: 'number',
  _int4: '(number | null)[]',
  int8: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  jsonb: 'Record<string, string>',
}
const camel = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

async function describeTables(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable, a.atthasdef or col_description(c.oid, a.attnum) = 'set by a trigger' as filled, a.attgenerated <> '' as generated,
           (select array_agg(m[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-z]+)''::text', 'g') m
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ANY%') as "oneOf"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`)
  const tables = Map.groupBy(rows, row => row.table)
  const body = [...tables].map(
    ([table, columns]) => `  ${camel(table)}: {\n${columns.map(renderColumn).join('')}  }\n`,
  )
  return `// Made by scripts/schema.ts from the migrations. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

/** The tables as PostgreSQL has them; instants are ISO 8601 strings, days YYYY-MM-DD. */
export type Schema = {
${body.join('')}}
`
}

function renderColumn({ column, type, nullable, filled, generated, oneOf }: Column) {
  const known = oneOf ? oneOf.map(one => `'${one}'`).join(' | ') : types[type]
  if (!known) throw new Error(`scripts/schema.ts does not know the type ${type} of ${column}`)
  const value = known + (nullable ? ' | null' : '')
  const wrapper = generated ? 'GeneratedAlways' : filled ? 'Generated' : ''
  const line = `    ${camel(column)}: ${wrapper ? `${wrapper}<${value}>` : value}\n`
  const isLong = wrapper !== '' && line.length > 101 // with its end, as the formatter breaks it
  return isLong ? `    ${camel(column)}: ${wrapper}<\n      ${value}\n    >\n` : line
}

const text = await withMigratedDatabase(describeTables)
writeGenerated('server/platform/database/schema.ts', text, 'schema')
