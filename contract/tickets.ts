import * as z from 'zod/mini'
import { accountUser, signedIn, vendorTeam } from './actor.ts'
import { Done, id, instant, limits, line, text } from './fields.ts'
import { FileRecord } from './files.ts'
import { listOf, listQuery } from './paging.ts'
import { get, post } from './route.ts'

export const TicketStatus = z.enum(['open', 'closed', 'archived'])
export type TicketStatus = z.output<typeof TicketStatus>

/** A ticket in a list: never a message's text. */
export const TicketRow = z.object({
  _id: id,
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
})
export type TicketRow = z.output<typeof TicketRow>

/** Whether a reply may be due: on an open ticket, and on a closed one with a message after its closing. */
export const isAwaitingReply = ({ status, dateClosed, dateLastMessage }: TicketRow) =>
  status === 'open' || (status === 'closed' && dateClosed !== null && dateLastMessage !== null && dateLastMessage > dateClosed)

export const Message = z.object({
  _id: id,
  dateAdded: instant,
  user: id,
  userName: z.string(),
  message: z.string(),
  isStaff: z.boolean(),
  files: z.array(FileRecord),
})
export type Message = z.output<typeof Message>

export const Ticket = z.extend(TicketRow, {
  /** null while open, and for tickets closed before this was recorded */
  closedByName: z.nullable(z.string()),
  dateArchived: z.nullable(instant),
  archivedByName: z.nullable(z.string()),
  dateOfWarrantyEnd: z.nullable(z.iso.date()),
  dateSupportEnd: z.nullable(z.iso.date()),
  conversation: z.array(Message),
})
export type Ticket = z.output<typeof Ticket>

const attachments = z.array(id).check(z.maxLength(1))

export const NewTicket = z
  .object({
    title: line(limits.title),
    machine: id,
    message: z.optional(text(limits.message)),
    files: z._default(attachments, []),
  })
  .check(z.refine(({ message, files }) => message !== undefined || files.length === 0, { error: 'fileWithoutMessage', path: ['message'] }))
export type NewTicket = z.output<typeof NewTicket>

export const NewMessage = z.object({ contents: text(limits.message), files: z._default(attachments, []) })
export type NewMessage = z.output<typeof NewMessage>

const sortable = ['dateCreated', 'title', 'companyName', 'createdByName', 'dateLastMessage', 'dateClosed'] as const
const filters = {
  archived: z.optional(z.enum(['true', 'false'])),
  /** of the tickets where a reply may be due, `waiting` are those without a last message by the staff, `answered` those with one */
  status: z.optional(z.enum([...TicketStatus.options, 'waiting', 'answered'])),
}
const AccountTickets = listQuery(sortable, filters)
const StaffTickets = listQuery(sortable, { ...filters, company: z.optional(id) })
export type TicketQuery = z.output<typeof StaffTickets>

// The calls of the account and of the team.
const read = { about: 'A ticket with its conversation', returns: Ticket }
const change = { about: 'Close or archive a ticket', body: z.object({ status: TicketStatus }), returns: Done }
const reply = { about: 'Write a message', body: NewMessage, returns: Message, creates: true } as const

export const tickets = {
  find: get('/ticket/:ticket', {
    allow: signedIn,
    about: 'The company of a ticket, for an address that names the ticket alone',
    returns: z.object({ company: id }),
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
  }),
  getOfAccount: get('/account/:company/ticket/:ticket', { allow: accountUser, ...read }),
  changeOfAccount: post('/account/:company/ticket/:ticket', { allow: accountUser, ...change }),
  replyOfAccount: post('/account/:company/ticket/:ticket/message', { allow: accountUser, ...reply }),
  list: get('/staff/ticket', {
    allow: vendorTeam,
    about: "The vendor's tickets: open and closed, or the archived ones",
    query: StaffTickets,
    returns: listOf('tickets', TicketRow),
  }),
  get: get('/staff/ticket/:ticket', { allow: vendorTeam, ...read }),
  change: post('/staff/ticket/:ticket', { allow: vendorTeam, ...change }),
  reply: post('/staff/ticket/:ticket/message', { allow: vendorTeam, ...reply }),
}
