import * as z from 'zod/mini'
import { accountUser, admin } from './actor.ts'
import { Done, id, instant } from './fields.ts'
import { FileRecord } from './files.ts'
import { listOf, listQuery } from './paging.ts'
import { invitationLimit } from './people.ts'
import { get, post } from './route.ts'
import { isSeen } from './text/turkish.ts'

/** Where a received mail is: `waiting` to be filed, or at one of
 * the ends. `held` waits for the team, `failed` was given up. */
export const ReceivedState = z.enum([
  'waiting',
  'filed',
  'answered',
  'automatic',
  'bounced',
  'held',
  'failed',
  'discarded',
])
export type ReceivedState = z.output<typeof ReceivedState>

/** Why a mail is held, answered, automatic, discarded or failed. */
export const ReceivedReason = z.enum([
  'otherSender',
  'severalSenders',
  'notAuthentic',
  'notAddressed',
  'notPermitted',
  'ofTeam',
  'unknownSender',
  'noRecipient',
  'empty',
  'ticketArchived',
  'ticketClosed',
  'ticketFull',
  'machineUnknown',
  'tooManyAnswers',
  'nullSender',
  'ownMail',
  'automaticHeader',
  'automaticSender',
  'automaticSubject',
  'reaction',
  'calendarResponse',
  'duplicate',
  'unreadable',
  'dnsUnavailable',
  'storageUnavailable',
  'error',
])
export type ReceivedReason = z.output<typeof ReceivedReason>

/** Received mails and their texts are deleted after so many days. */
export const receivedMailDays = 30

export const ReceivedMail = z.object({
  _id: id,
  dateReceived: instant,
  /** the address in From; not checked */
  sender: z.string(),
  senderName: z.string(),
  subject: z.string(),
  /** the vendor's address; null: the reply address of `user` */
  recipient: z.nullable(z.string()),
  state: ReceivedState,
  reason: z.nullable(ReceivedReason),
  /** whose reply address it was sent to, or whose address it names as its sender; null: unknown */
  user: z.nullable(id),
  userName: z.nullable(z.string()),
  userEmail: z.nullable(z.string()),
  ticket: z.nullable(id),
  /** of the ticket */
  company: z.nullable(id),
  ticketNumber: z.nullable(z.int()),
  ticketTitle: z.nullable(z.string()),
  /** a member's, or one to a reply address, that is in no ticket and that the team has not seen */
  isOpen: z.boolean(),
  dateSeen: z.nullable(instant),
})
export type ReceivedMail = z.output<typeof ReceivedMail>

/** A mail may have been taken for a program's, or for a delivery report. */
export const acceptableStates: ReceivedState[] = ['held', 'automatic', 'bounced']

/** Why a mail cannot be accepted, as an error; null: it can. */
export function acceptanceProblem({
  state,
  reason,
  ticket,
  subject,
}: Pick<ReceivedMail, 'state' | 'reason' | 'ticket' | 'subject'>) {
  if (!acceptableStates.includes(state)) return 'mailNotHeld'
  if (reason === 'ofTeam') return 'mailOfTeam'
  // a new ticket needs no message, but a title
  return reason === 'empty' && (ticket !== null || !isSeen(subject)) ? 'mailEmpty' : null
}

const ReceivedQuery = listQuery(['dateReceived', 'dateCreated', 'sender', 'subject'], {
  state: z.optional(ReceivedState),
  open: z.optional(z.literal('true')),
})
export type ReceivedQuery = z.output<typeof ReceivedQuery>

export const mailIn = {
  list: get('/admin/mail/received', {
    allow: admin,
    about: `Mails received within ${receivedMailDays} days, and where each of them is; those that are held wait for the team`,
    query: ReceivedQuery,
    returns: listOf('received', ReceivedMail),
  }),
  text: get('/admin/mail/received/:received/text', {
    allow: admin,
    about: 'The text of a received mail',
    returns: z.object({ text: z.string() }),
    detached: true,
  }),
  accept: post('/admin/mail/received/:received/accept', {
    allow: admin,
    changes: 'team',
    about:
      "File a held mail, or one that seemed to be automatic: as the user that it seems to come from, or as its sender, who is invited to the ticket's company; a mail without a ticket names the company",
    body: z.object({ as: z.enum(['user', 'sender']), company: z.optional(id) }),
    returns: Done,
    rateLimits: [invitationLimit],
  }),
  discard: post('/admin/mail/received/:received/discard', {
    allow: admin,
    about: 'Give up a held or failed mail',
    returns: Done,
  }),
  see: post('/admin/mail/received/:received/seen', {
    allow: admin,
    about: 'Mark a mail that is in no ticket as seen: it is not counted any more',
    returns: Done,
  }),
  retry: post('/admin/mail/received/:received/retry', {
    allow: admin,
    about: 'Try to file a held or failed mail again',
    returns: Done,
  }),
  draft: post('/account/:company/received/:received/draft', {
    allow: accountUser,
    audited: false,
    about:
      "The text of the caller's mail that became no ticket, and its attachments as uploaded files, for a new ticket",
    returns: z.object({ title: z.string(), message: z.string(), files: z.array(FileRecord) }),
    detached: true,
    rateLimits: [{ name: 'mailDrafts', max: 30, seconds: 3_600 }],
  }),
}
