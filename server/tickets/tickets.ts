import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type { Following } from '#contract/notifications.ts'
import type { Language } from '#contract/text/messages.ts'
import type { NewAnswer, NewTicket, Reply, Ticket } from '#contract/tickets.ts'
import type { Db, Placeholders, Value } from '#platform/database/database.ts'
import { byId, lookUp, onTrue } from '#platform/database/look-up.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { requireMember } from '../companies/memberships.ts'
import { prepareForViewer, type Viewer } from '../companies/viewer.ts'
import { companyIdsOf } from '../companies/visible-companies.ts'
import { publish } from '../events/notices.ts'
import { fileRecordOf, type LinkContext } from '../files/links.ts'
import { assertRoomForText } from '../files/usage.ts'
import { companyMachines } from '../machines/company-machines.ts'
import { assignAnswering, lockAnsweringColleague } from './assignment.ts'
import { endTicket } from './change-status.ts'
import {
  assertNotTooLong,
  attachFiles,
  insertMessage,
  keepMail,
  readPage,
  writtenMessage,
} from './messages.ts'
import { assertNoneSince } from './messages-since.ts'
import { followsOf, hasRareParts, noRareParts, rarePartsOf } from './rare-parts.ts'
import { readNotes } from './read-notes.ts'
import { recordChange } from './record-change.ts'
import {
  earlierChangesOf,
  isReopenable,
  lastChangesOf,
  reopen,
  reopenEndUnarchived,
} from './reopening.ts'
import { fullNameOf, type Reader, ticketRowsFor } from './ticket-rows.ts'
import {
  lockTicket,
  type OneTicket,
  oneTicket,
  selectTicket,
  type TicketScope,
  viewerAs,
  visibleTicket,
} from './ticket-scope.ts'
import { insertState, setLastMessage } from './ticket-states.ts'
import { readTopics } from './ticket-topics.ts'

/** With its notes and topics, which are read in the same round trip. */
export async function readTicketForTeam(db: Db, actor: Actor, links: LinkContext, id: string) {
  const [ticket, notes, topics] = await Promise.all([
    readTicket(db, actor, { as: 'team' }, links, id),
    readNotes(db, links, id),
    readTopics(db, id),
  ])
  return { ...ticket, notes, topics }
}

export async function readTicket(
  db: Db,
  actor: Actor,
  scope: TicketScope,
  links: LinkContext,
  id: string,
) {
  const isTeam = scope.as === 'team'
  const [[ticket], { messages: conversation, earlier }, earlierChanges] = await Promise.all([
    readRow(db, viewerAs(scope.as, actor), {
      ...oneTicket(scope, id),
      userId: actor.userId,
      isTeam,
    }),
    readPage(db, links, scope.as, { id, before: null }),
    earlierChangesOf(db, { id, isTeam }),
  ])
  if (!ticket) throw notFound()
  const [rareParts] =
    ticket.hasRareParts || earlier
      ? await rarePartsOf(db, { id, userId: actor.userId, isTeam })
      : []
  return {
    ...ticket,
    ...(rareParts ?? { ...noRareParts, recordedByName: conversation[0]?.recordedByName ?? null }),
    domain: links.domain,
    // a closed ticket may have been assigned since
    changes: [...earlierChanges, ...lastChangesOf(ticket, rareParts?.archivedByName ?? null)].sort(
      (a, b) => Date.parse(a.dateChanged) - Date.parse(b.dateChanged),
    ),
    conversation,
    ...(earlier && { earlier }),
  }
}

/** In the caller's own name, or for a user of the company `onBehalfOf`. @throws 404 for a company,
 * machine, user or ticket that is not the caller's or not of the company, 409 above the quota */
