import { createHash } from 'node:crypto'
import type pg from 'pg'

// What is in the database, asked as its owner: whose ids there are, and whether anything of somebody's has changed.

type Column = { table: string; column: string }

/** The ids in a vendor's rows, by what they name as a path's parameter would. */
export async function idsOfVendor(owner: pg.Client, vendor: string): Promise<Record<string, string[]>> {
  return idsWhere(owner, 'vendor_id', vendor)
}

/** The ids in a company's rows, and in what hangs on its tickets and machines. */
export async function idsOfCompany(owner: pg.Client, company: string): Promise<Record<string, string[]>> {
  const of = 'select vendor_id, id from tickets where company_id = $1'
  const { rows } = await owner.query<{ id: string }>(
    `select id from messages where (vendor_id, ticket_id) in (${of})
      union select file_id from message_files where (vendor_id, message_id) in (select vendor_id, id from messages where (vendor_id, ticket_id) in (${of}))
      union select file_id from private_files where (vendor_id, company_machine_id) in (select vendor_id, id from company_machines where company_id = $1)`,
    [company],
  )
  return { ...(await idsWhere(owner, 'company_id', company)), company: [company], file: rows.map(({ id }) => id) }
}

async function idsWhere(owner: pg.Client, by: string, value: string) {
  const found: Record<string, string[]> = {}
  for (const { table } of await tablesWith(owner, by)) {
    const { rows: columns } = await owner.query<Column>(
      `select column_name as column from information_schema.columns where table_schema = 'public' and table_name = $1 and udt_name = 'uuid' and column_name <> 'vendor_id'`,
      [table],
    )
    for (const { column } of columns) {
      const { rows } = await owner.query<{ id: string }>(`select distinct "${column}"::text as id from "${table}" where "${by}" = $1`, [
        value,
      ])
      const name = parameterName(column === 'id' ? table : column)
      found[name] = [...new Set([...(found[name] ?? []), ...rows.flatMap(({ id }) => id ?? [])])]
    }
  }
  return found
}

const tablesWith = async (owner: pg.Client, column: string) =>
  (
    await owner.query<Column>(
      `select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = $1 order by 1`,
      [column],
    )
  ).rows

/** `company_machines` and `company_machine_id` are both of a `companyMachine`. */
const parameterName = (name: string) =>
  name
    .replace(/_id$|s$/, '')
    .replace(/ie$/, 'y')
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What is noted of others too: who was refused something of a company's, and how often a token was used, wherever that was. */
const notes = { company_id: 'audit_entries', vendor_id: 'attempts' }

/** The sum of the rows of each table that are a vendor's, or a company's. */
export async function sumsWhere(owner: pg.Client, by: 'vendor_id' | 'company_id', value: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const { table } of await tablesWith(owner, by)) {
    if (table === notes[by]) continue
    // A vendor's audit counts the wrong passwords for its team, and has the operators that are added at the whole installation.
    const but = table === 'audit_entries' ? "and attempts is null and action not like 'operators.%'" : ''
    const { rows } = await owner.query({
      text: `select t::text from "${table}" t where "${by}" = $1 ${but} order by 1`,
      values: [value],
      rowMode: 'array',
    })
    sums[table] = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
  return sums
}
