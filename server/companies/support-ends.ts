import { type Kysely, sql } from 'kysely'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { visibleCompanies } from './visible-companies.ts'

/** Days as `YYYY-MM-DD`: today, the last one that counts as soon, and the last one for the list of next ends. */
export type DateHorizon = { today: string; soon: string; last: string }

/** Counts the companies, or a member's, by state of support (valid also without an end) and lists the first `limit` that end next. */
export async function countSupportEnds(db: Db, memberId: string | null, horizon: DateHorizon, limit: number) {
  const values = { memberId: memberId ?? '', ...horizon, limit }
  const { counts, next } = memberId === null ? ofAll : ofMembers
  const [[count = { ended: 0, soon: 0, valid: 0 }], ending] = await Promise.all([counts(db, values), next(db, values)])
  return { ...count, next: ending }
}

type Values = DateHorizon & { memberId: string; limit: number }

const ends = sql.ref('c.dateSupportEnd')

const support = (source: typeof companiesOfAll) => ({
  counts: prepareQuery((db, { memberId, today, soon }: Values) =>
    db
      .selectFrom(source(db, memberId).as('c'))
      .select([
        sql<number>`count(*) filter (where ${ends} < ${today}::date)`.as('ended'),
        sql<number>`count(*) filter (where ${ends} between ${today}::date and ${soon}::date)`.as('soon'),
        sql<number>`count(*) filter (where ${ends} is null or ${ends} > ${soon}::date)`.as('valid'),
      ]),
  ),
  next: prepareQuery((db, { memberId, today, last, limit }: Values) =>
    db
      .selectFrom(source(db, memberId).as('c'))
      .where(sql<boolean>`${ends} between ${today}::date and ${last}::date`)
      .select(['c.id as company', 'c.name as companyName', sql<string>`${ends}`.as('day')])
      .orderBy('c.dateSupportEnd')
      .orderBy('c.id')
      .limit(limit),
  ),
})

const columns = ['id', 'name', 'dateSupportEnd'] as const

const companiesOfAll = (db: Kysely<Schema>, _memberId: string) =>
  db.selectFrom('companies').where('vendorId', '=', sql<string>`app_vendor()`).where('dateRemoved', 'is', null).select(columns)

const companiesOfMember: typeof companiesOfAll = (db, memberId) =>
  db
    .selectFrom(visibleCompanies(db, memberId).as('visible'))
    .innerJoinLateral(
      lateral =>
        lateral
          .selectFrom('companies')
          .whereRef('companies.vendorId', '=', 'visible.vendorId')
          .whereRef('companies.id', '=', 'visible.id')
          .select(columns)
          .limit(sql.lit(1))
          .as('c'),
      join => join.onTrue(),
    )
    .selectAll('c') as never

const ofAll = support(companiesOfAll)
const ofMembers = support(companiesOfMember)
