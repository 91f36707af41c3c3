import { type Kysely, sql } from 'kysely'
import type { Db, Placeholders } from '#platform/database/database.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { DateHorizon } from '../companies/support-ends.ts'
import { prepareForViewer, type Viewer, type ViewerOfQuery } from '../companies/viewer.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'

/** Counts the warranties of all companies, or of a member's,
 * by state; lists the first `limit` that end next. */
export async function countWarrantyEnds(
  db: Db,
  viewer: Viewer,
  horizon: DateHorizon,
  limit: number,
) {
  const values = { ...horizon, limit }
  const [[count = { ended: 0, soon: 0, valid: 0 }], next] = await Promise.all([
    countEnds(db, viewer, values),
    nextEnds(db, viewer, values),
  ])
  return { ...count, next }
}

type Values = DateHorizon & { limit: number }

const ends = sql.ref('cm.dateOfWarrantyEnd')

const countEnds = prepareForViewer((db, viewer, { today, soon }: Placeholders<Values>) =>
  db
    .selectFrom(machinesOf(db, viewer).as('cm'))
    .select([
      sql<number>`count(*) filter (where ${ends} < ${today}::date)`.as('ended'),
      sql<number>`count(*) filter (where ${ends} between ${today}::date and ${soon}::date)`.as(
        'soon',
      ),
      sql<number>`count(*) filter (where ${ends} > ${soon}::date)`.as('valid'),
    ]),
)

const nextEnds = prepareForViewer((db, viewer, { today, last, limit }: Placeholders<Values>) =>
  db
    .selectFrom(
      db
        .selectFrom(machinesOf(db, viewer).as('found'))
        .where(sql<boolean>`found.date_of_warranty_end between ${today}::date and ${last}::date`)
        .selectAll('found')
        .orderBy('found.dateOfWarrantyEnd')
        .orderBy('found.id')
        .limit(limit)
        .as('cm'),
    )
    .innerJoinLateral(
      lookUp(db, 'companies', 'cm.companyId').select('companies.name').as('c'),
      onTrue,
    )
    .innerJoinLateral(
      lookUp(db, 'machines', 'cm.machineId').select('machines.name').as('m'),
      onTrue,
    )
    .select([
      'cm.companyId as company',
      'c.name as companyName',
      'cm.id as companyMachine',
      'm.name as machineName',
      'cm.serialNumber',
      sql<string>`${ends}`.as('day'),
    ])
    .orderBy('cm.dateOfWarrantyEnd')
    .orderBy('cm.id'),
)

const columns = [
  'vendorId',
  'id',
  'companyId',
  'machineId',
  'serialNumber',
  'dateOfWarrantyEnd',
] as const

/** `offset 0` keeps the planner from reading the machines of every company. */
const machinesOf = (db: Kysely<Schema>, viewer: ViewerOfQuery) =>
  viewer.of === 'team'
    ? db
        .selectFrom('companyMachines')
        .where('vendorId', '=', sql<string>`app_vendor()`)
        .where('dateRemoved', 'is', null)
        .where(
          'companyId',
          'not in',
          db
            .selectFrom('companies')
            .select('companies.id')
            .where('companies.dateRemoved', 'is not', null),
        )
        .select(columns)
    : db
        .selectFrom(visibleCompanies(db, viewer).as('visible'))
        .innerJoinLateral(
          lateral =>
            lateral
              .selectFrom('companyMachines')
              .whereRef('companyMachines.vendorId', '=', 'visible.vendorId')
              .whereRef('companyMachines.companyId', '=', 'visible.id')
              .where('companyMachines.dateRemoved', 'is', null)
              .select(columns)
              .offset(sql.lit(0))
              .as('owned'),
          onTrue,
        )
        .selectAll('owned')
