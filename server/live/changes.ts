import type { Route } from '#contract/route.ts'
import type { Db } from '#platform/database/database.ts'
import { publishChangeTo } from '../events/notices.ts'

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
  publishChangeTo(db, companies)
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
