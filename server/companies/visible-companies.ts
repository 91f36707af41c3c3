import { type Kysely, sql } from 'kysely'
import type { Schema } from '#platform/database/schema.ts'

/** Vendor and id of the visible companies: all for the vendor's team (`memberId` null), a member's own otherwise. Removed ones have no members. */
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