export async function openTicket(
  db: Db,
  actor: Actor,
  company: string,
  links: LinkContext,
  ticket: Omit<NewTicket, 'callBack'> & { callBack?: string; mail?: string; onBehalfOf?: string },
): Promise<Ticket> {
  const { title, machine, priority, continues = null, message, files, mail, onBehalfOf } = ticket
  const { callBack = '' } = ticket
  const scope: TicketScope = onBehalfOf ? { as: 'team' } : { as: 'account', company }
  await Promise.all([
    onBehalfOf && requireMember(db, company, onBehalfOf),
    continues !== null &&
      visibleTicket(db, actor, scope, continues)
        .where('tickets.companyId', '=', company)
        .select('tickets.id')
        .executeTakeFirstOrThrow(notFound),
  ])
  const id = uuidv7()
  const messageId = message === undefined ? undefined : uuidv7()
  const event = {
    kind: 'ticket.opened',
    ticket: id,
    ...(messageId && { message: messageId }),
  } as const
  const hasMore = files.length > 0 || mail !== undefined
  const isPlain = !hasMore && continues === null && !onBehalfOf
  const read = () => readTicket(db, actor, scope, links, id)
  // One round trip: the vendor's last number is locked until the commit.
  const { row, written, states, opened } = await db.inOrder({
    row: () =>
      insertTicket(db, viewerAs(scope.as, actor), {
        id,
        company,
        machine,
        title,
        createdBy: onBehalfOf ?? actor.userId,
        continues,
      }),
    written: async () =>
      messageId &&
      (await insertMessage(db, actor, scope, id, {
        id: messageId,
        contents: message as string,
        onBehalfOf,
      })),
    states: () => insertState(db, { ticket: id, message: messageId ?? null, priority, callBack }),
    record: () => recordChange(db, actor, links.domain, event),
    room: async () => messageId && (await assertRoomForText(db, links.platform.config)),
    opened: async () => (hasMore || isPlain ? null : read()),
  })
  // the company or the membership may have been removed meanwhile
  if (written === null) throw notFound()
  publish(db, { kind: 'ticket', ticket: id, company })
  if (continues !== null) publish(db, { kind: 'ticket', ticket: continues, company })
  if (messageId) await attachFiles(db, actor, messageId, files)
  if (messageId && mail !== undefined) await keepMail(db, messageId, mail)
  if (!isPlain) return opened ?? read()
  return {
    ...newTicketFields,
    ...row,
    ...(states[0] as (typeof states)[number]),
    domain: links.domain,
    createdByName: actor.name,
    conversation: written && message ? [writtenMessage(actor, scope.as, written, message)] : [],
  }
}

/** What a customer reads of any ticket that they have just opened. */
const newTicketFields = {
  ...noRareParts,
  awaitsReply: true,
  isUnread: false,
  assignee: null,
  assigneeName: null,
  dateSnoozed: null,
  recordedByName: null,
  closedByName: null,
  dateArchived: null,
  following: 'default' as const,
  language: null,
  contact: null,
  undeliverable: [],
  dateRead: null,
  dateReopenEnd: null,
  changes: [],
}

type TicketRow = Pick<NewTicket, 'title' | 'machine'> & {
  id: string
  company: string
  createdBy: string
  continues: string | null
}

/** @throws 404 where the company is not visible, or does not have the machine */
async function insertTicket(db: Db, viewer: Viewer, row: TicketRow) {
  const [inserted] = await insertAtCompany(db, viewer, row)
  if (!inserted) throw notFound()
  return inserted
}

const insertAtCompany = prepareForViewer(
  (db, viewer, { id, company, machine, title, createdBy, continues }: Placeholders<TicketRow>) =>
    db
      .with('place', () =>
        companyMachines(db, company)
          .innerJoin('companies', byId('companies', 'companyMachines.companyId'))
          .innerJoin('vendors', 'vendors.vendorId', 'companyMachines.vendorId')
          .where('companyMachines.id', '=', machine)
          .where('companies.dateRemoved', 'is', null)
          .where(query =>
            viewer.of === 'team'
              ? query.lit(true)
              : query('companies.id', 'in', companyIdsOf(db, viewer.userId)),
          )
          .select([
            'companyMachines.companyId as company',
            'companies.name as companyName',
            'companies.dateSupportEnd',
            'companyMachines.id as machine',
            'companyMachines.serialNumber',
            'companyMachines.dateOfWarrantyEnd',
            'machines.name as machineName',
            'vendors.reopenDays',
          ])
          .limit(sql.lit(1)),
      )
      .with('inserted', query =>
        query
          .insertInto('tickets')
          .columns(['id', 'companyId', 'companyMachineId', 'title', 'createdBy', 'continuesId'])
          .expression(
            sql`select ${id}, company, machine, ${title}, ${createdBy}, ${continues} from place`,
          )
          .returning([
            'id as _id',
            'number',
            'title',
            'status',
            'dateCreated',
            'dateClosed',
            'createdBy',
          ]),
      )
      .selectFrom(['inserted', 'place'])
      .selectAll(),
)

/** With `reopen`, of a customer within the vendor's days, it reopens a closed ticket; with `close`
 * it closes an open one; `mail` is the text of the mail that it came by. @throws 409 if archived,
 * with messages of others after `lastMessage`, with too many messages, or above the quota */
