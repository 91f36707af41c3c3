import * as z from 'zod/mini'
import { admin } from './actor.ts'
import { Done, id, instant, line } from './fields.ts'
import { limits } from './limits.ts'
import { listOf, listQuery } from './paging.ts'
import { del, get, post } from './route.ts'
import { canonicalAddress } from './text/addresses.ts'

export const mailKinds = [
  'user.invited',
  'user.added',
  'password.forgotten',
  'device.new',
  'password.changed',
  'email.confirmation',
  'email.changed',
  'secondFactor.changed',
  'signIn.unusual',
  'ticket.news',
  'mail.answered',
  'mail.held',
  'mail.filed',
] as const
export type MailKind = (typeof mailKinds)[number]

export const MailStatus = z.enum(['failed', 'waiting', 'sending'])
export type MailStatus = z.output<typeof MailStatus>

export const Mail = z.object({
  _id: id,
  kind: z.enum(mailKinds),
  to: z.string(),
  name: z.string(),
  status: MailStatus,
  tries: z.int(),
  dateCreated: instant,
  /** the last attempt; null: none yet */
  dateTried: z.nullable(instant),
  /** the next attempt at the latest; null: in progress, or failed for good */
  dateNext: z.nullable(instant),
  answer: z.nullable(z.string()),
})
export type Mail = z.output<typeof Mail>

/** `delayed` counts the attempts that are repeated; `held`,
 * `refused` (above a limit) and `bounced` are of received mails. */
export const mailOutcomes = [
  'sent',
  'delayed',
  'failed',
  'bounced',
  'received',
  'held',
  'refused',
] as const
export type MailOutcome = (typeof mailOutcomes)[number]

/** Mails are counted by outcome over so many days. */
export const mailCountDays = 30

const count = z.int().check(z.minimum(0))
export const MailCounts = z.object({
  /** now, also those about tickets that wait for further events */
  waiting: count,
  sent: count,
  delayed: count,
  failed: count,
  bounced: count,
  received: count,
  held: count,
  refused: count,
})
export type MailCounts = z.output<typeof MailCounts>

export const TestMail = z.object({
  to: z.string(),
  /** false: no mail server is set, and the mail was written to a file */
  smtp: z.boolean(),
  sent: z.boolean(),
  answer: z.string(),
})
export type TestMail = z.output<typeof TestMail>

/** A DNS record that the vendor adds: `ownership` proves that the
 * domain is theirs; `spf` and `dkim` permit the mail server to send. */
export const SenderRecord = z.object({
  purpose: z.enum(['ownership', 'spf', 'dkim', 'dmarc']),
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  value: z.string(),
})
export type SenderRecord = z.output<typeof SenderRecord>

/** What the DNS has: `several` where only one record may be,
 * `unavailable` when it did not answer. */
export const RecordStatus = z.enum(['ok', 'missing', 'different', 'several', 'unavailable'])
export type RecordStatus = z.output<typeof RecordStatus>

export const CheckedRecord = z.extend(SenderRecord, {
  status: RecordStatus,
  found: z.array(z.string()),
})
export type CheckedRecord = z.output<typeof CheckedRecord>

/** Of mail servers, and of the portal's own addresses. */
const reservedLocalParts = [
  'abuse',
  'admin',
  'doctor',
  'hostmaster',
  'mailer-daemon',
  'no-reply',
  'noreply',
  'postmaster',
  'reply',
  'security',
  'webmaster',
]

/** Each may be empty: the vendor's name, the address of
 * MAIL_FROM, and the vendor's domain as incoming local part. */
export const SenderChange = z.object({
  senderName: line(limits.name, 0),
  /** Of ASCII letters, as not every mail server takes others. */
  senderAddress: z.string().check(
    z.trim(),
    z.maxLength(limits.email, { abort: true }),
    z.overwrite(canonicalAddress),
    z.refine(value => value === '' || isSenderAddress(value), 'email'),
  ),
  /** The part before the @ of the address at which the vendor receives mail. */
  mailInAddress: z.string().check(
    z.trim(),
    z.maxLength(64, { abort: true }),
    z.overwrite(canonicalAddress),
    z.refine(value => value === '' || /^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/.test(value), {
      error: 'localPart',
      abort: true,
    }),
    z.refine(value => !reservedLocalParts.includes(value), 'reservedLocalPart'),
  ),
})
export type SenderChange = z.output<typeof SenderChange>

function isSenderAddress(value: string): boolean {
  const [, domain = ''] =
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(.+)$/.exec(value) ?? []
  const labels = domain.split('.')
  return (
    domain.length <= 190 &&
    labels.length > 1 &&
    labels.every(label => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  )
}

export const MailSender = z.object({
  senderName: z.string(),
  senderAddress: z.string(),
  mailInAddress: z.string(),
  /** whether the DNS records of the address were found */
  isVerified: z.boolean(),
  /** the From of mails now */
  used: z.object({ name: z.string(), address: z.string() }),
  /** the From's address without a verified one */
  defaultAddress: z.string(),
  /** the address at which the vendor receives mail; null: the installation receives none */
  incoming: z.nullable(z.string()),
  /** what is still to be added for the address; empty without one */
  records: z.array(SenderRecord),
})
export type MailSender = z.output<typeof MailSender>

const MailQuery = listQuery(['to', 'kind', 'tries', 'dateTried', 'dateCreated'], {
  status: z.optional(z.enum(['failed', 'waiting'])),
})
export type MailQuery = z.output<typeof MailQuery>

export const mails = {
  list: get('/admin/mail', {
    allow: admin,
    about:
      'Mails that could not be sent, and those that wait: to whom, when tried, and what the mail server said',
    query: MailQuery,
    returns: listOf('mails', Mail),
  }),
  counts: get('/admin/mail/count', {
    allow: admin,
    about: `How many mails were sent and received within ${mailCountDays} days, by what became of them`,
    returns: MailCounts,
  }),
  retryAll: post('/admin/mail/retry', {
    allow: admin,
    about: 'Try all mails again that could not be sent',
    returns: Done,
  }),
  retry: post('/admin/mail/:mail/retry', {
    allow: admin,
    about: 'Try a mail again now',
    returns: Done,
  }),
  discard: del('/admin/mail/:mail', {
    allow: admin,
    about: 'Give up a mail: it is not sent any more',
    returns: Done,
  }),
  test: post('/admin/mail/test', {
    allow: admin,
    about:
      "Send a test mail to the caller's own address at once; answers what the mail server said",
    returns: TestMail,
    detached: true,
    rateLimits: [{ name: 'testMails', max: 10, seconds: 600 }],
  }),
  sender: get('/admin/mail/sender', {
    allow: admin,
    about:
      "The sender of the vendor's mails, the address at which it receives mail, and the DNS records that the sender's address needs",
    returns: MailSender,
  }),
  changeSender: post('/admin/mail/sender', {
    allow: admin,
    changes: 'team',
    about: 'Change them; a changed sender address is used once its DNS records are verified',
    body: SenderChange,
    returns: Done,
  }),
  checkSender: post('/admin/mail/sender/check', {
    allow: admin,
    about:
      "Look up the DNS records of the sender's address; it is used from now on if all of them are right, and no longer if one is wrong",
    returns: z.object({ isVerified: z.boolean(), records: z.array(CheckedRecord) }),
    detached: true,
    rateLimits: [{ name: 'senderChecks', max: 20, seconds: 600 }],
  }),
}
