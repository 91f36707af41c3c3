import { maxCountedRows } from '#contract/paging.ts'
import { totalOf } from '#platform/database/lists.ts'
import type { CallName } from './calls.ts'
import { domain } from './seed.ts'

export type Row = Record<string, unknown>
export type CallParameters = Record<string, unknown>
export type ListTotal = { total: number; more?: true }

/** What the baseline answers, in the form of the product, from the rows of a call. */
export const responseBodies: Record<
  CallName,
  (results: Row[][], parameters: CallParameters, cachedTotal: ListTotal | undefined) => unknown
> = {
  'list, team': page,
  'list, account': page,
  ticket,
  create: opened,
  reply(results, { userId, name, message }) {
    const { id, date_added } = rowsWith(results, 'date_added')[0] as Row
    const recorded = { recordedBy: null, recordedByName: null }
    const facts = {
      isStaff: true,
      dateRetracted: null,
      dateRetractEnd: retractEndOf(date_added),
      byMail: false,
      files: [],
      reopened: false,
      closed: false,
    }
    return {
      _id: id,
      dateAdded: date_added,
      user: userId,
      userName: name,
      ...recorded,
      message,
      ...facts,
    }
  },
  'user/me'(results, { draftKey }) {
    const { user_id, email, name, role, start_page } = rowsWith(results, 'user_id')[0] as Row
    const is = {
      isAdmin: role === 'operator',
      isDomainAdmin: role === 'admin',
      isStaff: role === 'staff',
    }
    return { _id: user_id, email, name, ...is, startPage: start_page, draftKey }
  },
}

const retractEndOf = (dateAdded: unknown) =>
  new Date(Date.parse(String(dateAdded)) + 5 * 60_000).toISOString()

const rowsWith = (results: Row[][], column: string) =>
  results.find(rows => rows[0] !== undefined && column in rows[0]) ?? []

/** A total that the product has cached is not counted here either. */
function page(results: Row[][], _: CallParameters, cachedTotal: ListTotal | undefined) {
  const [counted] = rowsWith(results, 'total') as { total: number }[]
  return {
    tickets: rowsWith(results, 'serial_number').map(ticketRow),
    ...(counted ? totalOf(counted.total, maxCountedRows) : cachedTotal),
  }
}

/** The ticket and its message are answered from what their inserts return. */
function opened(results: Row[][], { userId, name, message }: CallParameters) {
  const { id, date_added } = rowsWith(results, 'date_added')[0] as Row
  const row = {
    awaits_reply: true,
    is_unread: false,
    assignee: null,
    assignee_name: null,
    date_snoozed: null,
    closed_by_name: null,
    date_archived: null,
    following: 'default',
    language: null,
    contact: null,
    undeliverable: [],
    date_read: null,
    date_reopen_end: null,
    created_by_name: name,
    ...rowsWith(results, 'serial_number')[0],
    ...rowsWith(results, 'date_waiting')[0],
  }
  const written = {
    _id: id,
    date_added,
    user: userId,
    user_name: name,
    recorded_by: null,
    recorded_by_name: null,
    message,
    is_staff: false,
    date_retracted: null,
    date_retract_end: retractEndOf(date_added),
    by_mail: false,
  }
  return ticket([[row], [written]])
}

/** None that is measured is archived, merged, followed or continued. */
function ticket(results: Row[][]) {
  const row = rowsWith(results, 'serial_number')[0] as Row
  return {
    ...ticketRow(row),
    recordedByName: null,
    closedByName: row.closed_by_name,
    dateArchived: row.date_archived,
    archivedByName: null,
    dateOfWarrantyEnd: row.date_of_warranty_end,
    dateSupportEnd: row.date_support_end,
    following: row.following,
    followers: [],
    language: row.language,
    contact: null,
    undeliverable: row.undeliverable,
    dateRead: row.date_read,
    reopenDays: row.reopen_days,
    dateReopenEnd: row.date_reopen_end,
    changes: [
      ...rowsWith(results, 'date_changed').map(change => ({
        status: change.status,
        dateChanged: change.date_changed,
        userName: change.user_name,
        assigneeName: change.assignee_name,
        priority: change.priority,
        dateSnoozed: change.date_snoozed,
      })),
      ...(row.date_closed === null
        ? []
        : [
            {
              status: 'closed',
              dateChanged: row.date_closed,
              userName: row.closed_by_name,
              assigneeName: null,
              priority: null,
              dateSnoozed: null,
            },
          ]),
    ],
    continues: null,
    continuedBy: null,
    mergedInto: null,
    merges: [],
    conversation: rowsWith(results, 'message').map(message => ({
      _id: message._id,
      dateAdded: message.date_added,
      user: message.user,
      userName: message.user_name,
      recordedBy: message.recorded_by,
      recordedByName: message.recorded_by_name,
      message: message.message,
      isStaff: message.is_staff,
      dateRetracted: message.date_retracted,
      dateRetractEnd: message.date_retract_end,
      byMail: message.by_mail,
      files: [],
    })),
  }
}

const ticketRow = (row: Row) => ({
  _id: row._id,
  number: row.number,
  title: row.title,
  status: row.status,
  dateCreated: row.date_created,
  dateClosed: row.date_closed,
  domain,
  company: row.company,
  companyName: row.company_name,
  machine: row.machine,
  machineName: row.machine_name,
  serialNumber: row.serial_number,
  createdBy: row.created_by,
  createdByName: row.created_by_name,
  dateLastMessage: row.date_last_message,
  lastMessageIsStaff: row.last_message_is_staff,
  awaitsReply: row.awaits_reply,
  waitingFor: row.waiting_for,
  isUnread: row.is_unread,
  assignee: row.assignee,
  assigneeName: row.assignee_name,
  priority: row.priority,
  dateSnoozed: row.date_snoozed,
  dateWaiting: row.date_waiting,
  dateDue: row.date_due,
  callBack: row.call_back,
})
