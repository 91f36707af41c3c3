import { type Kysely, sql } from 'kysely'
import { closedDays } from '#contract/home.ts'
import type { Db, Placeholders } from '#platform/database/database.ts'
import { onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { prepareForViewer, type Viewer, type ViewerOfQuery } from '../companies/viewer.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'
import { type Reader, type ReaderOfQuery, ticketRowsFor, withDomain } from './ticket-rows.ts'
import {
  isAwake,
  isOfStatus,
  lastActivity,
  stateOf,
  statesOfCompany,
  ticketOfState,
  ticketsOfCompany,
  visibleStates,
  visibleTickets,
} from './visible-tickets.ts'

type Values = Reader & { limit: number }
/** Tickets and their states, of all companies that the viewer sees or of one. */
type Source = {
  tickets: ReturnType<typeof visibleTickets>
  states: ReturnType<typeof visibleStates>
}
type List = (
  db: Kysely<Schema>,
  source: Source,
  viewer: ViewerOfQuery,
  reader: ReaderOfQuery,
) => ReturnType<typeof openTickets>

/** Reads the first tickets of all companies, or of each of a
 * member's by index and then the first of these. */
const firstTickets = (list: List, direction: 'asc' | 'desc') => {
  const read = prepareForViewer((db, viewer, values: Placeholders<Values>) => {
    const firstOf = (source: Source) => list(db, source, viewer, values).limit(values.limit)
    const first =
      viewer.of === 'team'
        ? firstOf({ tickets: visibleTickets(db, viewer), states: visibleStates(db, viewer) })
        : db
            .selectFrom(visibleCompanies(db, viewer).as('company'))
            .innerJoinLateral(
              firstOf({
                tickets: ticketsOfCompany(db, 'company'),
                states: statesOfCompany(db, 'company'),
              }).as('first'),
              onTrue,
            )
            .selectAll('first')
            .orderBy('first.since', direction)
            .orderBy('first.id', direction)
            .limit(values.limit)
    return ticketRowsFor(db, first, values)
      .orderBy(sql.ref('t.since'), direction)
      .orderBy('t.id', direction)
  })
  return async (db: Db, viewer: Viewer, domain: string, values: Values) =>
    withDomain(await read(db, viewer, values), domain)
}

const openTickets = (_: Kysely<Schema>, { tickets }: Pick<Source, 'tickets'>) =>
  tickets
    .where(isOfStatus('open'))
    .selectAll('tickets')
    .select(sql<string>`tickets.date_created`.as('since'))
    .orderBy('tickets.dateCreated', 'desc')
    .orderBy('tickets.id', 'desc')
export const newestOpen = firstTickets(openTickets, 'desc')

/** Waiting for the vendor's team, but for snoozed ones: those first whose reply is due. */
export const waitingForTeam = firstTickets(
  (db, { states }) =>
    states
      .where('ticketStates.waitingFor', '=', sql.lit('team'))
      .where(isAwake)
      .select(sql<string>`(ticket_states.date_due, ticket_states.date_waiting)`.as('since'))
      .orderBy('ticketStates.dateDue')
      .orderBy('ticketStates.dateWaiting')
      .orderBy('ticketStates.ticketId')
      .innerJoinLateral(ticketOfState(db).as('tickets'), onTrue)
      .selectAll('tickets') as never,
  'asc',
)

/** Waiting for the customer: the last answered first. */
export const waitingForCustomer = firstTickets(
  (db, { states }) =>
    states
      .where('ticketStates.waitingFor', '=', sql.lit('customer'))
      .select(lastActivity.as('since'))
      .orderBy(lastActivity, 'desc')
      .orderBy('ticketStates.ticketId', 'desc')
      .innerJoinLateral(ticketOfState(db).as('tickets'), onTrue)
      .selectAll('tickets') as never,
  'desc',
)

/** Closed tickets with an answer of the team, but those
 * that the reader closed: the last closed first. */
export const answeredAndClosedFor = firstTickets(
  (db, { tickets }, _, { userId }) =>
    tickets
      .innerJoinLateral(stateOf(db, 'tickets').as('state'), onTrue)
      .where(isOfStatus('closed'))
      .where(
        sql<boolean>`tickets.date_closed > now() - make_interval(days => ${sql.lit(closedDays)})
          and tickets.closed_by is distinct from ${userId}
          and state.last_message_is_staff and state.waiting_for is null`,
      )
      .selectAll('tickets')
      .select(sql<string>`tickets.date_closed`.as('since'))
      .orderBy('tickets.dateClosed', 'desc')
      .orderBy('tickets.id', 'desc') as never,
  'desc',
)
