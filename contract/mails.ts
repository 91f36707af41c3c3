import * as z from 'zod/mini'
import { admin } from './actor.ts'
import { Done, id, instant } from './fields.ts'
import { listOf, listQuery } from './paging.ts'
import { del, get, post } from './route.ts'

export const mailKinds = [
  'user.invited',
  'user.added',
  'password.forgotten',
  'device.new',
  'password.changed',
  'secondFactor.changed',
  'signIn.unusual',
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

export const TestMail = z.object({
  to: z.string(),
  /** false: no mail server is set, and the mail was written to a file */
  smtp: z.boolean(),
  sent: z.boolean(),
  answer: z.string(),
})
export type TestMail = z.output<typeof TestMail>

const MailQuery = listQuery(['to', 'kind', 'tries', 'dateTried', 'dateCreated'], { status: z.optional(z.enum(['failed', 'waiting'])) })
export type MailQuery = z.output<typeof MailQuery>

export const mails = {
  list: get('/admin/mail', {
    allow: admin,
    about: 'Mails that could not be sent, and those that wait: to whom, when tried, and what the mail server said',
    query: MailQuery,
    returns: listOf('mails', Mail),
  }),
  retryAll: post('/admin/mail/retry', { allow: admin, about: 'Try all mails again that could not be sent', returns: Done }),
  retry: post('/admin/mail/:mail/retry', { allow: admin, about: 'Try a mail again now', returns: Done }),
  discard: del('/admin/mail/:mail', { allow: admin, about: 'Give up a mail: it is not sent any more', returns: Done }),
  test: post('/admin/mail/test', {
    allow: admin,
    about: "Send a test mail to the caller's own address at once; answers what the mail server said",
    returns: TestMail,
    detached: true,
    rateLimits: [{ name: 'testMails', max: 10, seconds: 600 }],
  }),
}
