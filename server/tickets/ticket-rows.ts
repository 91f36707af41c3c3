import { type AliasableExpression, type Kysely, type Selectable, sql } from 'kysely'
import type { TicketPriority } from '#contract/tickets.ts'
import type { Values } from '#platform/database/database.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { addressOf } from '../mail/address-of.ts'
import { stateOf } from './visible-tickets.ts'

type Tickets = AliasableExpression<Selectable<Schema['tickets']>>

/** Tickets `t` with state `s`, company `c`, machine `cm`, model `m`
 * and author `u`; rows of the contract but for their domain. */
export const ticketRows = (db: Kysely<Schema>, tickets: Tickets) =>
  db
    .selectFrom(tickets.as('t'))
    .innerJoinLateral(stateOf(db, 't').as('s'), onTrue)
    .innerJoinLateral(
      lookUp(db, 'companies', 't.companyId')
        .select(['companies.name', 'companies.dateSupportEnd'])
        .as('c'),
      onTrue,
    )
    .innerJoinLateral(
      lookUp(db, 'companyMachines', 't.companyMachineId')
        .select([
          'companyMachines.vendorId',
          'companyMachines.machineId',
          'companyMachines.serialNumber',
          'companyMachines.dateOfWarrantyEnd',
        ])
        .as('cm'),
      onTrue,
    )
    .innerJoinLateral(
      lookUp(db, 'machines', 'cm.machineId').select('machines.name').as('m'),
      onTrue,
    )
    .innerJoinLateral(
      lookUp(db, 'users', 't.createdBy')
        .select([
          fullNameOf('users').as('name'),
          'users.language',
          'users.isContact',
          'users.phone',
          addressOf('users').as('email'),
        ])
        .as('u'),
      onTrue,
    )
    .select([
      't.id as _id',
      't.number',
      't.title',
      't.status',
      't.dateCreated',
      't.dateClosed',
      't.companyId as company',
      'c.name as companyName',
      't.companyMachineId as machine',
      'm.name as machineName',
      'cm.serialNumber',
      't.createdBy',
      'u.name as createdByName',
      's.dateLastMessage',
      's.lastMessageIsStaff',
      sql<boolean>`s.waiting_for is not null`.as('awaitsReply'),
      's.waitingFor',
      sql<TicketPriority>`s.priority`.as('priority'),
      's.dateWaiting',
      's.dateDue',
      // Until the first answer: by then the team has called, or says why not.
      sql<string>`case when s.waiting_for = 'team' and not s.is_answered then s.call_back else '' end`.as(
        'callBack',
      ),
    ])

/** The same, with what depends on the reader; only the team sees assignees and snoozes. */
export const ticketRowsFor = (db: Kysely<Schema>, tickets: Tickets, reader: ReaderOfQuery) =>
  ticketRows(db, tickets)
    .leftJoinLateral(
      lookUp(db, 'users', 's.assigneeId')
        .where(sql<boolean>`${reader.isTeam}`)
        .select(['users.id', fullNameOf('users').as('name')])
        .as('a'),
      onTrue,
    )
    .select([
      isUnreadBy(reader).as('isUnread'),
      'a.id as assignee',
      'a.name as assigneeName',
      sql<string | null>`case when ${reader.isTeam} then s.date_snoozed end`.as('dateSnoozed'),
    ])

export type Reader = { userId: string; isTeam: boolean }
export type ReaderOfQuery = Values<Reader>

/** Whether someone else wrote since the reader last saw the ticket `t` with
 * state `s`; of an open one never seen, whether the other side wrote last. */
export const isUnreadBy = ({ userId, isTeam }: ReaderOfQuery) =>
  sql<boolean>`coalesce((
    select coalesce(s.date_last_message > r.date_read, false) and exists (
      select from messages m where m.vendor_id = t.vendor_id and m.ticket_id = t.id and m.date_added > r.date_read and m.user_id <> ${userId})
    from ticket_reads r where r.vendor_id = t.vendor_id and r.user_id = ${userId} and r.ticket_id = t.id limit 1),
    t.status = 'open' and s.last_message_is_staff <> ${isTeam})`

export const fullNameOf = (user: string) =>
  sql<string>`trim(${sql.ref(`${user}.name`)} || ' ' || ${sql.ref(`${user}.surname`)})`

export const withDomain = <R>(rows: R[], domain: string) => rows.map(row => ({ ...row, domain }))
