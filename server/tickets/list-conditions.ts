import { type RawBuilder, sql } from 'kysely'
import type { QueueList } from '#contract/ticket-lists.ts'
import type { TicketStatus } from '#contract/tickets.ts'
import type { Value } from '#platform/database/database.ts'

/** What a list asks of its tickets: their `status`, or columns of their states. `tickets_found`
 * (search.sql) reads the same, so that a search knows each list. */
export type ListCondition = {
  status?: TicketStatus | 'notArchived'
  is_open?: true
  waiting_for?: 'team' | 'customer'
  assignee_id?: 'caller' | null
  date_snoozed?: 'set' | null
}

const ofStatus = {
  open: { status: 'open' },
  closed: { status: 'closed' },
  archived: { status: 'archived' },
  /** open and closed ones, for programs: a page names a status */
  notArchived: { status: 'notArchived' },
  answered: { waiting_for: 'customer' },
} as const

export const listsOfTeam: Record<QueueList | 'notArchived', ListCondition> = {
  ...ofStatus,
  mine: { is_open: true, assignee_id: 'caller', date_snoozed: null },
  unassigned: { is_open: true, assignee_id: null, date_snoozed: null },
  waiting: { waiting_for: 'team', date_snoozed: null },
  snoozed: { date_snoozed: 'set' },
}

/** Customers do not learn that a ticket is snoozed. */
export const listsOfAccount = { ...ofStatus, waiting: { waiting_for: 'team' } } as const

/** Whether a list is one of the states of its tickets. */
export const asksStates = ({ status }: ListCondition) => status === undefined

/** As SQL, on `tickets` or on `ticket_states`. */
export function listCondition(condition: ListCondition, caller: Value<string>) {
  const of = asksStates(condition) ? 'ticket_states' : 'tickets'
  const parts = Object.entries(condition).map(([column, is]) => {
    const left = sql.ref(`${of}.${column}`)
    if (is === true) return left
    if (is === null) return sql`${left} is null`
    if (is === 'set') return sql`${left} is not null`
    if (is === 'notArchived') return sql`${left} <> 'archived'`
    return sql`${left} = ${is === 'caller' ? caller : sql.lit(is)}`
  })
  return sql.join(parts, sql` and `) as RawBuilder<boolean>
}
