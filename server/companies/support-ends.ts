import { type Kysely, sql } from 'kysely'
import type { Db, Placeholders } from '#platform/database/database.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { prepareForViewer, type Viewer, type ViewerOfQuery } from './viewer.ts'
import { visibleCompanies } from './visible-companies.ts'

/** Days as `YYYY-MM-DD`: today, the last one that counts as
 * soon, and the last one for the list of next ends. */
export type DateHorizon = { today: string; soon: string; last: string }

/** Counts companies, or a member's, by state of support (valid
 * also without an end); lists the first `limit` that end next. */
export async function countSupportEnds(
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

const ends = sql.ref('c.dateSupportEnd')

const countEnds = prepareForViewer((db, viewer, { today, soon }: Placeholders<Values>) =>
  db
    .selectFrom(companiesOf(db, viewer).as('c'))
    .select([
      sql<number>`count(*) filter (where ${ends} < ${today}::date)`.as('ended'),
      sql<number>`count(*) filter (where ${ends} between ${today}::date and ${soon}::date)`.as(
        'soon',
      ),
      sql<number>`count(*) filter (where ${ends} is null or ${ends} > ${soon}::date)`.as('valid'),
    ]),
)

const nextEnds = prepareForViewer((db, viewer, { today, last, limit }: Placeholders<Values>) =>
  db
    .selectFrom(companiesOf(db, viewer).as('c'))
    .where(sql<boolean>`${ends} between ${today}::date and ${last}::date`)
    .select(['c.id as company', 'c.name as companyName', sql<string>`${ends}`.as('day')])
    .orderBy('c.dateSupportEnd')
    .orderBy('c.id')
    .limit(limit),
)

const columns = ['companies.id', 'companies.name', 'companies.dateSupportEnd'] as const

const companiesOf = (db: Kysely<Schema>, viewer: ViewerOfQuery) =>
  viewer.of === 'team'
    ? db
        .selectFrom('companies')
        .where('companies.vendorId', '=', sql<string>`app_vendor()`)
        .where('companies.dateRemoved', 'is', null)
        .select(columns)
    : db
        .selectFrom(visibleCompanies(db, viewer).as('visible'))
        .innerJoinLateral(lookUp(db, 'companies', 'visible.id').select(columns).as('c'), onTrue)
        .selectAll('c')
