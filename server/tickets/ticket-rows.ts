import { type AliasableExpression, type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '#platform/database/schema.ts'

type Tickets = AliasableExpression<Selectable<Schema['tickets']>>

// PostgreSQL keeps one plan for all vendors: without `limit 1` in each lateral subquery one made for a small vendor reads whole tables.
/** Tickets `t` with company `c`, machine `cm`, model `m` and author `u`. */
export const ticketRows = (db: Kysely<Schema>, tickets: Tickets, domain: string) =>
  db
    .selectFrom(tickets.as('t'))
    .innerJoinLateral(
      lateral =>
        lateral
          .selectFrom('companies')
          .whereRef('companies.vendorId', '=', 't.vendorId')
          .whereRef('companies.id', '=', 't.companyId')
          .select(['companies.name', 'companies.dateSupportEnd'])
          .limit(limitOne)
          .as('c'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      lateral =>
        lateral
          .selectFrom('companyMachines')
          .whereRef('companyMachines.vendorId', '=', 't.vendorId')
          .whereRef('companyMachines.id', '=', 't.companyMachineId')
          .select(['companyMachines.machineId', 'companyMachines.serialNumber', 'companyMachines.dateOfWarrantyEnd'])
          .limit(limitOne)
          .as('cm'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      lateral =>
        lateral
          .selectFrom('machines')
          .whereRef('machines.vendorId', '=', 't.vendorId')
          .whereRef('machines.id', '=', 'cm.machineId')
          .select('machines.name')
          .limit(limitOne)
          .as('m'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      lateral =>
        lateral
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

/** A literal, so that the planner knows it. */
export const limitOne = sql.lit(1)
