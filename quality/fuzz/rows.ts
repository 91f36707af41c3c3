import { createHash } from 'node:crypto'
import type pg from 'pg'

// Reads the database as its owner: the ids of a vendor or company, and checksums of their rows.

type Column = { table: string; column: string }

/** The ids in a vendor's rows, by the name of the path parameter that takes them. */
export async function idsOfVendor(
  owner: pg.Client,
  vendor: string,
): Promise<Record<string, string[]>> {
  return selectIds(owner, 'vendor_id', vendor)
}

export async function idsOfCompany(
  owner: pg.Client,
  company: string,
): Promise<Record<string, string[]>> {
  const of = 'select vendor_id, id from tickets where company_id = $1'
  const { rows } = await owner.query<{ id: string }>(
    `select id from messages where (vendor_id, ticket_id) in (${of})
      union select file_id from message_files where (vendor_id, message_id) in (select vendor_id, id from messages where (vendor_id, ticket_id) in (${of}))
      union select file_id from note_files where (vendor_id, note_id) in (select vendor_id, id from ticket_notes where (vendor_id, ticket_id) in (${of}))
      union select file_id from private_files where (vendor_id, company_machine_id) in (select vendor_id, id from company_machines where company_id = $1)`,
    [company],
  )
  return {
    ...(await selectIds(owner, 'company_id', company)),
    company: [company],
    file: rows.map(({ id }) => id),
  }
}

async function selectIds(owner: pg.Client, by: string, value: string) {
  const found: Record<string, string[]> = {}
  for (const { table } of await tablesWith(owner, by)) {
    const { rows: columns } = await owner.query<Column>(
      `select column_name as column from information_schema.columns where table_schema = 'public' and table_name = $1 and udt_name = 'uuid' and column_name <> 'vendor_id'`,
      [table],
    )
    for (const { column } of columns) {
      const { rows } = await owner.query<{ id: string }>(
        `select distinct "${column}"::text as id from "${table}" where "${by}" = $1`,
        [value],
      )
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

/** `company_machines` and `company_machine_id` both become `companyMachine`. */
const parameterName = (name: string) =>
  name
    .replace(/_id$|s$/, '')
    .replace(/ie$/, 'y')
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Other roles' requests write to these tables: refusals
 * concerning a company, and uses of a token at any vendor. */
const excludedTables = { company_id: 'audit_entries', vendor_id: 'attempts' }

export async function checksumsWhere(
  owner: pg.Client,
  by: 'vendor_id' | 'company_id',
  value: string,
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const { table } of await tablesWith(owner, by)) {
    if (table === excludedTables[by]) continue
    // A vendor's audit also counts wrong passwords and records
    // operators, who belong to the whole installation.
    const exclusion =
      table === 'audit_entries' ? "and attempts is null and action not like 'operators.%'" : ''
    const { rows } = await owner.query({
      text: `select t::text from "${table}" t where "${by}" = $1 ${exclusion} order by 1`,
      values: [value],
      rowMode: 'array',
    })
    sums[table] = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
  return sums
}
