import * as z from 'zod/mini'
import {
  type FilterName,
  filterNames,
  type SavedFilter,
  TicketFilter,
  ticketPeriods,
} from '#contract/ticket-filters.ts'
import { queueLists } from '#contract/ticket-lists.ts'
import type { SearchParams } from '../../browser/searchParams.ts'
import { addressOf, listInAddress } from '../ticketLists.ts'

/** The filter that the address names; values that are not valid are missing. */
export function readFilter(address: SearchParams): TicketFilter {
  const names = [...filterNames, 'search', 'sort'] as const
  return {
    status: listInAddress(address.status, queueLists),
    ...Object.fromEntries(
      names.flatMap(name =>
        address[name] && z.safeParse(TicketFilter.shape[name], address[name]).success
          ? [[name, address[name]]]
          : [],
      ),
    ),
  }
}

/** The address of a filter, with its id where it is a saved one. */
export const addressOfFilter = (
  { status = 'open', ...filter }: TicketFilter,
  id?: string,
): SearchParams => ({ ...filter, status: addressOf(status), ...(id && { filter: id }) })

export const isSameFilter = (a: TicketFilter, b: TicketFilter) => textOf(a) === textOf(b)

const textOf = ({ status = 'open', ...filter }: TicketFilter) =>
  JSON.stringify(
    Object.entries({ ...filter, status })
      .filter(([, value]) => value !== undefined && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Without the parts that a list cannot be filtered by. */
export const onlyNames = (filter: TicketFilter, names: readonly FilterName[]): TicketFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(
      ([name]) => !filterNames.includes(name as FilterName) || names.includes(name as FilterName),
    ),
  )

/** The parameters of the list call; `now` in ms. */
export function queryOfFilter({ period, ...filter }: TicketFilter, now: number) {
  const { status: _, search: __, sort: ___, ...query } = filter
  return { ...query, ...(period && { from: startOf(period, now) }) }
}

/** Local midnight of the period's first day, which is the same until midnight. */
function startOf(period: keyof typeof ticketPeriods, now: number) {
  const today = new Date(now)
  return new Date(
    today.getFullYear(),
    today.getMonth(),
    today.getDate() - ticketPeriods[period] + 1,
  ).toISOString()
}

export const savedFilterIn = (
  filters: readonly SavedFilter[] | undefined,
  id: string | undefined,
) => filters?.find(({ _id }) => _id === id)
