import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FieldChange } from '#contract/audit.ts'
import type { MachineChange, MachineDetails, MachineQuery } from '#contract/machines.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishCollation, readList } from '#platform/database/lists.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changesOf } from '../audit/changes.ts'
import { assignedMachines } from './company-machines.ts'
import { removeFilesOf } from './machine-files.ts'

const catalogue = (db: Db) => db.selectFrom('machines').where('machines.dateRemoved', 'is', null)

export const requireMachine = (db: Db, id: string) =>
  catalogue(db)
    .select(['id', 'name', 'description'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)

export function listMachines(db: Db, query: MachineQuery) {
  const rows = catalogue(db)
    .select(['id as _id', 'name', 'sku', 'description', 'dateCreated'])
    .$if(query.machine !== undefined, q => q.where('id', '=', query.machine as string))
  return readList(db, rows, query, {
    name: 'machines',
    id: 'id',
    search: ['search'],
    order: { name: inTurkishCollation('name'), sku: 'sku', dateCreated: 'dateCreated' },
  })
}

export async function createMachine(db: Db, details: MachineDetails) {
  const { id, dateCreated } = await db
    .insertInto('machines')
    .values({ id: uuidv7(), ...details })
    .returning(['id', 'dateCreated'])
    .executeTakeFirstOrThrow()
  return { _id: id, ...details, dateCreated }
}

export async function updateMachine(
  db: Db,
  id: string,
  change: MachineChange,
): Promise<FieldChange[]> {
  const { before } = await db.inOrder({
    before: () =>
      catalogue(db)
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(notFound),
    update: () => db.updateTable('machines').set(change).where('id', '=', id).execute(),
  })
  return changesOf(before, change)
}

/** Deletes a machine from the catalogue, and its general
 * files. @throws 409 while it is assigned to a company */
export async function removeMachine(db: Db, id: string) {
  await catalogue(db)
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (await assignedMachines(db, id).limit(1).executeTakeFirst()) throw conflict('machineAssigned')
  await db
    .updateTable('machines')
    .set({ dateRemoved: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await removeFilesOf(db, { of: 'machine', id })
}
