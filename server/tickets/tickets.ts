import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { Message, NewMessage, NewTicket, TicketStatus } from '#contract/tickets.ts'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { requireCompany } from '../companies/companies.ts'
import { type LinkContext, linksTo } from '../files/links.ts'
import { attachFile } from '../files/uploads.ts'
import { requireCompanyMachine } from '../machines/company-machines.ts'
import { limitOne, ticketRows } from './ticket-rows.ts'
import { visibleTickets } from './visible-tickets.ts'

export type TicketScope = { as: 'team' } | { as: 'account'; company: string }

/** @throws 404 if the ticket is not visible to the caller */
export const findTicket = (db: Db, actor: Actor, id: string) =>
  visibleTickets(db, actor.role === 'customer' ? actor.userId : null)
    .select('tickets.companyId as company')
    .where('tickets.id', '=', id)
    .executeTakeFirstOrThrow(notFound)

export async function readTicket(db: Db, actor: Actor, scope: TicketScope, links: LinkContext, id: string) {
  const memberId = memberIdOf(actor, scope)
  const company = scope.as === 'account' ? scope.company : null
  const readRow = memberId === null ? ticketForAll : ticketForMembers
  const values = { id, domain: links.domain, memberId: memberId ?? '', company }
  const [[ticket], messages, files] = await Promise.all([readRow(db, values), messagesOf(db, { id }), filesOf(db, { id })])
  if (!ticket) throw notFound()
  const attached = Map.groupBy(files, file => file.messageId)
  const conversation = messages.map(message => ({
    ...message,
    files: (attached.get(message._id) ?? []).map(file => fileRecordOf(file, db, links)),
  }))
  return { ...ticket, conversation }
}

export async function openTicket(db: Db, actor: Actor, company: string, links: LinkContext, { title, machine, message, files }: NewTicket) {
  await Promise.all([requireCompany(db, actor, company, 'account'), requireCompanyMachine(db, company, machine)])
  const id = uuidv7()
  await db
    .insertInto('tickets')
    .values({ id, companyId: company, companyMachineId: machine, title, createdBy: actor.userId, dateLastMessage: null, dateClosed: null })
    .execute()
  if (message !== undefined) await writeMessage(db, actor, 'account', links, id, { contents: message, files })
  return readTicket(db, actor, { as: 'account', company }, links, id)
}

/** @throws 409 on an archived ticket */
export async function reply(
  db: Db,
  actor: Actor,
  scope: TicketScope,
  links: LinkContext,
  id: string,
  message: NewMessage,
): Promise<Message> {
  const { status } = await lockTicket(db, actor, scope, id)
  if (status === 'archived') throw conflict('ticketArchived')
  return writeMessage(db, actor, scope.as, links, id, message)
}

/** Open to closed, closed to archived; any other step throws 409. Returns false if the ticket has the status already. */
export async function changeStatus(db: Db, actor: Actor, scope: TicketScope, id: string, status: TicketStatus): Promise<boolean> {
  const ticket = await lockTicket(db, actor, scope, id)
  if (ticket.status === status) return false
  if (status === 'open') throw conflict('ticketNotReopened')
  if (status === 'closed' && ticket.status !== 'open') throw conflict('ticketNotOpen')
  if (status === 'archived' && ticket.status !== 'closed') throw conflict('ticketNotClosed')
  await db
    .updateTable('tickets')
    .set(
      status === 'closed'
        ? { status, dateClosed: afterOtherDates, closedBy: actor.userId }
        : { status, dateArchived: afterOtherDates, archivedBy: actor.userId },
    )
    .where('id', '=', id)
    .execute()
  return true
}

/** Not before the ticket's other dates; `now()` would be the transaction's start, before it waited for the lock. */
const afterOtherDates = sql<string>`greatest(clock_timestamp(), date_last_message, date_closed)`

/** The member whose companies limit the visible tickets; null for callers who see every company. */
const memberIdOf = (actor: Actor, scope: TicketScope) => (scope.as === 'team' || actor.role === 'operator' ? null : actor.userId)

const lockTicket = (db: Db, actor: Actor, scope: TicketScope, id: string) =>
  visibleTickets(db, memberIdOf(actor, scope))
    .select('tickets.status')
    .where('tickets.id', '=', id)
    .$if(scope.as === 'account', query => query.where('tickets.companyId', '=', scope.as === 'account' ? scope.company : ''))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)

