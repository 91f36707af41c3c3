import { type AliasableExpression, type Kysely, type Selectable, sql } from 'kysely'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'

type Tickets = AliasableExpression<Selectable<Schema['tickets']>>

/** Tickets `t` with company `c`, machine `cm`, model `m` and author `u`; rows of the contract but for their domain. */
export const ticketRows = (db: Kysely<Schema>, tickets: Tickets) =>
  db
    .selectFrom(tickets.as('t'))
    .innerJoinLateral(lookUp(db, 'companies', 't.companyId').select(['companies.name', 'companies.dateSupportEnd']).as('c'), onTrue)
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
    .innerJoinLateral(lookUp(db, 'machines', 'cm.machineId').select('machines.name').as('m'), onTrue)
    .innerJoinLateral(lookUp(db, 'users', 't.createdBy').select(fullNameOf('users').as('name')).as('u'), onTrue)
    .select([
      't.id as _id',
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
      't.dateLastMessage',
      't.lastMessageIsStaff',
    ])

export const fullNameOf = (user: string) => sql<string>`trim(${sql.ref(`${user}.name`)} || ' ' || ${sql.ref(`${user}.surname`)})`

/** The rows with their domain, which is that of the call. */
export const withDomain = <R>(rows: R[], domain: string) => rows.map(row => ({ ...row, domain }))
