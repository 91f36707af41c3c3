import { companies } from '#contract/companies.ts'
import { lastingData, useRouteQuery } from '../data/queries.ts'

/** The id of the account of a user who has no other one. */
export function useOnlyAccount({ enabled }: { enabled: boolean }): string | undefined {
  const { data } = useRouteQuery(
    companies.accounts,
    { query: { page: '0', size: '2', sort: 'name' } },
    { enabled, meta: lastingData },
  )
  const [first, second] = data?.accounts ?? []
  return second ? undefined : first?._id
}
