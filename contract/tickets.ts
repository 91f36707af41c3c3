import * as z from 'zod/mini'
import { accountUser, signedIn, vendorTeam } from './actor.ts'
import { Done, givenInstant, id, instant, line, text } from './fields.ts'
import { attachments, FileRecord, notEmpty, textAndFiles } from './files.ts'
import { limits } from './limits.ts'
import { Following } from './notifications.ts'
import { listOf, listQuery, wholeNumber } from './paging.ts'
import { NewContact } from './people.ts'
import { del, get, post } from './route.ts'
import { queueLists, type ToDoList, toDoLists } from './ticket-lists.ts'
import { Note } from './ticket-notes.ts'
import { maxTopicsOfTicket, Topic } from './topics.ts'

export const TicketStatus = z.enum(['open', 'closed', 'archived'])
export type TicketStatus = z.output<typeof TicketStatus>

/** Whose reply a ticket waits for. */
export const WaitingFor = z.enum(['team', 'customer'])
export type WaitingFor = z.output<typeof WaitingFor>

/** How urgent a ticket is, the most urgent first: the machine stands, production is
 * impaired, neither of them, or somebody asks a question only. */
export const TicketPriority = z.enum(['standing', 'impaired', 'normal', 'question'])
export type TicketPriority = z.output<typeof TicketPriority>

/** How far ahead a ticket can be snoozed. */
export const maxSnoozeDays = 366

/** Of one ticket. */
export const maxMessages = 5_000

/** For so long a sender can take back a message. */
export const retractMinutes = 5

/** For so long a merge can be undone. */
export const undoMergeHours = 24

/** A ticket in a list: never a message's text. */
export const TicketRow = z.object({
  _id: id,
  /** from 1001 on for each vendor, in the order of opening */
  number: z.int(),
  title: z.string(),
  status: TicketStatus,
  dateCreated: instant,
  dateClosed: z.nullable(instant),
  domain: z.string(),
  company: id,
  companyName: z.string(),
  /** the company machine */
  machine: id,
  machineName: z.string(),
  serialNumber: z.string(),
  createdBy: id,
  createdByName: z.string(),
  dateLastMessage: z.nullable(instant),
  /** whether the vendor's staff wrote the last message; false without one */
  lastMessageIsStaff: z.boolean(),
  /** whether a reply may be due: on an open ticket, and on a
   * closed one with a message after its closing */
  awaitsReply: z.boolean(),
  /** the side of that reply, which the team can change; null: of nobody */
  waitingFor: z.nullable(WaitingFor),
  /** whether someone else wrote since the caller last saw it; of an
   * open ticket never seen, whether the other side wrote last */
  isUnread: z.boolean(),
  /** the responsible member of the team; null: unassigned, or the caller is a customer */
  assignee: z.nullable(id),
  assigneeName: z.nullable(z.string()),
  priority: TicketPriority,
  /** until when the team has put it off; null: not, or the caller is a customer */
  dateSnoozed: z.nullable(instant),
  /** since when it waits for the team; null: it does not */
  dateWaiting: z.nullable(instant),
  /** when the team's reply is due by its targets; null: no reply is, or there is no target */
  dateDue: z.nullable(instant),
  /** the number at which its author asked to be called, until the team's
   * first answer; empty: not asked, or not due any more */
  callBack: z.string(),
})
export type TicketRow = z.output<typeof TicketRow>

export const Message = z.object({
  _id: id,
  dateAdded: instant,
  user: id,
  userName: z.string(),
  /** the member of the team who recorded it for the user; null: the user wrote it */
  recordedBy: z.nullable(id),
  recordedByName: z.nullable(z.string()),
  /** empty where it has files only */
  message: z.string(),
  isStaff: z.boolean(),
  /** when its sender took it back, with its text and files; null: not */
  dateRetracted: z.nullable(instant),
  /** until when its sender can take it back; null: not, or a mail has it */
  dateRetractEnd: z.nullable(instant),
  /** it came by mail, and `mailOfMessage` has the whole text for the caller */
  byMail: z.boolean(),
  files: z.array(FileRecord),
})
export type Message = z.output<typeof Message>

/** The tickets in each list of what the team is to do, and the open ones. */
export const TicketCounts = z.object({
  ...(Object.fromEntries(toDoLists.map(list => [list, z.int()])) as Record<ToDoList, z.ZodMiniInt>),
  open: z.int(),
  /** of `waiting`, those whose reply was due before now */
  late: z.int(),
})
export type TicketCounts = z.output<typeof TicketCounts>

