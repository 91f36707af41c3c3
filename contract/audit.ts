import * as z from 'zod/mini'
import { admin } from './actor.ts'
import { type CompanyChange, companies } from './companies.ts'
import { givenInstant, id, instant } from './fields.ts'
import { files } from './files.ts'
import { secondFactor, sessions } from './identity.ts'
import { type CompanyMachineChange, type MachineChange, machines } from './machines.ts'
import { mails, type SenderChange } from './mail.ts'
import { mailIn } from './mail-in.ts'
import { notifications } from './notifications.ts'
import { listOf, listQuery, search } from './paging.ts'
import { type ColleagueChange, team, type UserChange, users } from './people.ts'
import { type ProfileChange, profile } from './profile.ts'
import { push } from './push.ts'
import { get, type Route } from './route.ts'
import { savedReplies } from './saved-replies.ts'
import type { Targets } from './targets.ts'
import { ticketFilters } from './ticket-filters.ts'
import { ticketNotes } from './ticket-notes.ts'
import { type Corrected, tickets } from './tickets.ts'
import { topics } from './topics.ts'
import { type VendorSettingsChange, vendors } from './vendors.ts'

/** The features with calls that change something. */
const features = {
  sessions,
  secondFactor,
  profile,
  companies,
  machines,
  users,
  team,
  tickets,
  ticketNotes,
  ticketFilters,
  savedReplies,
  topics,
  files,
  mails,
  mailIn,
  notifications,
  push,
  vendors,
}
type Features = typeof features

type ChangeName = {
  [F in keyof Features]: {
    [V in keyof Features[F] & string]: Features[F][V] extends { method: 'GET' } | { audited: false }
      ? never
      : `${F}.${V}`
  }[keyof Features[F] & string]
}[keyof Features]

const commands = ['operators.add', 'operators.remove'] as const

/** An audited change, by the name of its call or command. */
export type ActionName = ChangeName | (typeof commands)[number]
const changes = Object.entries(features).flatMap(([feature, calls]) =>
  Object.entries<Route>(calls).flatMap(([verb, { method, audited }]) =>
    method === 'GET' || audited === false ? [] : [`${feature}.${verb}`],
  ),
)
/** The names that an entry's `action` can have:
 * `feature.verb` of each audited call, and the commands. */
export const auditActions = [...changes, ...commands] as ActionName[]

/** The fields whose changes an entry tells: of these bodies, and a ticket's. */
export type AuditedField =
  | keyof ProfileChange
  | keyof CompanyChange
  | keyof MachineChange
  | keyof CompanyMachineChange
  | keyof UserChange
  | keyof ColleagueChange
  | keyof VendorSettingsChange
  | keyof Targets
  | keyof SenderChange
  | 'unconfirmedEmail'
  | 'status'
  | 'assignee'
  | 'topics'
  | 'priority'
  | 'waitingFor'
  | 'dateSnoozed'
  | Corrected

/** A longer value is cut in an entry. */
export const maxAuditedLength = 200

/** A person or topic by its name then, an instant in ISO 8601, a list with
 * commas; null: none, unknown in entries of earlier versions. */
const value = z.nullable(z.string())
/** `field` is an `AuditedField`, or one of an earlier version. */
const FieldChange = z.object({ field: z.string(), before: value, after: value })
export type FieldChange = z.output<typeof FieldChange> & { field: AuditedField }

type ChangeNames = {
  fields: Record<string, string>
  /** of the fields whose values have names */
  values: Record<string, Record<string, string> | undefined>
}

/** In words, such as `Status: Open → Closed`; `format` is for values without a name. */
export function describeChange(
  { fields, values }: ChangeNames,
  { field, before, after }: z.output<typeof FieldChange>,
  format = (value: string) => value,
): string {
  const nameOf = (value: string | null) =>
    value === null ? '–' : (values[field]?.[value] ?? format(value))
  // one of a fixed set of values is never empty: it was not known, or the record is new
  const isFirst = before === null && values[field] !== undefined
  const shown = isFirst ? nameOf(after) : `${nameOf(before)} → ${nameOf(after)}`
  return `${fields[field] ?? field}: ${shown}`
}

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
  /** the fields that have another value since */
  changes: z.array(FieldChange),
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

const filters = {
  action: z.optional(z.enum(auditActions)),
  refused: z.optional(z.enum(['true', 'false'])),
  from: z.optional(givenInstant),
  /** exclusive; `from` is inclusive */
  until: z.optional(givenInstant),
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
