import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { Message, NewMessage, NewTicket, TicketStatus } from '#contract/tickets.ts'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import { byId, lookUp, onTrue } from '#platform/database/look-up.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { requireCompany } from '../companies/companies.ts'
import { prepareForViewer } from '../companies/visible-companies.ts'
import { fileRecordOf, type LinkContext } from '../files/links.ts'
import { attachFile } from '../files/uploads.ts'
import { requireCompanyMachine } from '../machines/company-machines.ts'
import { fullNameOf, ticketRows } from './ticket-rows.ts'
import { visibleTickets } from './visible-tickets.ts'

export type TicketScope = { as: 'team' } | { as: 'account'; company: string }

/** @throws 404 if the ticket is not visible to the caller */
export const findTicket = (db: Db, actor: Actor, id: string) =>
  visibleTickets(db, actor.role === 'customer' ? actor.userId : null)
    .select('tickets.companyId as company')
    .where('tickets.id', '=', id)
    .executeTakeFirstOrThrow(notFound)

export async function readTicket(db: Db, actor: Actor, scope: TicketScope, links: LinkContext, id: string) {
  const company = scope.as === 'account' ? scope.company : null
  const [[ticket], messages, files] = await Promise.all([
    readRow(db, { id, memberId: memberIdOf(actor, scope), company }),
    messagesOf(db, { id }),
    filesOf(db, { id }),
  ])
  if (!ticket) throw notFound()
  const attached = Map.groupBy(files, file => file.messageId)
  const conversation = messages.map(message => ({
    ...message,
    files: (attached.get(message._id) ?? []).map(file => fileRecordOf(links, db.vendorId, file)),
  }))
  return { ...ticket, domain: links.domain, conversation }
}

export async function openTicket(db: Db, actor: Actor, company: string, links: LinkContext, { title, machine, message, files }: NewTicket) {
  await Promise.all([requireCompany(db, actor, company, 'account'), requireCompanyMachine(db, company, machine)])
  const id = uuidv7()
  await db
    .insertInto('tickets')
    .values({ id, companyId: company, companyMachineId: machine, title, createdBy: actor.userId, dateLastMessage: null, dateClosed: null })
    .execute()
  const scope: TicketScope = { as: 'account', company }
  if (message !== undefined) await reply(db, actor, scope, links, id, { contents: message, files })
  return readTicket(db, actor, scope, links, id)
}

/** @throws 409 on an archived ticket */
export async function reply(
  db: Db,
  actor: Actor,
  scope: TicketScope,
  links: LinkContext,
  id: string,
  { contents, files }: NewMessage,
): Promise<Message> {
  const [, written] = await Promise.all([lockTicket(db, actor, scope, id), writeMessage(db, actor, scope, id, contents)])
  if (!written) throw conflict('ticketArchived')
  const attached = await attachFiles(db, actor, written.id, files)
  return {
    _id: written.id,
    dateAdded: written.dateAdded,
    user: actor.userId,
    userName: actor.name,
    message: contents,
    isStaff: scope.as === 'team',
    files: attached.map(file => fileRecordOf(links, db.vendorId, file)),
  }
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

const visibleTicket = (db: Db, actor: Actor, scope: TicketScope, id: string) =>
  visibleTickets(db, memberIdOf(actor, scope))
    .where('tickets.id', '=', id)
    .$if(scope.as === 'account', query => query.where('tickets.companyId', '=', scope.as === 'account' ? scope.company : ''))

const lockTicket = (db: Db, actor: Actor, scope: TicketScope, id: string) =>
  visibleTicket(db, actor, scope, id).select('tickets.status').forNoKeyUpdate().executeTakeFirstOrThrow(notFound)

/** Issues its statements at once; null for a ticket that is archived or not visible, which stays as it is. */
async function writeMessage(db: Db, actor: Actor, scope: TicketScope, ticketId: string, contents: string) {
  const [id, isStaff] = [uuidv7(), scope.as === 'team']
  const ticket = visibleTicket(db, actor, scope, ticketId).where('tickets.status', '<>', 'archived')
  const message = ticket.select(({ val }) => [
    val(id).as('id'),
    'tickets.id as ticketId',
    val(actor.userId).as('userId'),
    val(isStaff).as('isStaff'),
    val(contents).as('contents'),
    sql<string>`clock_timestamp()`.as('dateAdded'),
  ])
  const [written] = await Promise.all([
    db
      .insertInto('messages')
      .columns(['id', 'ticketId', 'userId', 'isStaff', 'contents', 'dateAdded'])
      .expression(message)
      .returning(['id', 'dateAdded'])
      .executeTakeFirst(),
    db
      .updateTable('tickets')
      .from('messages')
      .set(({ ref }) => ({ dateLastMessage: ref('messages.dateAdded'), lastMessageIsStaff: isStaff }))
      .whereRef('tickets.id', '=', 'messages.ticketId')
      .where('messages.id', '=', id)
      .execute(),
  ])
  return written ?? null
}

async function attachFiles(db: Db, actor: Actor, messageId: string, fileIds: string[]) {
  const attached = []
  for (const fileId of fileIds) {
    attached.push(await attachFile(db, actor, fileId, 'confirmed'))
    await db.insertInto('messageFiles').values({ messageId, fileId }).execute()
  }
  return attached
}

const readRow = prepareForViewer((db, memberId, { id, company }: { id: string; memberId: string | null; company: string | null }) =>
  ticketRows(
    db,
    visibleTickets(db, memberId)
      .selectAll('tickets')
      .where('tickets.id', '=', id)
      .where(sql<boolean>`(${company}::uuid is null or tickets.company_id = ${company}::uuid)`)
      .limit(sql.lit(1)),
  ).select([
    'c.dateSupportEnd',
    'cm.dateOfWarrantyEnd',
    't.dateArchived',
    lookUp(db, 'users', 't.closedBy').select(fullNameOf('users').as('name')).as('closedByName'),
    lookUp(db, 'users', 't.archivedBy').select(fullNameOf('users').as('name')).as('archivedByName'),
  ]),
)

const messagesOf = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('messages')
    .innerJoinLateral(lookUp(db, 'users', 'messages.userId').select(fullNameOf('users').as('name')).as('u'), onTrue)
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
    .innerJoin('files', byId('files', 'messageFiles.fileId'))
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
