import { type Kysely, sql } from 'kysely'
import type { TicketStatus } from '#contract/tickets.ts'
import type { Value } from '#platform/database/database.ts'
import { lookUp } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { ViewerOfQuery } from '../companies/viewer.ts'
import { companyIdsOf } from '../companies/visible-companies.ts'

/** Of every company for the vendor's team, of their own for a member; none of a removed company. */
export const visibleTickets = (db: Kysely<Schema>, viewer: ViewerOfQuery) =>
  db
    .selectFrom('tickets')
    .where('tickets.vendorId', '=', sql<string>`app_vendor()`)
    .where(isOfVisibleCompany(db, viewer, 'tickets'))

/** The states of these tickets. */
export const visibleStates = (db: Kysely<Schema>, viewer: ViewerOfQuery) =>
  db
    .selectFrom('ticketStates')
    .where('ticketStates.vendorId', '=', sql<string>`app_vendor()`)
    .where(isOfVisibleCompany(db, viewer, 'ticketStates'))

function isOfVisibleCompany(
  db: Kysely<Schema>,
  viewer: ViewerOfQuery,
  table: 'tickets' | 'ticketStates',
) {
  const company = sql.ref(`${table}.companyId`)
  const removed = db
    .selectFrom('companies')
    .select('companies.id')
    .where('companies.dateRemoved', 'is not', null)
  const isNotRemoved = sql<boolean>`${company} not in ${removed}`
  return viewer.of === 'team'
    ? isNotRemoved
    : sql<boolean>`${company} in ${companyIdsOf(db, viewer.userId)} and ${isNotRemoved}`
}

export const ticketsOfCompany = (db: Kysely<Schema>, company: Value<string>) =>
  db
    .selectFrom('tickets')
    .where('tickets.vendorId', '=', sql.ref<string>(`${company}.vendorId`))
    .where('tickets.companyId', '=', sql.ref<string>(`${company}.id`))

export const statesOfCompany = (db: Kysely<Schema>, company: Value<string>) =>
  db
    .selectFrom('ticketStates')
    .where('ticketStates.vendorId', '=', sql.ref<string>(`${company}.vendorId`))
    .where('ticketStates.companyId', '=', sql.ref<string>(`${company}.id`))

/** The ticket of a state; for a lateral join. */
export const ticketOfState = (db: Kysely<Schema>) =>
  lookUp(db, 'tickets', 'ticketStates.ticketId').selectAll('tickets')

/** The state of a ticket; for a lateral join. */
export const stateOf = (db: Kysely<Schema>, ticket: 't' | 'tickets') =>
  db
    .selectFrom('ticketStates')
    .where('ticketStates.vendorId', '=', sql.ref<string>(`${ticket}.vendorId`))
    .where('ticketStates.ticketId', '=', sql.ref<string>(`${ticket}.id`))
    .select([
      'ticketStates.dateLastMessage',
      'ticketStates.lastMessageIsStaff',
      'ticketStates.waitingFor',
      'ticketStates.vendorId',
      'ticketStates.assigneeId',
      'ticketStates.priority',
      'ticketStates.dateSnoozed',
      'ticketStates.dateWaiting',
      'ticketStates.dateDue',
      'ticketStates.isAnswered',
      'ticketStates.callBack',
    ])
    .limit(sql.lit(1))

/** Of a ticket without a message, its opening. */
export const lastActivity = sql<string>`coalesce(ticket_states.date_last_message, ticket_states.date_created)`

export const isOfStatus = (status: TicketStatus) =>
  sql<boolean>`tickets.status = ${sql.lit(status)}`

/** Not snoozed. */
export const isAwake = sql<boolean>`ticket_states.date_snoozed is null`
