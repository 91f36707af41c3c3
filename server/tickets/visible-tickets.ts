import { type Kysely, sql } from 'kysely'
import type { TicketStatus } from '#contract/tickets.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { Viewer } from '../companies/viewer.ts'
import { companyIdsOf } from '../companies/visible-companies.ts'

/** Of every company for the vendor's team, of their own for a member; none of a removed company. */
export const visibleTickets = (db: Kysely<Schema>, viewer: Viewer) =>
  db
    .selectFrom('tickets')
    .where('tickets.vendorId', '=', sql<string>`app_vendor()`)
    .$call(query =>
      viewer.of === 'team'
        ? query
        : query.where('tickets.companyId', 'in', companyIdsOf(db, viewer.userId)),
    )
    .where(
      'tickets.companyId',
      'not in',
      db
        .selectFrom('companies')
        .select('companies.id')
        .where('companies.dateRemoved', 'is not', null),
    )

export const ticketsOfCompany = (db: Kysely<Schema>, company: string) =>
  db
    .selectFrom('tickets')
    .where('tickets.vendorId', '=', sql.ref<string>(`${company}.vendorId`))
    .where('tickets.companyId', '=', sql.ref<string>(`${company}.id`))

/** `notArchived` has open and closed tickets, for the API: a page names
 * a status. Lists that await a reply are named by whose it is. */
export type TicketListName = TicketStatus | 'notArchived' | 'awaitingTeam' | 'awaitingCustomer'

// The literal lets PostgreSQL inline the function, so that
// it finds the partial indexes (migration 0042).
export const isInList = (list: TicketListName) =>
  sql<boolean>`is_in_ticket_list(${sql.lit(list)}, tickets.status, tickets.date_last_message, tickets.date_closed, tickets.last_message_is_staff)`

/** On open tickets, and on closed ones with a message after the closing. */
export const awaitsReply = (tickets: 't' | 'tickets') => {
  const column = (name: string) => sql.ref(`${tickets}.${name}`)
  return sql<boolean>`awaits_reply(${column('status')}, ${column('dateLastMessage')}, ${column('dateClosed')})`
}
