import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type { Corrected } from '#contract/tickets.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { lockCompany } from '../companies/companies.ts'
import { isMember } from '../companies/memberships.ts'
import { publish } from '../events/notices.ts'
import { assertNotMerged } from './merged-tickets.ts'
import { lockWithMerged, moveTickets } from './move.ts'
import { fullNameOf } from './ticket-rows.ts'
import { lockTicket } from './ticket-scope.ts'

type Value = string | undefined
export type Correction = { [F in Corrected]?: Value } & { [F in `${Corrected}Before`]?: Value }

const fields: readonly Corrected[] = ['title', 'machine', 'requester', 'company']

/** Sets what was wrong from the opening on, whatever the status. @throws 404 for an unknown id, or
 * a machine or requester of another company, 409 for a merged ticket, where a value is not the
 * one before any more, or for a move without a machine or a requester */
export async function correctTicket(
  db: Db,
  actor: Actor,
  id: string,
  correction: Correction,
): Promise<FieldChange[]> {
  const { title, machine, requester, company } = correction
  const { destination, chosenMachine, chosenRequester, moved, ticket, current } = await db.inOrder({
    // Locked before the ticket: none of them is removed before the commit.
    destination: async () => company && lockCompany(db, company),
    chosenMachine: async () => machine && machineOf(db, machine),
    chosenRequester: async () => requester && requesterOf(db, requester, company ?? companyOf(id)),
    moved: async () => (company ? lockWithMerged(db, id) : [id]),
    ticket: () => lockTicket(db, actor, { as: 'team' }, id),
    merge: () => assertNotMerged(db, id),
    current: () => readCorrectable(db, id),
  })
  const target = company ?? ticket.companyId
  if ([chosenMachine, chosenRequester].some(chosen => chosen && chosen.companyId !== target))
    throw notFound()
  const changed = changesIn(correction, current, {
    title: title !== undefined && { value: title, name: title },
    machine: chosenMachine && { value: chosenMachine.id, name: chosenMachine.name },
    requester: chosenRequester && { value: chosenRequester.id, name: chosenRequester.name },
    company: destination && { value: destination.id, name: destination.name },
  })
  if (changed.length === 0) return []
  const isMoved = target !== ticket.companyId
  if (isMoved && !machine) throw conflict('moveWithoutMachine')
  if (isMoved && !requester && !(await isMember(db, target, current.requester.value)))
    throw conflict('moveWithoutRequester')
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
    changes: () => insertChanges(db, actor, [id], changed),
  })
  if (!isMoved) publish(db, { kind: 'ticket', ticket: id, company: target })
  else {
    await moveTickets(db, id, moved, { from: ticket.companyId, to: target })
    const merged = moved.filter(each => each !== id)
    const move = changed.filter(({ field }) => field === 'company')
    if (merged.length > 0) await insertChanges(db, actor, merged, move)
  }
  return changed.map(({ field, before, after }) => changeOf(field, before, after))
}

type Named = { value: string; name: string }

/** @throws 409 where a value is not the one before any more */
const changesIn = (
  correction: Correction,
  current: Record<Corrected, Named>,
  given: Record<Corrected, Named | '' | false | undefined>,
) =>
  fields.flatMap((field): Change[] => {
    const { [field]: after } = given
    const { [field]: before } = current
    if (!after || after.value === before.value) return []
    if ((correction[`${field}Before`] ?? before.value) !== before.value)
      throw conflict('correctedMeanwhile', before.name)
    return [{ field, before: before.name, after: after.name }]
  })

type Change = { field: Corrected; before: string; after: string }

const insertChanges = (db: Db, actor: Actor, tickets: string[], changes: Change[]) =>
  db
    .insertInto('ticketChanges')
    .values(
      tickets.flatMap(ticketId =>
        changes.map(({ field, before, after }) => ({
          id: uuidv7(),
          ticketId,
          status: 'corrected' as const,
          userId: actor.userId,
          field,
          valueBefore: before,
          valueAfter: after,
          dateChanged: sql<string>`statement_timestamp()`, // a move is not later than the others
        })),
      ),
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

const companyOf = (ticket: string) =>
  sql<string>`(select company_id from tickets where vendor_id = app_vendor() and id = ${ticket})`

/** A user of a company. */
const requesterOf = (db: Db, user: string, company: string | RawBuilder<string>) =>
  db
    .selectFrom('memberships as e')
    .innerJoinLateral(
      lookUp(db, 'users', 'e.userId')
        .select(['users.id', fullNameOf('users').as('name')])
        .as('u'),
      onTrue,
    )
    .where('e.userId', '=', user)
    .where('e.companyId', '=', company)
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
    company: { value: row.companyId, name: row.companyName },
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
    .innerJoinLateral(
      lookUp(db, 'companies', 't.companyId').select('companies.name').as('c'),
      onTrue,
    )
    .where('t.vendorId', '=', sql<string>`app_vendor()`)
    .where('t.id', '=', id)
    .select([
      't.title',
      't.companyMachineId',
      't.createdBy',
      't.companyId',
      'c.name as companyName',
      machineName.as('machineName'),
      'u.name as requesterName',
    ]),
)
