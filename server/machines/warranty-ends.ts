import { type Kysely, sql } from 'kysely'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { DateHorizon } from '../companies/support-ends.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'

/** Counts the warranties of all companies, or of a member's, by state and lists the first `limit` that end next. */
export async function countWarrantyEnds(db: Db, memberId: string | null, horizon: DateHorizon, limit: number) {
  const values = { memberId: memberId ?? '', ...horizon, limit }
  const { counts, next } = memberId === null ? ofAll : ofMembers
  const [[count = { ended: 0, soon: 0, valid: 0 }], ending] = await Promise.all([counts(db, values), next(db, values)])
  return { ...count, next: ending }
}

type Values = DateHorizon & { memberId: string; limit: number }

const ends = sql.ref('cm.dateOfWarrantyEnd')

const warranties = (forMembers: boolean) => {
  const source = forMembers ? machinesOfMember : machinesOfAll
  return {
    counts: prepareQuery((db, { memberId, today, soon }: Values) =>
      db
        .selectFrom(source(db, memberId).as('cm'))
        .select([
          sql<number>`count(*) filter (where ${ends} < ${today}::date)`.as('ended'),
          sql<number>`count(*) filter (where ${ends} between ${today}::date and ${soon}::date)`.as('soon'),
          sql<number>`count(*) filter (where ${ends} > ${soon}::date)`.as('valid'),
        ]),
    ),
    next: prepareQuery((db, { memberId, today, last, limit }: Values) =>
      db
        .selectFrom(
          db
            .selectFrom(source(db, memberId).as('found'))
            .where(sql<boolean>`found.date_of_warranty_end between ${today}::date and ${last}::date`)
            .selectAll('found')
            .orderBy('found.dateOfWarrantyEnd')
            .orderBy('found.id')
            .limit(limit)
            .as('cm'),
        )
        .innerJoinLateral(
          lateral =>
            lateral
              .selectFrom('companies')
              .whereRef('companies.vendorId', '=', 'cm.vendorId')
              .whereRef('companies.id', '=', 'cm.companyId')
              .select('companies.name')
              .limit(sql.lit(1))
              .as('c'),
          join => join.onTrue(),
        )
        .innerJoinLateral(
          lateral =>
            lateral
              .selectFrom('machines')
              .whereRef('machines.vendorId', '=', 'cm.vendorId')
              .whereRef('machines.id', '=', 'cm.machineId')
              .select('machines.name')
              .limit(sql.lit(1))
              .as('m'),
          join => join.onTrue(),
        )
        .select([
          'cm.companyId as company',
          'c.name as companyName',
          'cm.id as companyMachine',
          'm.name as machineName',
          'cm.serialNumber',
          'cm.dateOfWarrantyEnd as day',
        ])
        .orderBy('cm.dateOfWarrantyEnd')
        .orderBy('cm.id'),
    ),
  }
}

const columns = ['vendorId', 'id', 'companyId', 'machineId', 'serialNumber', 'dateOfWarrantyEnd'] as const

const machinesOfAll = (db: Kysely<Schema>, _memberId: string) =>
  db
    .selectFrom('companyMachines')
    .where('vendorId', '=', sql<string>`app_vendor()`)
    .where('dateRemoved', 'is', null)
    .where('companyId', 'not in', db.selectFrom('companies').select('companies.id').where('companies.dateRemoved', 'is not', null))
    .select(columns)

/** `offset 0` keeps the planner from reading the machines of every company. */
const machinesOfMember = (db: Kysely<Schema>, memberId: string) =>
  db
    .selectFrom(visibleCompanies(db, memberId).as('visible'))
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
      join => join.onTrue(),
    )
    .selectAll('owned')

const ofAll = warranties(false)
const ofMembers = warranties(true)
