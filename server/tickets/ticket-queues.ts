import { sql } from 'kysely'
import { type Db, prepared } from '#platform/database/database.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'
import { ticketRows } from './ticket-rows.ts'
import { ticketFilters, visibleTickets } from './visible-tickets.ts'

/** Which tickets stand in a queue, and in which order. */
type Queue = { which: string; since: (tickets: string) => string; direction: 'asc' | 'desc' }

const lastWrittenOn = (tickets: string) => `coalesce(${tickets}.date_last_message, ${tickets}.date_created)`
const forTeam: Queue = {
  which: ticketFilters.forTeam,
  since: lastWrittenOn,
  direction: 'asc',
}
const forMembers: Queue = { ...forTeam, which: ticketFilters.forMembers }
const newest: Queue = { which: "tickets.status = 'open'", since: tickets => `${tickets}.date_created`, direction: 'desc' }

/** The tickets that have waited longest: for the vendor's team (`memberId` null) to answer the customer, for a member to answer the team. */
export const waitingLongest = (db: Db, memberId: string | null, domain: string, most: number) =>
  memberId === null ? waitingForTeam(db, { memberId: '', domain, most }) : waitingForMember(db, { memberId, domain, most })

/** The open tickets that were opened last. */
export const newestOpen = (db: Db, memberId: string | null, domain: string, most: number) =>
  memberId === null ? newestOfAll(db, { memberId: '', domain, most }) : newestOfMember(db, { memberId, domain, most })

type Values = { memberId: string; domain: string; most: number }

const ofAll = ({ which, since, direction }: Queue) =>
  prepared((db, { domain, most }: Values) =>
    ticketRows(
      db,
      visibleTickets(db, null)
        .where(sql.raw<boolean>(which))
        .selectAll('tickets')
        .orderBy(sql.raw(since('tickets')), direction)
        .orderBy('tickets.id', direction)
        .limit(most),
      domain,
    )
      .orderBy(sql.raw(since('t')), direction)
      .orderBy('t.id', direction),
  )

/** The first of each of a member's companies, and of those the first: each company's by its own index. */
const ofMember = ({ which, since, direction }: Queue) =>
  prepared((db, { memberId, domain, most }: Values) =>
    ticketRows(
      db,
      db
        .selectFrom(visibleCompanies(db, memberId).as('mine'))
        .innerJoinLateral(
          look =>
            look
              .selectFrom('tickets')
              .whereRef('tickets.vendorId', '=', 'mine.vendorId')
              .whereRef('tickets.companyId', '=', 'mine.id')
              .where(sql.raw<boolean>(which))
              .selectAll('tickets')
              .orderBy(sql.raw(since('tickets')), direction)
              .orderBy('tickets.id', direction)
              .limit(most)
              .as('first'),
          join => join.onTrue(),
        )
        .selectAll('first')
        .orderBy(sql.raw(since('first')), direction)
        .orderBy('first.id', direction)
        .limit(most),
      domain,
    )
      .orderBy(sql.raw(since('t')), direction)
      .orderBy('t.id', direction),
  )

const waitingForTeam = ofAll(forTeam)
const waitingForMember = ofMember(forMembers)
const newestOfAll = ofAll(newest)
const newestOfMember = ofMember(newest)
