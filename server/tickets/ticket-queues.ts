import { sql } from 'kysely'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import { visibleCompanies } from '../companies/visible-companies.ts'
import { ticketRows } from './ticket-rows.ts'
import { ticketFilters, visibleTickets } from './visible-tickets.ts'

type Queue = { filter: string; since: (tickets: string) => string; direction: 'asc' | 'desc' }

const lastActivity = (tickets: string) => `coalesce(${tickets}.date_last_message, ${tickets}.date_created)`
const forTeam: Queue = {
  filter: ticketFilters.forTeam,
  since: lastActivity,
  direction: 'asc',
}
const forMembers: Queue = { ...forTeam, filter: ticketFilters.forMembers }
const newest: Queue = { filter: "tickets.status = 'open'", since: tickets => `${tickets}.date_created`, direction: 'desc' }

/** The tickets that have waited longest for a reply: of the vendor's team (`memberId` null), or of a member. */
export const waitingLongest = (db: Db, memberId: string | null, domain: string, limit: number) =>
  memberId === null ? waitingForTeam(db, { memberId: '', domain, limit }) : waitingForMember(db, { memberId, domain, limit })

export const newestOpen = (db: Db, memberId: string | null, domain: string, limit: number) =>
  memberId === null ? newestOfAll(db, { memberId: '', domain, limit }) : newestOfMember(db, { memberId, domain, limit })

type Values = { memberId: string; domain: string; limit: number }

const ofAll = ({ filter, since, direction }: Queue) =>
  prepareQuery((db, { domain, limit }: Values) =>
    ticketRows(
      db,
      visibleTickets(db, null)
        .where(sql.raw<boolean>(filter))
        .selectAll('tickets')
        .orderBy(sql.raw(since('tickets')), direction)
        .orderBy('tickets.id', direction)
        .limit(limit),
      domain,
    )
      .orderBy(sql.raw(since('t')), direction)
      .orderBy('t.id', direction),
  )

/** Reads the first tickets of each of a member's companies by index, then the first of these. */
const ofMember = ({ filter, since, direction }: Queue) =>
  prepareQuery((db, { memberId, domain, limit }: Values) =>
    ticketRows(
      db,
      db
        .selectFrom(visibleCompanies(db, memberId).as('company'))
        .innerJoinLateral(
          lateral =>
            lateral
              .selectFrom('tickets')
              .whereRef('tickets.vendorId', '=', 'company.vendorId')
              .whereRef('tickets.companyId', '=', 'company.id')
              .where(sql.raw<boolean>(filter))
              .selectAll('tickets')
              .orderBy(sql.raw(since('tickets')), direction)
              .orderBy('tickets.id', direction)
              .limit(limit)
              .as('first'),
          join => join.onTrue(),
        )
        .selectAll('first')
        .orderBy(sql.raw(since('first')), direction)
        .orderBy('first.id', direction)
        .limit(limit),
      domain,
    )
      .orderBy(sql.raw(since('t')), direction)
      .orderBy('t.id', direction),
  )

const waitingForTeam = ofAll(forTeam)
const waitingForMember = ofMember(forMembers)
const newestOfAll = ofAll(newest)
const newestOfMember = ofMember(newest)
