import { type Kysely, sql } from 'kysely'
import type { Value } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { ViewerOfQuery } from './viewer.ts'

/** All companies for the vendor's team, a member's own otherwise. Removed ones have no members. */
export const visibleCompanies = (db: Kysely<Schema>, viewer: ViewerOfQuery) =>
  viewer.of === 'team'
    ? db
        .selectFrom('companies')
        .where('companies.vendorId', '=', sql<string>`app_vendor()`)
        .where('companies.dateRemoved', 'is', null)
        .select(['companies.vendorId', 'companies.id'])
    : db
        .selectFrom('memberships')
        .where('memberships.vendorId', '=', sql<string>`app_vendor()`)
        .where('memberships.userId', '=', viewer.userId)
        .select(['memberships.vendorId', 'memberships.companyId as id'])

export const companyIdsOf = (db: Kysely<Schema>, memberId: Value<string>) =>
  db
    .selectFrom('memberships')
    .select('memberships.companyId')
    .where('memberships.userId', '=', memberId)
