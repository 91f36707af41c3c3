import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { MachineChange, MachineDetails } from '#contract/machines.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishOrder, type ListQuery, patternOf, readList } from '#platform/database/lists.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { removeFilesOf } from './machine-files.ts'

const catalogue = (db: Db) => db.selectFrom('machines').where('machines.dateRemoved', 'is', null)

/** @throws 404 if the machine is not in the catalogue */
export const requireMachine = (db: Db, id: string) =>
  catalogue(db).select(['id', 'name', 'description']).where('id', '=', id).executeTakeFirstOrThrow(notFound)

export async function listMachines(db: Db, query: ListQuery & { machine?: string | undefined }) {
  const pattern = patternOf(query)
  const { rows, ...total } = await readList(
    db,
    catalogue(db)
      .select(['id as _id', 'name', 'sku', 'description', 'dateCreated'])
      .$if(query.machine !== undefined, q => q.where('id', '=', query.machine as string))
      .$if(pattern !== null, q => q.where('search', 'like', pattern as string)),
    query,
    { name: inTurkishOrder('name'), sku: 'sku', dateCreated: 'dateCreated' },
    'id',
  )
  return { machines: rows, ...total }
}

export async function createMachine(db: Db, details: MachineDetails) {
  const { id, dateCreated } = await db
    .insertInto('machines')
    .values({ id: uuidv7(), ...details })
    .returning(['id', 'dateCreated'])
    .executeTakeFirstOrThrow()
  return { _id: id, ...details, dateCreated }
}

export async function updateMachine(db: Db, id: string, change: MachineChange) {
  await db
    .updateTable('machines')
    .set(change)
    .where('id', '=', id)
    .where('dateRemoved', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}

/** Deletes a machine from the catalogue, and its general files. @throws 409 while it is assigned to a company */
export async function removeMachine(db: Db, id: string) {
  await catalogue(db).select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  const assigned = await db
    .selectFrom('companyMachines')
    .innerJoin('companies', join =>
      join.onRef('companies.vendorId', '=', 'companyMachines.vendorId').onRef('companies.id', '=', 'companyMachines.companyId'),
    )
    .select('companyMachines.id')
    .where('companyMachines.machineId', '=', id)
    .where('companyMachines.dateRemoved', 'is', null)
    .where('companies.dateRemoved', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (assigned) throw conflict('machineAssigned')
  await db.updateTable('machines').set({ dateRemoved: sql<string>`now()` }).where('id', '=', id).execute()
  await removeFilesOf(db, { of: 'machine', id })
}
