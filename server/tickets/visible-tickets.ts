import { type Kysely, sql } from 'kysely'
import type { Schema } from '#platform/database/schema.ts'

/**
 * The tickets that somebody may see: the vendor's team (`memberId` null) those of every company, a member those of their own companies.
 * Those of a removed company are hidden with it.
 */
export const visibleTickets = (db: Kysely<Schema>, memberId: string | null) =>
  db
    .selectFrom('tickets')
    .where('tickets.vendorId', '=', sql<string>`app_vendor()`)
    .$if(memberId !== null, query => query.where('tickets.companyId', 'in', companiesOf(db, memberId as string)))
    .where('tickets.companyId', 'not in', db.selectFrom('companies').select('companies.id').where('companies.dateRemoved', 'is not', null))

/** Open tickets, and closed ones on which somebody wrote after they were closed: either side may owe the other an answer. */
const unsettled = "(tickets.status = 'open' or (tickets.status = 'closed' and tickets.date_last_message > tickets.date_closed))"

/** The same, and those of them that wait for the vendor's team, or for the customer. In the words of their indexes. */
export const ticketFilters = {
  unsettled,
  forTeam: `${unsettled} and not tickets.last_message_is_staff`,
  forMembers: `${unsettled} and tickets.last_message_is_staff`,
}

export const companiesOf = (db: Kysely<Schema>, memberId: string) =>
  db.selectFrom('memberships').select('memberships.companyId').where('memberships.userId', '=', memberId)