async function writeMessage(
  db: Db,
  actor: Actor,
  as: TicketScope['as'],
  links: LinkContext,
  ticketId: string,
  { contents, files }: NewMessage,
): Promise<Message> {
  const isStaff = as === 'team'
  const { id, dateAdded } = await db
    .insertInto('messages')
    .values({ id: uuidv7(), ticketId, userId: actor.userId, isStaff, contents, dateAdded: sql<string>`clock_timestamp()` })
    .returning(['id', 'dateAdded'])
    .executeTakeFirstOrThrow()
  const attached = []
  for (const fileId of files) {
    const file = await attachFile(db, actor, fileId, 'confirmed')
    await db.insertInto('messageFiles').values({ messageId: id, fileId }).execute()
    attached.push(fileRecordOf(file, db, links))
  }
  await db.updateTable('tickets').set({ dateLastMessage: dateAdded, lastMessageIsStaff: isStaff }).where('id', '=', ticketId).execute()
  return { _id: id, dateAdded, user: actor.userId, userName: actor.name, message: contents, isStaff, files: attached }
}

type StoredFile = Pick<
  Selectable<Schema['files']>,
  'id' | 'fileName' | 'fileSize' | 'fileType' | 'uploaderId' | 'uploadDate' | 'scan' | 'infection'
>
const fileRecordOf = (
  { id, fileName, fileSize, fileType, uploaderId, uploadDate, scan, infection }: StoredFile,
  db: Db,
  links: LinkContext,
) => ({
  id,
  fileName,
  fileSize,
  fileType,
  uploaderUser: uploaderId,
  uploadDate,
  uploadComplate: true,
  ...linksTo(links, db.vendorId, { id, fileType, scan, infection }),
})

type TicketLookup = { id: string; domain: string; memberId: string; company: string | null }
const ticketFor = (forMembers: boolean) =>
  prepareQuery((db, lookup: TicketLookup) =>
    ticketRows(
      db,
      visibleTickets(db, forMembers ? lookup.memberId : null)
        .selectAll('tickets')
        .where('tickets.id', '=', lookup.id)
        .where(sql<boolean>`(${lookup.company}::uuid is null or tickets.company_id = ${lookup.company}::uuid)`)
        .limit(limitOne),
      lookup.domain,
    ).select([
      'c.dateSupportEnd',
      'cm.dateOfWarrantyEnd',
      't.dateArchived',
      nameOf('closed_by', 'closedByName'),
      nameOf('archived_by', 'archivedByName'),
    ]),
  )
const nameOf = <N extends string>(column: 'closed_by' | 'archived_by', name: N) =>
  sql<
    string | null
  >`(select trim(users.name || ' ' || users.surname) from users where users.vendor_id = t.vendor_id and users.id = ${sql.ref(`t.${column}`)})`.as(
    name,
  )

const ticketForAll = ticketFor(false)
const ticketForMembers = ticketFor(true)

const messagesOf = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('messages')
    .innerJoinLateral(
      lateral =>
        lateral
          .selectFrom('users')
          .whereRef('users.vendorId', '=', 'messages.vendorId')
          .whereRef('users.id', '=', 'messages.userId')
          .select(sql<string>`trim(users.name || ' ' || users.surname)`.as('name'))
          .limit(limitOne)
          .as('u'),
      join => join.onTrue(),
    )
    .where('messages.ticketId', '=', id)
    .select([
      'messages.id as _id',
      'messages.dateAdded',
      'messages.userId as user',
      'u.name as userName',
      'messages.contents as message',
      'messages.isStaff',
    ])
    .orderBy('messages.dateAdded')
    .orderBy('messages.id'),
)

const filesOf = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('messages')
    .innerJoin('messageFiles', join =>
      join.onRef('messageFiles.vendorId', '=', 'messages.vendorId').onRef('messageFiles.messageId', '=', 'messages.id'),
    )
    .innerJoin('files', join => join.onRef('files.vendorId', '=', 'messageFiles.vendorId').onRef('files.id', '=', 'messageFiles.fileId'))
    .where('messages.ticketId', '=', id)
    .select([
      'messageFiles.messageId',
      'files.id',
      'files.fileName',
      'files.fileSize',
      'files.fileType',
      'files.uploaderId',
      'files.uploadDate',
      'files.scan',
      'files.infection',
    ]),
)
