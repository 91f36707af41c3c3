import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FieldChange } from '#contract/audit.ts'
import { oneYearAfter } from '#contract/fields.ts'
import {
  type CompanyMachineChange,
  type CompanyMachineQuery,
  type NewCompanyMachine,
  warrantyBeforePurchase,
} from '#contract/machines.ts'
import { fold } from '#contract/text/turkish.ts'
import {
  type Db,
  type Placeholders,
  prepareQuery,
  type Value,
} from '#platform/database/database.ts'
import { inTurkishCollation, readList } from '#platform/database/lists.ts'
import { byId } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { changesOf } from '../audit/changes.ts'
import { removeFilesOf } from './machine-files.ts'

export const companyMachines = (db: Kysely<Schema>, companyId: Value<string>) =>
  db
    .selectFrom('companyMachines')
    .innerJoin('machines', byId('machines', 'companyMachines.machineId'))
    .where('companyMachines.companyId', '=', companyId)
    .where('companyMachines.dateRemoved', 'is', null)

export const assignedMachines = (db: Db, machineId: string) =>
  db
    .selectFrom('companyMachines')
    .innerJoin('companies', byId('companies', 'companyMachines.companyId'))
    .select('companyMachines.id')
    .where('companyMachines.machineId', '=', machineId)
    .where('companyMachines.dateRemoved', 'is', null)
    .where('companies.dateRemoved', 'is', null)

/** @throws 404 for a machine that the company does not have */
export async function requireCompanyMachine(db: Db, companyId: string, id: string) {
  const [machine] = await companyMachineOf(db, { companyId, id })
  if (!machine) throw notFound()
  return machine
}

const companyMachineOf = prepareQuery(
  (db, { companyId, id }: Placeholders<{ companyId: string; id: string }>) =>
    companyMachines(db, companyId)
      .select(['companyMachines.id', 'companyMachines.machineId'])
      .where('companyMachines.id', '=', id)
      .limit(sql.lit(1)), // else a plan made for a small vendor reads all of a large one
)

export async function listCompanyMachines(db: Db, companyId: string, query: CompanyMachineQuery) {
  const selected = companyMachines(db, companyId)
    .select([
      'companyMachines.id as _id',
      'machines.id as machineId',
      'machines.name',
      'machines.description',
      'companyMachines.serialNumber',
      'companyMachines.dateOfPurchase',
      'companyMachines.dateOfWarrantyEnd',
      'companyMachines.notes',
      'companyMachines.dateCreated',
    ])
    .$if(query.machine !== undefined, q =>
      q.where('companyMachines.id', '=', query.machine as string),
    )
  const { rows, ...total } = await readList(db, selected, query, {
    name: 'rows',
    id: 'companyMachines.id',
    // the former is the folded serial number, and nothing else
    search: ['companyMachines.search', 'machines.search'],
    order: {
      name: inTurkishCollation('machines.name'),
      serialNumber: 'companyMachines.serialNumber',
      dateOfPurchase: 'companyMachines.dateOfPurchase',
      dateOfWarrantyEnd: 'companyMachines.dateOfWarrantyEnd',
      dateCreated: 'companyMachines.dateCreated',
    },
  })
  const machines = rows.map(({ machineId, description, ...row }) => ({
    ...row,
    machine: { _id: machineId, name: row.name, description },
  }))
  return { machines, ...total }
}

/** The warranty is one year from the purchase by default. */
export async function assignMachine(db: Db, companyId: string, body: NewCompanyMachine) {
  const machine = await db
    .selectFrom('machines')
    .select(['id', 'name', 'description'])
    .where('id', '=', body.machine)
    .where('dateRemoved', 'is', null)
    // serialises with its deletion and with other assignments of its serial numbers
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  const { machine: _, dateOfWarrantyEnd = oneYearAfter(body.dateOfPurchase), ...others } = body
  const details = { ...others, dateOfWarrantyEnd }
  await requireFreeSerialNumber(db, machine.id, details.serialNumber)
  const { id, dateCreated } = await db
    .insertInto('companyMachines')
    .values({
      id: uuidv7(),
      companyId,
      machineId: machine.id,
      ...details,
    })
    .returning(['id', 'dateCreated'])
    .executeTakeFirstOrThrow()
  const { name, description } = machine
  return {
    _id: id,
    machine: { _id: machine.id, name, description },
    name,
    ...details,
    dateCreated,
  }
}

/** @throws 400 if the warranty would end before the purchase, 404
 * if it was removed, 409 if its model has the serial number already */
export async function updateCompanyMachine(
  db: Db,
  companyId: string,
  id: string,
  change: CompanyMachineChange,
): Promise<FieldChange[]> {
  const { machineId } = await requireCompanyMachine(db, companyId, id)
  await db
    .selectFrom('machines')
    .select('id')
    .where('id', '=', machineId)
    .forNoKeyUpdate()
    .execute()
  const before = await db
    .selectFrom('companyMachines')
    .select(['serialNumber', 'dateOfPurchase', 'dateOfWarrantyEnd', 'notes'])
    .where('id', '=', id)
    .where('dateRemoved', 'is', null) // it may have been removed before the lock
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  const after = {
    serialNumber: change.serialNumber ?? before.serialNumber,
    dateOfPurchase: change.dateOfPurchase ?? before.dateOfPurchase,
    dateOfWarrantyEnd:
      change.dateOfWarrantyEnd === undefined ? before.dateOfWarrantyEnd : change.dateOfWarrantyEnd,
    notes: change.notes ?? before.notes,
  } satisfies Record<keyof CompanyMachineChange, string | null>
  if (warrantyBeforePurchase(after))
    throw invalid([{ path: ['dateOfWarrantyEnd'], message: 'warrantyBeforePurchase' }])
  // A duplicate from before serial numbers were checked may stay.
  if (fold(after.serialNumber) !== fold(before.serialNumber))
    await requireFreeSerialNumber(db, machineId, after.serialNumber)
  await db.updateTable('companyMachines').set(after).where('id', '=', id).execute()
  return changesOf(before, after)
}

/** Call under the model's lock. @throws 409 if any company has a
 * machine of this model with this serial number, in any case */
async function requireFreeSerialNumber(db: Db, machineId: string, serialNumber: string) {
  const folded = fold(serialNumber) // as `search` has it
  const taken = await assignedMachines(db, machineId)
    .where('companyMachines.search', '=', folded)
    .limit(1)
    .executeTakeFirst()
  if (taken) throw conflict('serialNumberTaken')
}

export async function unassignMachine(db: Db, companyId: string, id: string) {
  await db
    .updateTable('companyMachines')
    .set({ dateRemoved: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('dateRemoved', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
  await removeFilesOf(db, { of: 'companyMachine', id })
}
