import { type Kysely, sql } from 'kysely'
import { type Actor, vendorTeam } from '#contract/actor.ts'
import {
  conversationPage,
  conversationPageBytes,
  newestPageOf,
} from '#contract/text/conversation-page.ts'
import { type Message, type Messages, maxMessages, retractMinutes } from '#contract/tickets.ts'
import {
  type Db,
  type Placeholders,
  prepareQuery,
  type Value,
  type Values,
} from '#platform/database/database.ts'
import { byId, lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { prepareForViewer } from '../companies/viewer.ts'
import { fileRecordOf, type LinkContext } from '../files/links.ts'
import { attachFile } from '../files/uploads.ts'
import { findReplyFile } from './replies/reply-files.ts'
import { fullNameOf } from './ticket-rows.ts'
import {
  findTicket,
  oneTicket,
  selectTicket,
  type TicketScope,
  viewerAs,
  visibleTicket,
} from './ticket-scope.ts'

/** The team's mails quote what customers may not see, such as a digest of other tickets.
 * @throws 404 also if the message came by no mail, or the ticket is not visible to the caller */
export async function readMailOfMessage(
  db: Db,
  actor: Actor,
  ticket: string,
  message: string,
): Promise<{ text: string }> {
  const [, mail] = await Promise.all([
    findTicket(db, actor, ticket),
    db
      .selectFrom('messageMails')
      .innerJoin('messages', byId('messages', 'messageMails.messageId'))
      .select('messageMails.contents as text')
      .where('messageMails.messageId', '=', message)
      .where('messages.ticketId', '=', ticket)
      .$if(!vendorTeam(actor), query => query.where('messages.isStaff', '=', false))
      .executeTakeFirstOrThrow(notFound),
  ])
  return mail
}

/** Whether no one but the user has written on the ticket since a message; null: at all. */
const hasNoneSince = (userId: Value<string>, lastMessage: Value<string | null>) => {
  const byOthers = sql`select from messages m where m.vendor_id = tickets.vendor_id and m.ticket_id = tickets.id and m.user_id <> ${userId} and m.date_retracted is null`
  return sql<boolean>`case when ${lastMessage}::uuid is null then not exists (${byOthers})
    else exists (
      select from messages l
       where l.vendor_id = tickets.vendor_id and l.ticket_id = tickets.id and l.id = ${lastMessage}::uuid
         and not exists (${byOthers} and m.date_added > l.date_added)) end`
}

type InsertedMessage = {
  id: string
  contents: string
  lastMessage?: string | null
  /** the customer whose message the actor records */
  onBehalfOf?: string | undefined
}

/** Null, without a change, for a ticket that is archived or not
 * visible, or has messages of others after `lastMessage`. */
export const insertMessage = async (
  db: Db,
  actor: Actor,
  scope: TicketScope,
  ticketId: string,
  { id, contents, lastMessage, onBehalfOf }: InsertedMessage,
) => {
  const [written] = await insertOnTicket(db, viewerAs(scope.as, actor), {
    ticket: ticketId,
    company: oneTicket(scope, ticketId).company,
    actor: actor.userId,
    id,
    userId: onBehalfOf ?? actor.userId,
    recordedBy: onBehalfOf === undefined ? null : actor.userId,
    isStaff: scope.as === 'team' && onBehalfOf === undefined,
    contents,
    hasLast: lastMessage !== undefined,
    lastMessage: lastMessage ?? null,
  })
  return written ?? null
}

type MessageRow = {
  ticket: string
  company: string | null
  actor: string
  id: string
  userId: string
  recordedBy: string | null
  isStaff: boolean
  contents: string
  hasLast: boolean
  lastMessage: string | null
}

const insertOnTicket = prepareForViewer((db, viewer, row: Placeholders<MessageRow>) =>
  db
    .insertInto('messages')
    .columns(['id', 'ticketId', 'userId', 'recordedBy', 'isStaff', 'contents', 'dateAdded'])
    .expression(
      selectTicket(db, viewer, { id: row.ticket, company: row.company })
        .where('tickets.status', '<>', 'archived')
        .where(sql<boolean>`(not ${row.hasLast} or ${hasNoneSince(row.actor, row.lastMessage)})`)
        .select([
          row.id.as('id'),
          'tickets.id as ticketId',
          row.userId.as('userId'),
          row.recordedBy.as('recordedBy'),
          row.isStaff.as('isStaff'),
          row.contents.as('contents'),
          sql<string>`clock_timestamp()`.as('dateAdded'),
        ]),
    )
    .returning(['id', 'dateAdded']),
)

/** The team also names files of saved replies. */
export async function attachFiles(
  db: Db,
  actor: Actor,
  messageId: string,
  fileIds: string[],
  isTeam = false,
) {
  if (new Set(fileIds).size < fileIds.length) throw conflict('fileAlreadyAttached')
  const attached = []
  for (const [position, fileId] of fileIds.entries()) {
    attached.push(
      (isTeam && (await findReplyFile(db, actor.userId, fileId))) ||
        (await attachFile(db, actor, fileId, 'reserved')),
    )
    await db.insertInto('messageFiles').values({ messageId, fileId, position }).execute()
  }
  return attached
}

export const keepMail = (db: Db, messageId: string, contents: string) =>
  db.insertInto('messageMails').values({ messageId, contents }).execute()

const hasMail = sql<boolean>`exists (select from message_mails m where m.vendor_id = messages.vendor_id and m.message_id = messages.id)`

const retraction = sql`make_interval(mins => ${sql.lit(retractMinutes)})`
/** As `readPage` returns a message that the actor has just written, and of no mail. */
export const writtenMessage = (
  { userId, name }: Actor,
  as: TicketScope['as'],
  { id, dateAdded }: { id: string; dateAdded: string },
  message: string,
): Message => ({
  _id: id,
  dateAdded,
  user: userId,
  userName: name,
  recordedBy: null,
  recordedByName: null,
  message,
  dateRetracted: null,
  dateRetractEnd: new Date(Date.parse(dateAdded) + retractMinutes * 60_000).toISOString(),
  isStaff: as === 'team',
  byMail: false,
  files: [],
})

/** Until when the sender can take it back, as of now (record 0058). */
const dateRetractEnd = sql<string | null>`
  case when messages.date_retracted is null and messages.date_added > now() - ${retraction} and not messages.by_mail
    and not exists (select from mailed_messages m where m.vendor_id = messages.vendor_id and m.message_id = messages.id)
    then messages.date_added + ${retraction} end`

type PageOfTicket = { id: string; before: string | null }

const newerBytes = sql<number>`coalesce(sum(octet_length(contents)) over (
  order by date_added desc, id desc rows between unbounded preceding and 1 preceding), 0)`

const selectNewest = (db: Kysely<Schema>, { id, before }: Values<PageOfTicket>) =>
  db
    .selectFrom(selectBefore(db, { id, before }).as('messages'))
    .selectAll('messages')
    .select([newerBytes.as('newerBytes'), hasMail.as('byMail')])

const selectBefore = (db: Kysely<Schema>, { id, before }: Values<PageOfTicket>) =>
  db
    .selectFrom('messages')
    .selectAll('messages')
    .where('messages.ticketId', '=', id)
    .where(
      sql<boolean>`(messages.date_added, messages.id) < (
        case when ${before}::uuid is null then 'infinity' else (select m.date_added from messages m where m.vendor_id = app_vendor() and m.ticket_id = ${id} and m.id = ${before}::uuid) end,
        coalesce(${before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`,
    )
    .orderBy('messages.dateAdded', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(sql.lit(conversationPage + 1))

/** A page, and the message before it where one exists; without `before`, of the newest. */
const messagesOf = prepareQuery((db, page: Placeholders<PageOfTicket>) =>
  db
    .selectFrom(selectNewest(db, page).as('messages'))
    .where('messages.newerBytes', '<=', sql.lit(conversationPageBytes))
    .innerJoinLateral(
      lookUp(db, 'users', 'messages.userId').select(fullNameOf('users').as('name')).as('u'),
      onTrue,
    )
    .select([
      'messages.id as _id',
      'messages.dateAdded',
      'messages.userId as user',
      'u.name as userName',
      'messages.recordedBy',
      lookUp(db, 'users', 'messages.recordedBy')
        .select(fullNameOf('users').as('name'))
        .as('recordedByName'),
      'messages.contents as message',
      'messages.dateRetracted',
      dateRetractEnd.as('dateRetractEnd'),
      'messages.isStaff',
      'messages.byMail',
    ])
    .orderBy('messages.dateAdded')
    .orderBy('messages.id'),
)

/** Also of messages that the page has no room for. */
const filesOf = prepareQuery((db, page: Placeholders<PageOfTicket>) =>
  db
    .selectFrom(selectBefore(db, page).as('messages'))
    .innerJoin('messageFiles', join =>
      join
        .onRef('messageFiles.vendorId', '=', 'messages.vendorId')
        .onRef('messageFiles.messageId', '=', 'messages.id'),
    )
    .innerJoin('files', byId('files', 'messageFiles.fileId'))
    .select([
      'messageFiles.messageId',
      'files.id',
      'files.fileName',
      'files.fileSize',
      'files.fileType',
      'files.uploaderId',
      'files.uploadDate',
      'files.dateStored',
      'files.scan',
      'files.infection',
      'files.linkRevision',
    ])
    .orderBy('messageFiles.position')
    .orderBy('files.id'),
)

/** A page of a ticket's messages with their files, of the newest or
 * `before` one; the caller checks that the ticket is visible. */
export async function readPage(
  db: Db,
  links: LinkContext,
  as: TicketScope['as'],
  page: PageOfTicket,
): Promise<Messages> {
  const [rows, files] = await Promise.all([messagesOf(db, page), filesOf(db, page)])
  const attached = Map.groupBy(files, file => file.messageId)
  const messages = newestPageOf(rows).map(message => ({
    ...message,
    byMail: message.byMail && (as === 'team' || !message.isStaff),
    files: (attached.get(message._id) ?? []).map(file => fileRecordOf(links, db.vendorId, file)),
  }))
  const [oldest] = messages
  return { messages, ...(oldest && rows.length > messages.length && { earlier: oldest._id }) }
}

/** No messages where `before` is none of the ticket. @throws
 * 404 if the ticket is not visible to the caller */
export async function readMessages(
  db: Db,
  actor: Actor,
  scope: TicketScope,
  links: LinkContext,
  id: string,
  before: string | null,
) {
  const [, page] = await Promise.all([
    visibleTicket(db, actor, scope, id).select('tickets.id').executeTakeFirstOrThrow(notFound),
    readPage(db, links, scope.as, { id, before }),
  ])
  return page
}

export async function assertNotTooLong(db: Db, ticketId: string) {
  if ((await messagesAboveLimit(db, { ticketId })).length > 0) throw conflict('ticketFull')
}

const messagesAboveLimit = prepareQuery((db, { ticketId }: Placeholders<{ ticketId: string }>) =>
  db
    .selectFrom('messages')
    .select('messages.id')
    .where('messages.ticketId', '=', ticketId)
    .orderBy('messages.dateAdded')
    .orderBy('messages.id')
    .limit(sql.lit(1))
    .offset(sql.lit(maxMessages)),
)
