import type { Route } from '#contract/route.ts'
import type { Db } from '#platform/database/database.ts'
import { publish } from '../events/notices.ts'

/** The companies of one notice: PostgreSQL limits its size. */
const maxCompanies = 100

/** Tells the open pages that a call has changed what its
 * contract says. `ids` are those of the call's path. */
export async function publishChange(
  db: Db,
  changes: Route['changes'],
  { company, machine }: Record<string, string> = {},
) {
  const companies =
    changes !== 'customers'
      ? []
      : company
        ? [company]
        : machine
          ? await companiesWith(db, machine)
          : []
  for (let from = 0; from === 0 || from < companies.length; from += maxCompanies)
    publish(db, { kind: 'change', companies: companies.slice(from, from + maxCompanies) })
}

async function companiesWith(db: Db, machine: string) {
  const rows = await db
    .selectFrom('companyMachines')
    .select('companyId')
    .distinct()
    .where('machineId', '=', machine)
    .where('dateRemoved', 'is', null)
    .execute()
  return rows.map(({ companyId }) => companyId)
}
