import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type { Corrected } from '#contract/tickets.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { publish } from '../events/notices.ts'
import { assertNotMerged } from './merged-tickets.ts'
import { fullNameOf } from './ticket-rows.ts'
import { lockTicket } from './ticket-scope.ts'

type Value = string | undefined
export type Correction = { [F in Corrected]?: Value } & { [F in `${Corrected}Before`]?: Value }

const fields: readonly Corrected[] = ['title', 'machine', 'requester']

/** Sets what was wrong from the opening on, whatever the status; what the ticket says already
 * changes nothing. @throws 404 for an unknown ticket, or a machine or requester that is not of
 * its company, 409 for a merged ticket, or where a value is not the one before any more */
export async function correctTicket(
  db: Db,
  actor: Actor,
  id: string,
  correction: Correction,
): Promise<FieldChange[]> {
  const { title, machine, requester } = correction
  const { chosenMachine, chosenRequester, ticket, current } = await db.inOrder({
    // Locked before the ticket: neither leaves the company before the commit.
    chosenMachine: async () => machine && machineOf(db, machine),
    chosenRequester: async () => requester && requesterOf(db, id, requester),
    ticket: () => lockTicket(db, actor, { as: 'team' }, id),
    merge: () => assertNotMerged(db, id),
    current: () => readCorrectable(db, id),
  })
  const isOfCompany = (chosen: { companyId: string }) => chosen.companyId === ticket.companyId
  if ([chosenMachine, chosenRequester].some(chosen => chosen && !isOfCompany(chosen)))
    throw notFound()
  const given = {
    title: title !== undefined && { value: title, name: title },
    machine: chosenMachine && { value: chosenMachine.id, name: chosenMachine.name },
    requester: chosenRequester && { value: chosenRequester.id, name: chosenRequester.name },
  }
  const changed = fields.flatMap(field => {
    const { [field]: after } = given
    const { [field]: before } = current
    if (!after || after.value === before.value) return []
    if ((correction[`${field}Before`] ?? before.value) !== before.value)
      throw conflict('correctedMeanwhile', before.name)
    return { field, before: before.name, after: after.name }
  })
  if (changed.length === 0) return []
  await db.inOrder({
    update: () =>
      db
        .updateTable('tickets')
        .set({
          ...(title !== undefined && { title }),
          ...(machine && { companyMachineId: machine }),
          ...(requester && { createdBy: requester }),
        })
        .where('id', '=', id)
        .execute(),
    changes: () => insertChanges(db, actor, id, changed),
  })
  publish(db, { kind: 'ticket', ticket: id, company: ticket.companyId })
  return changed.map(({ field, before, after }) => changeOf(field, before, after))
}

type Change = { field: Corrected; before: string; after: string }

const insertChanges = (db: Db, actor: Actor, ticketId: string, changes: Change[]) =>
  db
    .insertInto('ticketChanges')
    .values(
      changes.map(({ field, before, after }) => ({
        id: uuidv7(),
        ticketId,
        status: 'corrected' as const,
        userId: actor.userId,
        field,
        valueBefore: before,
        valueAfter: after,
        dateChanged: sql<string>`clock_timestamp()`,
      })),
    )
    .execute()

const machineName = sql<string>`m.name || ' · ' || cm.serial_number`

/** A machine that a company has now. */
const machineOf = (db: Db, machine: string) =>
  db
    .selectFrom('companyMachines as cm')
    .innerJoinLateral(
      lookUp(db, 'machines', 'cm.machineId').select('machines.name').as('m'),
      onTrue,
    )
    .where('cm.id', '=', machine)
    .where('cm.dateRemoved', 'is', null)
    .select(['cm.id', 'cm.companyId', machineName.as('name')])
    .forShare('cm')
    .executeTakeFirstOrThrow(notFound)

/** A user of the ticket's company. */
const requesterOf = (db: Db, ticket: string, user: string) =>
  db
    .selectFrom('memberships as e')
    .innerJoinLateral(
      lookUp(db, 'users', 'e.userId')
        .select(['users.id', fullNameOf('users').as('name')])
        .as('u'),
      onTrue,
    )
    .where('e.userId', '=', user)
    .where(
      'e.companyId',
      '=',
      sql<string>`(select company_id from tickets where vendor_id = app_vendor() and id = ${ticket})`,
    )
    .select(['u.id', 'u.name', 'e.companyId'])
    .forShare('e')
    .executeTakeFirstOrThrow(notFound)

async function readCorrectable(db: Db, id: string) {
  const [row] = await correctableOf(db, { id })
  if (!row) throw notFound()
  return {
    title: { value: row.title, name: row.title },
    machine: { value: row.companyMachineId, name: row.machineName },
    requester: { value: row.createdBy, name: row.requesterName },
  }
}

const correctableOf = prepareQuery((db, { id }: Placeholders<{ id: string }>) =>
  db
    .selectFrom('tickets as t')
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
    .innerJoinLateral(
      lookUp(db, 'users', 't.createdBy').select(fullNameOf('users').as('name')).as('u'),
      onTrue,
    )
    .where('t.vendorId', '=', sql<string>`app_vendor()`)
    .where('t.id', '=', id)
    .select([
      't.title',
      't.companyMachineId',
      't.createdBy',
      machineName.as('machineName'),
      'u.name as requesterName',
    ]),
)
