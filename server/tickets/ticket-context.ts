import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { maxOtherTickets } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/errors.ts'
import { requireCompany } from '../companies/companies.ts'
import { asTeam, type Viewer } from '../companies/viewer.ts'
import { requireCompanyMachine } from '../machines/company-machines.ts'
import { addressOf } from '../mail/address-of.ts'
import { undeliverable } from '../mail/undeliverable.ts'
import { fullNameOf } from './ticket-rows.ts'
import { viewerAs } from './ticket-scope.ts'
import { ticketOfState, visibleStates, visibleTickets } from './visible-tickets.ts'

/** Its requester, and the other tickets of its machine and company, for the team.
 * @throws 404 if the ticket is not visible */
export async function readContext(db: Db, ticket: string) {
  const [found, ofMachine, ofCompany] = await Promise.all([
    requesterOf(db, ticket).executeTakeFirst(),
    othersOfMachine(db, ticket).execute(),
    othersOfCompany(db, ticket).execute(),
  ])
  if (!found) throw notFound()
  const { isMember, department, position, ...person } = found
  return {
    // The membership of one without access has ended, and with it the reason to call.
    requester: isMember
      ? { ...person, department: department ?? '', position: position ?? '' }
      : null,
    ofMachine,
    ofCompany,
  }
}

/** @throws 404 for a company or machine that is not the caller's */
export async function readOpenOnMachine(
  db: Db,
  actor: Actor,
  as: 'team' | 'account',
  { company, companyMachine }: { company: string; companyMachine: string },
) {
  const viewer = viewerAs(as, actor)
  const [, , tickets, { closed }] = await Promise.all([
    requireCompany(db, actor, company, as),
    requireCompanyMachine(db, company, companyMachine),
    openOnMachine(db, viewer, company, companyMachine).execute(),
    closedOnMachine(db, viewer, company, companyMachine).executeTakeFirstOrThrow(),
  ])
  return { tickets, closed: Number(closed) }
}

const requesterOf = (db: Db, ticket: string) =>
  db
    .selectFrom(
      visibleTickets(db, asTeam)
        .selectAll('tickets')
        .where('tickets.id', '=', ticket)
        .limit(sql.lit(1))
        .as('tickets'),
    )
    .innerJoinLateral(
      lookUp(db, 'users', 'tickets.createdBy')
        .select([
          'users.id as _id',
          fullNameOf('users').as('name'),
          addressOf('users').as('email'),
          'users.phone',
          'users.isContact as contact',
          undeliverable('users').as('undeliverable'),
        ])
        .as('u'),
      onTrue,
    )
    .leftJoin('memberships', join =>
      join
        .onRef('memberships.vendorId', '=', 'tickets.vendorId')
        .onRef('memberships.companyId', '=', 'tickets.companyId')
        .onRef('memberships.userId', '=', 'tickets.createdBy'),
    )
    .selectAll('u')
    .select([
      'memberships.department',
      'memberships.position',
      sql<boolean>`memberships.user_id is not null`.as('isMember'),
    ])

const othersOfMachine = (db: Db, ticket: string) =>
  newestOf(
    db,
    statesOf(db, asTeam, ofTicket('company_id', ticket))
      .where('tickets.companyMachineId', '=', ofTicket('company_machine_id', ticket))
      .where('tickets.id', '<>', ticket),
  )

const othersOfCompany = (db: Db, ticket: string) =>
  newestOf(
    db,
    statesOf(db, asTeam, ofTicket('company_id', ticket))
      .where('ticketStates.isOpen', '=', sql.lit(true))
      .where('tickets.id', '<>', ticket),
  )

const openOnMachine = (db: Db, viewer: Viewer, company: string, companyMachine: string) =>
  newestOf(
    db,
    statesOf(db, viewer, sql`${company}::uuid`)
      .where('ticketStates.isOpen', '=', sql.lit(true))
      .where('tickets.companyMachineId', '=', companyMachine),
  )

const maxClosed = 100

const closedOnMachine = (db: Db, viewer: Viewer, company: string, companyMachine: string) =>
  db
    .selectFrom(
      statesOf(db, viewer, sql`${company}::uuid`)
        .select('tickets.id')
        .where('ticketStates.isOpen', '=', sql.lit(false))
        .where('tickets.companyMachineId', '=', companyMachine)
        .where('tickets.status', '=', sql.lit('closed'))
        .limit(sql.lit(maxClosed))
        .as('closed'),
    )
    .select(({ fn }) => fn.countAll<string>().as('closed'))

// A plan that was made for a small vendor may read all tickets of a large one,
// but no states of other companies (record 0044).
const statesOf = (db: Db, viewer: Viewer, company: RawBuilder<string>) =>
  visibleStates(db, viewer)
    .where('ticketStates.companyId', '=', company)
    .innerJoinLateral(ticketOfState(db).as('tickets'), onTrue)

/** A column of the ticket, read once before the other tickets. */
const ofTicket = (column: 'company_id' | 'company_machine_id', ticket: string) =>
  sql<string>`(select ${sql.ref(column)} from tickets where vendor_id = app_vendor() and id = ${ticket} limit 1)`

const newestOf = (db: Kysely<Schema>, states: ReturnType<typeof statesOf>) =>
  db
    .selectFrom(
      states
        .selectAll('tickets')
        .select('ticketStates.dateLastMessage')
        .orderBy('ticketStates.dateLastMessage', 'desc')
        .orderBy('ticketStates.ticketId', 'desc')
        .limit(sql.lit(maxOtherTickets))
        .as('t'),
    )
    .innerJoinLateral(
      lookUp(db, 'companyMachines', 't.companyMachineId')
        .select([
          'companyMachines.vendorId',
          'companyMachines.machineId',
          'companyMachines.serialNumber',
        ])
        .as('cm'),
      onTrue,
    )
    .innerJoinLateral(
      lookUp(db, 'machines', 'cm.machineId').select('machines.name').as('m'),
      onTrue,
    )
    .select([
      't.id as _id',
      't.number',
      't.title',
      't.status',
      't.dateCreated',
      'm.name as machineName',
      'cm.serialNumber',
    ])
    .orderBy('t.dateLastMessage', 'desc')
    .orderBy('t.id', 'desc')
