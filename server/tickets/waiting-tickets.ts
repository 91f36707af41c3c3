import { type RawBuilder, sql } from 'kysely'
import { closedDays } from '#contract/home.ts'
import type { Db } from '#platform/database/database.ts'
import { onTrue } from '#platform/database/look-up.ts'
import { prepareForViewer, type Viewer } from '../companies/viewer.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'
import { isUnreadBy, type Reader, ticketRows, withDomain } from './ticket-rows.ts'
import { isInList, ticketsOfCompany, visibleTickets } from './visible-tickets.ts'

type Values = Reader & { limit: number }

/** Reads the first tickets of all companies, or of each of a
 * member's by index and then the first of these. */
const firstTickets = (
  isListed: (viewer: Viewer, reader: Reader) => RawBuilder<boolean>,
  since: (tickets: string) => RawBuilder<string>,
  direction: 'asc' | 'desc',
) => {
  const read = prepareForViewer((db, viewer, values: Values) => {
    const { limit } = values
    const firstOf = (tickets: ReturnType<typeof visibleTickets>) =>
      tickets
        .where(isListed(viewer, values))
        .selectAll('tickets')
        .orderBy(since('tickets'), direction)
        .orderBy('tickets.id', direction)
        .limit(limit)
    const first =
      viewer.of === 'team'
        ? firstOf(visibleTickets(db, viewer))
        : db
            .selectFrom(visibleCompanies(db, viewer).as('company'))
            .innerJoinLateral(firstOf(ticketsOfCompany(db, 'company')).as('first'), onTrue)
            .selectAll('first')
            .orderBy(since('first'), direction)
            .orderBy('first.id', direction)
            .limit(limit)
    return ticketRows(db, first)
      .select(isUnreadBy(values).as('isUnread'))
      .orderBy(since('t'), direction)
      .orderBy('t.id', direction)
  })
  return async (db: Db, viewer: Viewer, domain: string, values: Values) =>
    withDomain(await read(db, viewer, values), domain)
}

const timeOf = (column: string) => (tickets: string) => sql.ref<string>(`${tickets}.${column}`)
const lastActivity = (tickets: string) =>
  sql<string>`coalesce(${sql.ref(`${tickets}.dateLastMessage`)}, ${sql.ref(`${tickets}.dateCreated`)})`

/** Waiting for the vendor's team, or for a member. */
export const waitingLongest = firstTickets(
  viewer => isInList(viewer.of === 'team' ? 'awaitingTeam' : 'awaitingCustomer'),
  lastActivity,
  'asc',
)
export const newestOpen = firstTickets(() => isInList('open'), timeOf('dateCreated'), 'desc')
/** Closed tickets with an answer of the team, but those
 * that the reader closed: the last closed first. */
export const answeredAndClosedFor = firstTickets(
  (
    _,
    { userId },
  ) => sql`${isInList('closed')} and tickets.last_message_is_staff and tickets.date_last_message <= tickets.date_closed
    and tickets.date_closed > now() - make_interval(days => ${sql.lit(closedDays)}) and tickets.closed_by is distinct from ${userId}`,
  timeOf('dateClosed'),
  'desc',
)