/** A message that was just written. */
export const Reply = z.extend(Message, {
  /** whether it has reopened its ticket */
  reopened: z.boolean(),
  /** whether it has closed its ticket */
  closed: z.boolean(),
})
export type Reply = z.output<typeof Reply>

/** To `open`: it was reopened or unarchived. The team also reads who was assigned: `taken`
 * is by the assignee themselves. */
const HistoryStatus = z.enum([
  ...TicketStatus.options,
  'taken',
  'assigned',
  'unassigned',
  'prioritized',
  'snoozed',
  'unsnoozed',
  'corrected',
])
export type HistoryStatus = z.output<typeof HistoryStatus>

/** What the team corrects on a ticket. */
const Corrected = z.enum(['title', 'machine', 'requester', 'company'])
export type Corrected = z.output<typeof Corrected>

/** A change of a ticket's status, assignee, priority or, for the team, snooze; or a correction. */
export const TicketChange = z.object({
  status: HistoryStatus,
  dateChanged: instant,
  /** null: before this was recorded */
  userName: z.nullable(z.string()),
  /** of `taken` and `assigned` */
  assigneeName: z.nullable(z.string()),
  /** of `prioritized` */
  priority: z.nullable(TicketPriority),
  /** of `snoozed` */
  dateSnoozed: z.nullable(instant),
  /** of `corrected`: the title, or names then; null for customers, of a company */
  correction: z.nullable(
    z.object({ field: Corrected, before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
})
export type TicketChange = z.output<typeof TicketChange>

/** Where messages before these exist: the value of `before`
 * with which the call for messages returns them. */
const earlier = z.optional(id)

export const Messages = z.object({ messages: z.array(Message), earlier })
export type Messages = z.output<typeof Messages>

const TicketLink = z.object({ _id: id, number: z.int(), title: z.string() })

const Person = z.object({ _id: id, name: z.string() })
export type Follower = z.output<typeof Person>

export const Ticket = z.extend(TicketRow, {
  /** who opened it for the user, as the first message says; null: the user did */
  recordedByName: z.nullable(z.string()),
  /** null while open, and for tickets closed before this was recorded */
  closedByName: z.nullable(z.string()),
  dateArchived: z.nullable(instant),
  archivedByName: z.nullable(z.string()),
  dateOfWarrantyEnd: z.nullable(z.iso.date()),
  dateSupportEnd: z.nullable(z.iso.date()),
  /** whether the caller follows the ticket or has muted it */
  following: Following,
  /** the others who follow it; members of the team only for the team */
  followers: z.array(Person),
  /** of the customer who opened it; null: the caller is a customer */
  language: z.nullable(z.enum(['tr', 'en'])),
  /** how to reach the author where they cannot sign in; null: they
   * can, or the caller is a customer */
  contact: z.nullable(z.object({ phone: z.string(), email: z.string() })),
  /** of the team and the company's users, those to whom mail does not arrive; only for the team */
  undeliverable: z.array(id),
  /** when the caller last saw it; null: never */
  dateRead: z.nullable(instant),
  /** for how many days customers may reopen a ticket after its closing; 0: never */
  reopenDays: z.int(),
  /** until when customers may reopen it, also by a message,
   * or unarchive it; null: never, or it is open */
  dateReopenEnd: z.nullable(instant),
  /** the last hundred, the oldest first */
  changes: z.array(TicketChange),
  /** the earlier ticket that it continues, and the last one that continues it */
  continues: z.nullable(TicketLink),
  continuedBy: z.nullable(TicketLink),
  /** the ticket that has its messages since it was merged */
  mergedInto: z.nullable(TicketLink),
  /** the tickets that were merged into it, the oldest merge first */
  merges: z.array(z.object({ ticket: TicketLink, dateMerged: instant, userName: z.string() })),
  /** the newest messages, up to a hundred and 64 KB of text, the oldest of them first */
  conversation: z.array(Message),
  earlier,
})
export type Ticket = z.output<typeof Ticket>

/** The other tickets of a machine or a company that one call returns. */
export const maxOtherTickets = 20

const OtherTicket = z.extend(TicketLink, {
  status: TicketStatus,
  dateCreated: instant,
  machineName: z.string(),
  serialNumber: z.string(),
})
export type OtherTicket = z.output<typeof OtherTicket>

/** What the team sees beside a conversation; tickets are those
 * with the newest messages, without itself. */
export const TicketContext = z.object({
  /** its author; null: not a member of the company any more */
  requester: z.nullable(
    z.extend(Person, {
      email: z.string(),
      phone: z.string(),
      department: z.string(),
      position: z.string(),
      contact: z.boolean(),
      undeliverable: z.boolean(),
    }),
  ),
  /** of any status */
  ofMachine: z.array(OtherTicket),
  /** the open ones */
  ofCompany: z.array(OtherTicket),
})
export type TicketContext = z.output<typeof TicketContext>

/** What goes along when a ticket is moved to another company. */
export const TicketContents = z.object({
  messages: z.int(),
  files: z.int(),
  notes: z.int(),
  /** tickets that were merged into it */
  merged: z.int(),
  /** who of its company takes part in it or follows it and then loses it, by name */
  people: z.array(Person),
})
export type TicketContents = z.output<typeof TicketContents>

const TicketsOnMachine = z.object({
  tickets: z.array(OtherTicket),
  /** at most 100 */
  closed: z.int(),
})

/** For the team: customers' calls return a `Ticket`, which has neither notes nor topics. */
const TicketOfTeam = z.extend(Ticket, {
  /** the oldest first */
  notes: z.array(Note),
  /** by name */
  topics: z.array(Topic),
})
export type TicketOfTeam = z.output<typeof TicketOfTeam>

const newTicket = {
  title: line(limits.title),
  machine: id,
  priority: z._default(TicketPriority, 'normal'),
  /** an earlier ticket of the same company that this one continues */
  continues: z.optional(id),
  files: z._default(attachments, []),
}
export const NewTicket = z
  .object({
    ...newTicket,
    message: z.optional(text(limits.message)),
    /** the number at which the author asks to be called back */
    callBack: z._default(line(limits.phone, 0), ''),
  })
  .check(
    z.refine(({ message, files }) => message !== undefined || files.length === 0, {
      error: 'fileWithoutMessage',
      path: ['message'],
    }),
  )
export type NewTicket = z.output<typeof NewTicket>

export const NewTicketOnBehalf = z
  .object({
    ...newTicket,
    /** of the company, who may have been invited only, or be a contact */
    user: z.optional(id),
    /** instead of `user`, a person who becomes a contact of the company in the same step */
    contact: z.optional(z.nullable(NewContact)),
    message: text(limits.message),
  })
  .check(
    z.refine(({ user, contact }) => (user === undefined) === Boolean(contact), {
      error: 'userOrContact',
      path: ['user'],
    }),
  )

const newMessage = {
  ...textAndFiles,
  /** the newest message that the writer had seen, null: none; the message
   * is refused (409, `MessagesSince`) where others have written since */
  lastMessage: z.optional(z.nullable(id)),
  /** whether it reopens a closed ticket: of a customer until `dateReopenEnd`,
   * later and without it the ticket stays closed */
  reopen: z.optional(z.boolean()),
}
export const NewMessage = z.object(newMessage).check(notEmpty)
export type NewMessage = z.output<typeof NewMessage>

export const NewAnswer = z
  .object({
    ...newMessage,
    /** whether it closes an open ticket, in the same step */
    close: z.optional(z.boolean()),
  })
  .check(
    notEmpty,
    z.refine(({ reopen, close }) => !(reopen && close), {
      error: 'reopenOrClose',
      path: ['close'],
    }),
  )
export type NewAnswer = z.output<typeof NewAnswer>

/** The messages of others since the one that the writer had seen, the oldest first. */
export const MessagesSince = z.object({ messages: z.array(Message) })
export type MessagesSince = z.output<typeof MessagesSince>

const sortable = [
  'dateCreated',
  'title',
  'companyName',
  'createdByName',
  'machineName',
  'dateLastMessage',
  'dateClosed',
] as const
const lists = [...TicketStatus.options, 'waiting', 'answered'] as const
const filters = {
  archived: z.optional(z.enum(['true', 'false'])),
  /** `waiting` wait for a reply of the team, `answered` for one of the customer */
  status: z.optional(z.enum(lists)),
}
const AccountTickets = listQuery(sortable, filters)
/** What leaves only some tickets of a list, in the order of the page. */
export const ticketFilterFields = {
  priority: z.optional(TicketPriority),
  topic: z.optional(id),
  assignee: z.optional(id),
  company: z.optional(id),
  /** the machine of the catalogue */
  model: z.optional(id),
}
/** By `dateDue`, tickets without a target follow, those that wait the longest first;
 * by `assigneeName`, unassigned ones. */
export const StaffTickets = listQuery([...sortable, 'assigneeName', 'dateDue'], {
  ...filters,
  /** of the open tickets, `mine` are assigned to the caller, `unassigned` have no assignee;
   * these and `waiting` leave out the ones that are `snoozed` */
  status: z.optional(z.enum(queueLists)),
  ...ticketFilterFields,
  /** opened from then on, before `until` */
  from: z.optional(givenInstant),
  until: z.optional(givenInstant),
})
export type TicketQuery = z.output<typeof StaffTickets>

// The calls of the account and of the team.
const writing = { max: 60, seconds: 120 }
const change = {
  about:
    'Close, archive or reopen a ticket; customers reopen for some days only, as the vendor has set',
  body: z.object({ status: TicketStatus }),
  returns: Done,
  rateLimits: [{ name: 'ticketChanges', ...writing }],
}
const topicIds = z.array(id).check(z.minLength(1), z.maxLength(maxTopicsOfTicket))
const changesOfTeam = [
  'status',
  'assignee',
  'priority',
  'waitingFor',
  'dateSnoozed',
  'addTopics',
  'removeTopics',
  ...Corrected.options,
] as const
const changeOfTeam = {
  ...change,
  // a page of fifty, and back
  rateLimits: [{ name: 'ticketChangesOfTeam', max: 300, seconds: 600 }],
  about:
    'Close, archive or reopen a ticket, assign or snooze it, change its priority or topics, or whose reply it waits for; correct its title, machine, requester or company',
  body: z
    .object({
      status: z.optional(TicketStatus),
      /** an active member of the team; null unassigns the ticket */
      assignee: z.optional(z.nullable(id)),
      /** beside `assignee`, the one whom the caller saw: refused where it is another by now */
      assigneeBefore: z.optional(z.nullable(id)),
      priority: z.optional(TicketPriority),
      /** beside `priority`, as `assigneeBefore` */
      priorityBefore: z.optional(TicketPriority),
      /** until the next message, which sets it again */
      waitingFor: z.optional(WaitingFor),
      /** beside `waitingFor: 'team'`, since when, to take back a change;
       * not before the opening of the ticket, nor after now */
      dateWaiting: z.optional(givenInstant),
      /** puts off an open ticket until then, at most a year, or until a message of the
       * customer or its closing; null ends that */
      dateSnoozed: z.optional(z.nullable(givenInstant)),
      /** beside `dateSnoozed`, as `assigneeBefore` */
      dateSnoozedBefore: z.optional(z.nullable(givenInstant)),
      /** beside those that it has, also by colleagues meanwhile */
      addTopics: z.optional(topicIds),
      removeTopics: z.optional(topicIds),
      title: z.optional(line(limits.title)),
      /** one of its company, or of the new one */
      machine: z.optional(id),
      /** a user of that company, who may have been invited only */
      requester: z.optional(id),
      /** moves the ticket with all that is in it: the members of the former company lose it at
       * once; with a `machine`, and a `requester` unless the present one is a member */
      company: z.optional(id),
      /** beside them, as `assigneeBefore` */
      titleBefore: z.optional(line(limits.title)),
      machineBefore: z.optional(id),
      requesterBefore: z.optional(id),
      companyBefore: z.optional(id),
    })
    .check(
      z.refine(body => changesOfTeam.some(change => body[change] !== undefined), {
        error: 'nothingToChange',
      }),
    ),
  /** `changed`: false where the ticket was so already */
  returns: z.extend(Done, { changed: z.boolean() }),
}
const readMessages = {
  about: 'The messages before one of a ticket, or its newest: up to a hundred and 64 KB of text',
  query: z.object({ before: z.optional(id) }),
  returns: Messages,
  batch: true,
} as const
const reply = {
  about: `Write a message, of ${maxMessages} in a ticket that is not archived; with \`reopen\` it reopens a closed one`,
  body: NewMessage,
  returns: Reply,
  creates: true,
  rateLimits: [{ name: 'messages', ...writing }],
} as const

const retract = {
  about: `Take back a message that the caller wrote or recorded, within ${retractMinutes} minutes and before it has been emailed`,
  returns: Done,
  rateLimits: [{ name: 'retractions', ...writing }],
}

export const tickets = {
  find: get('/ticket/:ticket', {
    allow: signedIn,
    about: 'The company of a ticket, for an address that names the ticket alone',
    returns: z.object({ company: id }),
  }),
  findByNumber: get('/ticket', {
    allow: signedIn,
    about: 'The id and company of a ticket, for an address that has its number',
    query: z.object({ number: wholeNumber(1, 999_999_999) }),
    returns: z.object({ _id: id, company: id }),
  }),
  mailOfMessage: get('/ticket/:ticket/message/:message/mail', {
    allow: signedIn,
    about:
      'The whole text of the mail by which a message came, with quotes and signature; of customers only, for customers',
    returns: z.object({ text: z.string() }),
  }),
  listOfAccount: get('/account/:company/ticket', {
    allow: accountUser,
    about: "An account's tickets: open and closed, or the archived ones",
    query: AccountTickets,
    returns: listOf('tickets', TicketRow),
  }),
  open: post('/account/:company/ticket', {
    allow: accountUser,
    about: 'Open a ticket, with its first message if given',
    body: NewTicket,
    returns: Ticket,
    creates: true,
    rateLimits: [{ name: 'tickets', ...writing }],
  }),
  getOfAccount: get('/account/:company/ticket/:ticket', {
    allow: accountUser,
    about: 'A ticket with its conversation',
    returns: Ticket,
  }),
  openOnMachine: get('/account/:company/machine/:companyMachine/ticket', {
    allow: accountUser,
    about: `The ${maxOtherTickets} open tickets of an account's machine with the newest messages, and how many are closed`,
    returns: TicketsOnMachine,
  }),
  changeOfAccount: post('/account/:company/ticket/:ticket', { allow: accountUser, ...change }),
  messagesOfAccount: get('/account/:company/ticket/:ticket/message', {
    allow: accountUser,
    ...readMessages,
  }),
  replyOfAccount: post('/account/:company/ticket/:ticket/message', {
    allow: accountUser,
    ...reply,
  }),
  retractOfAccount: del('/account/:company/ticket/:ticket/message/:message', {
    allow: accountUser,
    ...retract,
  }),
  list: get('/staff/ticket', {
    allow: vendorTeam,
    about: "The vendor's tickets: open and closed, or the archived ones",
    query: StaffTickets,
    returns: listOf('tickets', TicketRow),
  }),
  counts: get('/staff/ticket/count', {
    allow: vendorTeam,
    about: "How many tickets are in each list of the team's queue",
    returns: TicketCounts,
  }),
  openOnMachineForTeam: get('/staff/company/:company/machine/:companyMachine/ticket', {
    allow: vendorTeam,
    about: `The ${maxOtherTickets} open tickets of a company's machine with the newest messages, and how many are closed`,
    returns: TicketsOnMachine,
  }),
  openOnBehalf: post('/staff/company/:company/ticket', {
    allow: vendorTeam,
    about:
      'Open a ticket on behalf of a user of a company, whose message the caller records, as on the telephone',
    body: NewTicketOnBehalf,
    returns: TicketOfTeam,
    creates: true,
    rateLimits: [{ name: 'tickets', ...writing }],
  }),
  get: get('/staff/ticket/:ticket', {
    allow: vendorTeam,
    about: 'A ticket with its conversation, its internal notes and its topics',
    returns: TicketOfTeam,
  }),
  context: get('/staff/ticket/:ticket/context', {
    allow: vendorTeam,
    about:
      "A ticket's requester, and the other tickets of its machine and company with the newest messages",
    returns: TicketContext,
  }),
  contents: get('/staff/ticket/:ticket/contents/:company', {
    allow: vendorTeam,
    about: 'What goes along when a ticket is moved to a company, and who loses it',
    returns: TicketContents,
  }),
  change: post('/staff/ticket/:ticket', { allow: vendorTeam, ...changeOfTeam }),
  merge: post('/staff/ticket/:ticket/merge', {
    allow: vendorTeam,
    about:
      'Merge a duplicate into an open ticket of its company, which takes its messages and notes; the duplicate is archived and leads there',
    body: z.object({ into: id }),
    returns: Done,
    rateLimits: [{ name: 'merges', ...writing }],
  }),
  undoMerge: del('/staff/ticket/:ticket/merge', {
    allow: vendorTeam,
    about: `Undo the merge of a duplicate, within ${undoMergeHours} hours`,
    returns: Done,
    rateLimits: [{ name: 'merges', ...writing }],
  }),
  assignees: get('/staff/assignee', {
    allow: vendorTeam,
    about: 'The active members of the team, to whom tickets can be assigned, by name',
    returns: z.object({ assignees: z.array(Person) }),
  }),
  messages: get('/staff/ticket/:ticket/message', { allow: vendorTeam, ...readMessages }),
  reply: post('/staff/ticket/:ticket/message', {
    allow: vendorTeam,
    ...reply,
    about: `${reply.about}, with \`close\` it closes an open one`,
    body: NewAnswer,
  }),
  retract: del('/staff/ticket/:ticket/message/:message', { allow: vendorTeam, ...retract }),
}
