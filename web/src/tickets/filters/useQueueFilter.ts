import { useSearch } from '@tanstack/react-router'
import { filterNames } from '#contract/ticket-filters.ts'
import { listRules } from '#contract/ticket-lists.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { onlyNames, queryOfFilter, readFilter, savedFilterIn } from './ticketFilter.ts'
import { useSavedFilters } from './useSavedFilters.ts'

/** The filter that the address of the queue names, of a company's queue where one is given. */
export function useQueueFilter(company: string | undefined) {
  const address = useSearch({ strict: false })
  const now = useNow()
  const saved = savedFilterIn(useSavedFilters(), address.filter)
  const filter = { ...readFilter(address), ...(company && { company }) }
  const { status = 'open' } = filter
  const names = filterNames.filter(
    name =>
      !(name === 'company' && company) && !(name === 'assignee' && listRules[status].isOfAssignee),
  )
  const query = {
    ...queryOfFilter(onlyNames(filter, names), now),
    ...(company && { company }),
    ...(status === 'archived' ? { archived: 'true' as const } : { status }),
  }
  const isFiltered = names.some(name => filter[name])
  return { filter, status, names, query, isFiltered, saved, isSaved: address.filter !== undefined }
}
