import type pg from 'pg'
import { canonicalAddress } from '#contract/text/addresses.ts'
import { withClient } from './client.ts'
import { type Finding, note, pass } from './finding.ts'

const timeoutMs = 20_000

/** What was stored before such a duplicate was refused, and stays until a person corrects it. */
export async function lookAlikes(connection: pg.ClientConfig | Error): Promise<Finding[]> {
  if (connection instanceof Error) return []
  try {
    return await withClient(
      connection,
      async client => [await serialNumbers(client), await addresses(client)],
      timeoutMs,
    )
  } catch {
    return [] // no tables before the first start; another check reports an unavailable database
  }
}

type Duplicate = {
  vendor: string
  machine: string
  numbers: string[]
  companies: string[]
  total: number
}

async function serialNumbers(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<Duplicate>(
    `select v.name as vendor, m.name as machine, array_agg(distinct a.serial_number) as numbers, array_agg(c.name) as companies,
            count(*) over ()::int as total
       from company_machines a
       join companies c on c.vendor_id = a.vendor_id and c.id = a.company_id and c.date_removed is null
       join machines m on m.vendor_id = a.vendor_id and m.id = a.machine_id
       join vendors v on v.vendor_id = a.vendor_id
      where a.date_removed is null
      group by a.vendor_id, v.name, a.machine_id, m.name, a.search having count(*) > 1
      order by v.name, m.name, a.search limit 10`,
  )
  const [first] = rows
  if (!first) return pass('serials', 'no two machines of a model have the same serial number')
  const some = rows.map(
    ({ vendor, machine, numbers, companies }) =>
      `${machine} ${JSON.stringify(numbers)} of ${vendor} at ${companies.join(' and ')}`,
  )
  return note(
    'serials',
    `machines of a model have serial numbers that look the same: ${some.join('; ')}${first.total > rows.length ? `; and ${first.total - rows.length} more` : ''}`,
    "Compare them with the machines' plates and correct one in the portal. Until then both stay.",
  )
}

async function addresses(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ vendor_id: string; vendor: string; email: string }>(
    `select v.vendor_id, v.name as vendor, u.email from users u join vendors v on v.vendor_id = u.vendor_id
      where u.operator_id is null and (u.email ~ '[^\\u0021-\\u007e]' or u.email like '%.')
        and (u.role <> 'customer' or exists (select from memberships m where m.vendor_id = u.vendor_id and m.user_id = u.id))
      order by v.name, u.email`,
  )
  const former = rows
    .map(row => ({ ...row, canonical: canonicalAddress(row.email) }))
    .filter(({ email, canonical }) => canonical !== email)
  const { rows: others } = await client.query<{ vendor_id: string; email: string }>(
    'select vendor_id, email from users where operator_id is null and email = any($1)',
    [former.map(({ canonical }) => canonical)],
  )
  const twins = former.filter(one =>
    others.some(other => other.vendor_id === one.vendor_id && other.email === one.canonical),
  )
  if (twins.length === 0) return pass('accounts', 'no address has two accounts by two spellings')
  const some = twins
    .slice(0, 10)
    .map(({ vendor, email, canonical }) => `${email} beside ${canonical} of ${vendor}`)
  return note(
    'accounts',
    `accounts of one address by two spellings: ${some.join('; ')}${twins.length > some.length ? `; and ${twins.length - some.length} more` : ''}`,
    'Each signs in by its own spelling. Invite the second to what the first one has (companies, or the team) and remove the first.',
  )
}
