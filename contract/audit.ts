import * as z from 'zod/mini'
import { admin } from './actor.ts'
import { id, instant } from './fields.ts'
import { listOf, listQuery, search } from './paging.ts'
import { get } from './route.ts'
import { TicketStatus } from './tickets.ts'

/** Every audited change by the name of its call or command; a missing name does not compile (`server/audit/audit.ts`). */
export const auditActions = [
  'sessions.login',
  'sessions.reauthenticate',
  'sessions.logout',
  'sessions.end',
  'sessions.endOthers',
  'sessions.chooseLanguage',
  'sessions.forgot',
  'sessions.activate',
  'secondFactor.enter',
  'secondFactor.confirm',
  'secondFactor.renewCodes',
  'secondFactor.turnOff',
  'secondFactor.require',
  'secondFactor.release',
  'secondFactor.reset',
  'companies.create',
  'companies.update',
  'companies.remove',
  'machines.create',
  'machines.update',
  'machines.remove',
  'machines.assign',
  'machines.updateOfCompany',
  'machines.unassign',
  'users.invite',
  'users.remind',
  'users.remove',
  'team.invite',
  'team.remind',
  'team.remove',
  'tickets.open',
  'tickets.changeOfAccount',
  'tickets.replyOfAccount',
  'tickets.change',
  'tickets.reply',
  'files.request',
  'files.confirm',
  'files.addToMachine',
  'files.removeFromMachine',
  'files.addToCompanyMachine',
  'files.removeFromCompanyMachine',
  'mails.retryAll',
  'mails.retry',
  'mails.discard',
  'mails.test',
  'operators.add',
  'operators.remove',
] as const
export type ActionName = (typeof auditActions)[number]

/** The most networks that an entry of refused sign-ins lists. */
export const maxNetworks = 10

/** One change or refused call; or the refused sign-ins of one account within ten minutes. */
export const AuditEntry = z.object({
  _id: id,
  dateCreated: instant,
  /** null: no session; together with a role, a command on the server */
  user: z.nullable(id),
  userName: z.string(),
  role: z.nullable(z.enum(['operator', 'admin', 'staff', 'customer'])),
  /** the call or command: one of `auditActions`, or a refused call that only reads */
  action: z.string(),
  /** the name of the changed record at that time */
  subject: z.string(),
  /** a ticket's new status; null: not a status change */
  status: z.nullable(TicketStatus),
  companyName: z.nullable(z.string()),
  /** the error's name; null: not refused */
  refusal: z.nullable(z.string()),
  /** wrong passwords or codes counted in this entry; null: a single call */
  attempts: z.nullable(z.int()),
  /** their first networks; empty for a single call */
  networks: z.array(z.string()),
  /** the client's address and User-Agent, or the command */
  address: z.string(),
  device: z.string(),
  request: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>

const boundedInstant = z.iso.datetime().check(
  z.maxLength(40),
  z.refine(value => value >= '1900' && value < '3000', 'yearOutOfRange'),
)
const filters = {
  action: z.optional(z.enum(auditActions)),
  refused: z.optional(z.enum(['true', 'false'])),
  from: z.optional(boundedInstant),
  /** exclusive; `from` is inclusive */
  until: z.optional(boundedInstant),
}
const AuditQuery = listQuery(['dateCreated'], filters)
export type AuditQuery = z.output<typeof AuditQuery>

export const audit = {
  list: get('/admin/audit', {
    allow: admin,
    about: "Who did what to what, when and from where; refused calls of administrators' areas too",
    query: AuditQuery,
    returns: listOf('entries', AuditEntry),
  }),
  export: get('/admin/audit/export', {
    allow: admin,
    about: 'The same as CSV, newest first: all that the filter leaves',
    recentAuthentication: true,
    query: z.object({ ...filters, search }),
    returns: z.unknown(),
    detached: true,
    download: ['text/csv'],
  }),
}
