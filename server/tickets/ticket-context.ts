import { type Kysely, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { maxOtherTickets } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { byId, lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/errors.ts'
import { requireCompany } from '../companies/companies.ts'
import { asTeam, prepareForViewer, type Viewer } from '../companies/viewer.ts'
import { requireCompanyMachine } from '../machines/company-machines.ts'
import { undeliverable } from '../mail/undeliverable.ts'
import { fullNameOf } from './ticket-rows.ts'
import { viewerAs } from './ticket-scope.ts'
import { isOfStatus, visibleTickets } from './visible-tickets.ts'

/** Its requester, and the other tickets of its machine and company, for the team.
 * @throws 404 if the ticket is not visible */
export async function readContext(db: Db, ticket: string) {
  const [[found], ofMachine, ofCompany] = await Promise.all([
    requesterOf(db, asTeam, { ticket }),
    othersOfMachine(db, asTeam, { ticket }),
    othersOfCompany(db, asTeam, { ticket }),
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
  company: string,
  companyMachine: string,
) {
  const [, , tickets] = await Promise.all([
    requireCompany(db, actor, company, 'account'),
    requireCompanyMachine(db, company, companyMachine),
    openOnMachine(db, viewerAs('account', actor), { companyMachine }),
  ])
  return { tickets }
}

type OfTicket = { ticket: string }

const requesterOf = prepareForViewer((db, viewer, { ticket }: OfTicket) =>
  visibleTickets(db, viewer)
    .where('tickets.id', '=', ticket)
    .innerJoin('users', byId('users', 'tickets.createdBy'))
    .leftJoin('memberships', join =>
      join
        .onRef('memberships.vendorId', '=', 'tickets.vendorId')
        .onRef('memberships.companyId', '=', 'tickets.companyId')
        .onRef('memberships.userId', '=', 'tickets.createdBy'),
    )
    .select([
      'users.id as _id',
      fullNameOf('users').as('name'),
      'users.email',
      'users.phone',
      'memberships.department',
      'memberships.position',
      sql<boolean>`memberships.user_id is not null`.as('isMember'),
      undeliverable('users').as('undeliverable'),
    ]),
)

const othersOfMachine = prepareForViewer((db, viewer, { ticket }: OfTicket) =>
  newestOf(
    db,
    visibleTickets(db, viewer)
      .where('tickets.companyMachineId', '=', ofTicket('company_machine_id', ticket))
      .where('tickets.id', '<>', ticket),
  ),
)

const othersOfCompany = prepareForViewer((db, viewer, { ticket }: OfTicket) =>
  newestOf(
    db,
    visibleTickets(db, viewer)
      .where('tickets.companyId', '=', ofTicket('company_id', ticket))
      .where(isOfStatus('open'))
      .where('tickets.id', '<>', ticket),
  ),
)

const openOnMachine = prepareForViewer(
  (db, viewer: Viewer, { companyMachine }: { companyMachine: string }) =>
    newestOf(
      db,
      visibleTickets(db, viewer)
        .where('tickets.companyMachineId', '=', companyMachine)
        .where(isOfStatus('open')),
    ),
)

/** A column of the ticket, read once before the other tickets. */
const ofTicket = (column: 'company_id' | 'company_machine_id', ticket: string) =>
  sql<string>`(select ${sql.ref(column)} from tickets where vendor_id = app_vendor() and id = ${ticket})`

const newestOf = (db: Kysely<Schema>, tickets: ReturnType<typeof visibleTickets>) =>
  db
    .selectFrom(
      tickets
        .selectAll('tickets')
        .orderBy('tickets.dateCreated', 'desc')
        .orderBy('tickets.id', 'desc')
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
    .orderBy('t.dateCreated', 'desc')
    .orderBy('t.id', 'desc')
