import { type AliasableExpression, type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '#platform/database/schema.ts'

type Tickets = AliasableExpression<Selectable<Schema['tickets']>>

/**
 * Tickets as a list shows them, with what else a row says of company, machine and author: `c`, `cm`, `m` and `u` of the ticket `t`. That is
 * looked up by its id, for these tickets only. PostgreSQL keeps one plan for every vendor: without the limits that keep the
 * look-ups apart it may read all of a vendor's companies, machines or users each time, if the first one it planned for had but a few.
 */
export const ticketRows = (db: Kysely<Schema>, tickets: Tickets, domain: string) =>
  db
    .selectFrom(tickets.as('t'))
    .innerJoinLateral(
      look =>
        look
          .selectFrom('companies')
          .whereRef('companies.vendorId', '=', 't.vendorId')
          .whereRef('companies.id', '=', 't.companyId')
          .select(['companies.name', 'companies.dateSupportEnd'])
          .limit(limitOne)
          .as('c'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      look =>
        look
          .selectFrom('companyMachines')
          .whereRef('companyMachines.vendorId', '=', 't.vendorId')
          .whereRef('companyMachines.id', '=', 't.companyMachineId')
          .select(['companyMachines.machineId', 'companyMachines.serialNumber', 'companyMachines.dateOfWarrantyEnd'])
          .limit(limitOne)
          .as('cm'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      look =>
        look
          .selectFrom('machines')
          .whereRef('machines.vendorId', '=', 't.vendorId')
          .whereRef('machines.id', '=', 'cm.machineId')
          .select('machines.name')
          .limit(limitOne)
          .as('m'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      look =>
        look
          .selectFrom('users')
          .whereRef('users.vendorId', '=', 't.vendorId')
          .whereRef('users.id', '=', 't.createdBy')
          .select(sql<string>`trim(users.name || ' ' || users.surname)`.as('name'))
          .limit(limitOne)
          .as('u'),
      join => join.onTrue(),
    )
    .select([
      't.id as _id',
      't.title',
      't.status',
      't.dateCreated',
      't.dateClosed',
      sql<string>`${domain}::text`.as('domain'),
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

/** One row, said so that the planner knows it too. */
export const limitOne = sql.lit(1)
