import { type RawBuilder, sql } from 'kysely'
import { closedDays } from '#contract/home.ts'
import type { Db } from '#platform/database/database.ts'
import { onTrue } from '#platform/database/look-up.ts'
import { prepareForViewer, visibleCompanies } from '../companies/visible-companies.ts'
import { isUnreadBy, type Reader, ticketRows, withDomain } from './ticket-rows.ts'
import { isInList, ticketsOfCompany, visibleTickets } from './visible-tickets.ts'

type Values = Reader & { memberId: string | null; limit: number }

/** Reads the first tickets of all companies, or of each of a
 * member's by index and then the first of these. */
const firstTickets = (
  isListed: (memberId: string | null) => RawBuilder<boolean>,
  since: (tickets: string) => RawBuilder<string>,
  direction: 'asc' | 'desc',
) => {
  const read = prepareForViewer((db, memberId, values: Values) => {
    const { limit } = values
    const firstOf = (tickets: ReturnType<typeof visibleTickets>) =>
      tickets
        .where(isListed(memberId))
        .selectAll('tickets')
        .orderBy(since('tickets'), direction)
        .orderBy('tickets.id', direction)
        .limit(limit)
    const first =
      memberId === null
        ? firstOf(visibleTickets(db, null))
        : db
            .selectFrom(visibleCompanies(db, memberId).as('company'))
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
  return async (db: Db, domain: string, values: Values) =>
    withDomain(await read(db, values), domain)
}

const timeOf = (column: string) => (tickets: string) => sql.ref<string>(`${tickets}.${column}`)
const lastActivity = (tickets: string) =>
  sql<string>`coalesce(${sql.ref(`${tickets}.dateLastMessage`)}, ${sql.ref(`${tickets}.dateCreated`)})`

/** Waiting for the vendor's team (`memberId` null), or for a member. */
export const waitingLongest = firstTickets(
  memberId => isInList(memberId === null ? 'waiting' : 'answered'),
  lastActivity,
  'asc',
)
export const newestOpen = firstTickets(() => isInList('open'), timeOf('dateCreated'), 'desc')
/** Closed tickets with an answer for a member, unless they closed them: the last closed first. */
export const answeredAndClosedFor = firstTickets(
  memberId => sql`${isInList('closed')} and tickets.last_message_is_staff and tickets.date_last_message <= tickets.date_closed
    and tickets.date_closed > now() - make_interval(days => ${sql.lit(closedDays)}) and tickets.closed_by is distinct from ${memberId}`,
  timeOf('dateClosed'),
  'desc',
)
