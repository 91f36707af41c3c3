import { type Kysely, sql } from 'kysely'
import type { Schema } from '#platform/database/schema.ts'

/** The visible tickets: of every company for the vendor's team (`memberId` null), of their own for a member; none of a removed company. */
export const visibleTickets = (db: Kysely<Schema>, memberId: string | null) =>
  db
    .selectFrom('tickets')
    .where('tickets.vendorId', '=', sql<string>`app_vendor()`)
    .$if(memberId !== null, query => query.where('tickets.companyId', 'in', companiesOf(db, memberId as string)))
    .where('tickets.companyId', 'not in', db.selectFrom('companies').select('companies.id').where('companies.dateRemoved', 'is not', null))

/** Open tickets, and closed ones with a message after the closing. */
const awaitingReply = "(tickets.status = 'open' or (tickets.status = 'closed' and tickets.date_last_message > tickets.date_closed))"

/** Written as the `where` of their partial indexes: replies due from either side, from the vendor's team, from the customer. */
export const ticketFilters = {
  awaitingReply,
  forTeam: `${awaitingReply} and not tickets.last_message_is_staff`,
  forMembers: `${awaitingReply} and tickets.last_message_is_staff`,
}

export const companiesOf = (db: Kysely<Schema>, memberId: string) =>
  db.selectFrom('memberships').select('memberships.companyId').where('memberships.userId', '=', memberId)
