import { type RawBuilder, sql } from 'kysely'
import type { TicketQuery, ticketFilterFields } from '#contract/tickets.ts'
import type { Value } from '#platform/database/database.ts'

/** A filter of lists that is one condition; the company is a scope of its own. */
export type AskedFilter = Exclude<keyof typeof ticketFilterFields, 'company'> | 'from' | 'until'

/** A comparison with the filter's value, or whether a row of another table that has the value
 * in its column `by` names the ticket in `id`. The states' columns are those of `stateOf`;
 * `hasStateIndex`: an index of the states begins with the column, so that they are read first. */
type Condition = {
  of: 'tickets' | 'ticket_states' | 'both'
  column: string
  hasStateIndex: boolean
} & ({ is: '=' | '>=' | '<' } | { in: { table: string; id: string; by: string; isFew: boolean } })

/** `tickets_found` (search.sql) reads the same, so that a search knows each filter. */
const conditions: Record<AskedFilter, Condition> = {
  priority: { of: 'ticket_states', column: 'priority', hasStateIndex: false, is: '=' },
  assignee: { of: 'ticket_states', column: 'assignee_id', hasStateIndex: true, is: '=' },
  topic: {
    of: 'tickets',
    column: 'id',
    hasStateIndex: false,
    in: { table: 'ticket_topics', id: 'ticket_id', by: 'topic_id', isFew: false },
  },
  model: {
    of: 'tickets',
    column: 'company_machine_id',
    hasStateIndex: false,
    in: { table: 'company_machines', id: 'id', by: 'machine_id', isFew: true },
  },
  from: { of: 'both', column: 'date_created', hasStateIndex: false, is: '>=' },
  until: { of: 'both', column: 'date_created', hasStateIndex: false, is: '<' },
}

/** The filters that a query has, in one order. */
export const askedFilters = (query: Pick<TicketQuery, AskedFilter>): AskedFilter[] =>
  (Object.keys(conditions) as AskedFilter[]).filter(name => query[name] !== undefined)

/** Whether a list with these filters is read from the states. */
export const readsStates = (filters: AskedFilter[]) =>
  filters.some(name => conditions[name].hasStateIndex)

/** For `tickets_found`. */
export const conditionsFor = (query: Pick<TicketQuery, AskedFilter>) =>
  JSON.stringify(askedFilters(query).map(name => ({ ...conditions[name], value: query[name] })))

/** As SQL where `tickets` and `ticket_states` are joined; `source` leads the plan. Few rows of
 * another table are read once, before the tickets: `in (select …)` would be planned for the
 * vendor that asks first. */
export function filterCondition(
  name: AskedFilter,
  source: 'tickets' | 'ticket_states',
  value: Value<string>,
): RawBuilder<boolean> {
  const { of, column, ...rest } = conditions[name]
  const left = sql.ref(`${of === 'both' ? source : of}.${column}`)
  if ('is' in rest) return sql`${left} ${sql.raw(rest.is)} ${value}`
  const { table, id, by, isFew } = rest.in
  const rows = sql`from ${sql.table(table)} where vendor_id = app_vendor() and ${sql.ref(by)} = ${value}`
  return isFew
    ? sql`${left} = any(array(select ${sql.ref(id)} ${rows}))`
    : sql`(select true ${rows} and ${sql.ref(id)} = ${left} limit 1)`
}