export async function reply(
  db: Db,
  actor: Actor,
  scope: TicketScope,
  links: LinkContext,
  id: string,
  {
    contents,
    files,
    lastMessage,
    reopen: reopens = false,
    close: closes = false,
    mail,
  }: NewAnswer & { mail?: string },
): Promise<Reply> {
  const message = { id: uuidv7(), contents, ...(lastMessage !== undefined && { lastMessage }) }
  const event = { ticket: id, message: message.id }
  const kind = scope.as === 'team' ? 'ticket.answered' : 'ticket.written'
  const isOfColleague = scope.as === 'team' && actor.role !== 'operator'
  const { ticket, written } = await db.inOrder({
    colleague: async () => isOfColleague && (await lockAnsweringColleague(db, actor)),
    ticket: () => lockTicket(db, actor, scope, id),
    assign: async () => isOfColleague && (await assignAnswering(db, id, actor.userId)),
    written: () => insertMessage(db, actor, scope, id, message),
    state: () => setLastMessage(db, { message: message.id }),
    // whether it closes the ticket is known once this is answered
    record: async () => !closes && recordChange(db, actor, links.domain, { kind, ...event }),
    length: () => assertNotTooLong(db, id),
    room: () => assertRoomForText(db, links.platform.config),
  })
  if (!written) {
    if (ticket.status !== 'archived' && lastMessage !== undefined)
      await assertNoneSince(db, actor, scope, links, id, lastMessage)
    throw conflict('ticketArchived')
  }
  const reopened =
    reopens && ticket.status === 'closed' && (scope.as === 'team' || (await isReopenable(db, id)))
  if (reopened)
    await db.inOrder({
      reopen: () => reopen(db, actor, id),
      record: () => recordChange(db, actor, links.domain, { kind: 'ticket.reopened', ticket: id }),
    })
  const closed = closes && ticket.status === 'open'
  if (closes)
    await db.inOrder({
      close: async () => closed && endTicket(db, actor, id, 'closed'),
      record: () =>
        recordChange(db, actor, links.domain, {
          kind: closed ? 'ticket.answeredAndClosed' : kind,
          ...event,
        }),
    })
  publish(db, { kind: 'ticket', ticket: id, company: ticket.companyId })
  const attached = await attachFiles(db, actor, written.id, files, scope.as === 'team')
  if (mail !== undefined) await keepMail(db, written.id, mail)
  return {
    ...writtenMessage(actor, scope.as, written, contents),
    ...(mail !== undefined && { dateRetractEnd: null, byMail: true }),
    reopened,
    closed,
    files: attached.map(file => fileRecordOf(links, db.vendorId, file)),
  }
}

/** What the audit tells of a message beside itself. */
export const changesOfReply = ({
  reopened,
  closed,
}: Pick<Reply, 'reopened' | 'closed'>): FieldChange[] => [
  ...(reopened ? [changeOf('status', 'closed', 'open')] : []),
  ...(closed ? [changeOf('status', 'open', 'closed')] : []),
]

type TicketOfReader = Reader & OneTicket

const readRow = prepareForViewer(
  (db, viewer, { id, company, userId, isTeam }: Placeholders<TicketOfReader>) =>
    ticketRowsFor(
      db,
      selectTicket(db, viewer, { id, company }).selectAll('tickets').limit(sql.lit(1)),
      { userId, isTeam },
    )
      .innerJoinLateral(followsOf(db, userId).as('f'), onTrue)
      .innerJoinLateral(
        db
          .selectFrom('vendors')
          .where('vendors.vendorId', '=', sql.ref<string>('t.vendorId'))
          .select('vendors.reopenDays')
          .limit(sql.lit(1))
          .as('v'),
        onTrue,
      )
      .select([
        'c.dateSupportEnd',
        'cm.dateOfWarrantyEnd',
        't.dateArchived',
        sql<Following>`case f.of_reader when true then 'follow' when false then 'mute' else 'default' end`.as(
          'following',
        ),
        sql<Language | null>`case when ${isTeam} then u.language end`.as('language'),
        sql<Ticket['contact']>`case when ${isTeam} and u.is_contact then
          json_build_object('phone', u.phone, 'email', u.email) end`.as('contact'),
        (viewer.of === 'team' ? undeliverableOf(isTeam) : sql<string[]>`'{}'::uuid[]`).as(
          'undeliverable',
        ),
        sql<
          string | null
        >`(select r.date_read from ticket_reads r where r.vendor_id = t.vendor_id and r.user_id = ${userId} and r.ticket_id = t.id)`.as(
          'dateRead',
        ),
        lookUp(db, 'users', 't.closedBy').select(fullNameOf('users').as('name')).as('closedByName'),
        'v.reopenDays',
        reopenEndUnarchived.as('dateReopenEnd'),
        sql<boolean>`(f.has_others or ${hasRareParts})`.as('hasRareParts'),
      ]),
)

const undeliverableOf = (isTeam: Value<boolean>) =>
  sql<string[]>`array(
    select a.user_id
      from undeliverable_addresses a join users on users.vendor_id = a.vendor_id and users.id = a.user_id
     where ${isTeam} and a.vendor_id = t.vendor_id
       and (users.role <> 'customer'
            or exists (select from memberships m where m.vendor_id = t.vendor_id and m.company_id = t.company_id and m.user_id = a.user_id))
     order by 1)`
