import { type Compilable, type Kysely, sql } from 'kysely'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'

/** All companies for the vendor's team (`memberId` null), a
 * member's own otherwise. Removed ones have no members. */
export const visibleCompanies = (db: Kysely<Schema>, memberId: string | null) =>
  memberId === null
    ? db
        .selectFrom('companies')
        .where('companies.vendorId', '=', sql<string>`app_vendor()`)
        .where('companies.dateRemoved', 'is', null)
        .select(['companies.vendorId', 'companies.id'])
    : db
        .selectFrom('memberships')
        .where('memberships.vendorId', '=', sql<string>`app_vendor()`)
        .where('memberships.userId', '=', memberId)
        .select(['memberships.vendorId', 'memberships.companyId as id'])

export const companyIdsOf = (db: Kysely<Schema>, memberId: string) =>
  db
    .selectFrom('memberships')
    .select('memberships.companyId')
    .where('memberships.userId', '=', memberId)

/** A query that is compiled twice: for the vendor's team,
 * which runs it with `memberId` null, and for a member. */
export function prepareForViewer<P extends { memberId: string | null }, R>(
  build: (db: Kysely<Schema>, memberId: string | null, values: P) => Compilable<R>,
): (db: Db, values: P) => Promise<R[]> {
  const ofTeam = prepareQuery((db, values: P) => build(db, null, values))
  const ofMember = prepareQuery((db, values: P) => build(db, values.memberId, values))
  return (db, values) => (values.memberId === null ? ofTeam : ofMember)(db, values)
}
