import { type Kysely, sql } from 'kysely'
import { type Db, prepared } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { visibleCompanies } from './visible-companies.ts'

/** The days that tell what has ended, ends soon, and ends next: today, the last soon day, the last day looked ahead to. */
export type DateHorizon = { today: string; soon: string; last: string }

/**
 * For how many companies support has ended, ends soon and is valid, and the first of those for whom it ends next: of all, or a member's
 * own. Support without an end is valid.
 */
export async function countSupportEnds(db: Db, memberId: string | null, horizon: DateHorizon, most: number) {
  const values = { memberId: memberId ?? '', ...horizon, most }
  const { counts, next } = memberId === null ? ofAll : ofMembers
  const [[count = { ended: 0, soon: 0, valid: 0 }], ending] = await Promise.all([counts(db, values), next(db, values)])
  return { ...count, next: ending }
}

type Values = DateHorizon & { memberId: string; most: number }

const ends = sql.ref('c.dateSupportEnd')

const support = (source: typeof companiesOfAll) => ({
  counts: prepared((db, { memberId, today, soon }: Values) =>
    db
      .selectFrom(source(db, memberId).as('c'))
      .select([
        sql<number>`count(*) filter (where ${ends} < ${today}::date)`.as('ended'),
        sql<number>`count(*) filter (where ${ends} between ${today}::date and ${soon}::date)`.as('soon'),
        sql<number>`count(*) filter (where ${ends} is null or ${ends} > ${soon}::date)`.as('valid'),
      ]),
  ),
  next: prepared((db, { memberId, today, last, most }: Values) =>
    db
      .selectFrom(source(db, memberId).as('c'))
      .where(sql<boolean>`${ends} between ${today}::date and ${last}::date`)
      .select(['c.id as company', 'c.name as companyName', sql<string>`${ends}`.as('day')])
      .orderBy('c.dateSupportEnd')
      .orderBy('c.id')
      .limit(most),
  ),
})

const columns = ['id', 'name', 'dateSupportEnd'] as const

const companiesOfAll = (db: Kysely<Schema>, _memberId: string) =>
  db.selectFrom('companies').where('vendorId', '=', sql<string>`app_vendor()`).where('dateRemoved', 'is', null).select(columns)

const companiesOfMember: typeof companiesOfAll = (db, memberId) =>
  db
    .selectFrom(visibleCompanies(db, memberId).as('mine'))
    .innerJoinLateral(
      look =>
        look
          .selectFrom('companies')
          .whereRef('companies.vendorId', '=', 'mine.vendorId')
          .whereRef('companies.id', '=', 'mine.id')
          .select(columns)
          .limit(sql.lit(1))
          .as('theirs'),
      join => join.onTrue(),
    )
    .selectAll('theirs') as never

const ofAll = support(companiesOfAll)
const ofMembers = support(companiesOfMember)
