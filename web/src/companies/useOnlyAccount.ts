import { companies } from '#contract/companies.ts'
import { lastingData, useRouteQuery } from '../data/queries.ts'

const useFirstAccounts = (enabled: boolean) =>
  useRouteQuery(
    companies.accounts,
    { query: { page: '0', size: '2', sort: 'name' } },
    { enabled, meta: lastingData },
  ).data?.accounts ?? []

/** The id of the account of a user who has no other one. */
export function useOnlyAccount({ enabled }: { enabled: boolean }): string | undefined {
  const [first, second] = useFirstAccounts(enabled)
  return second ? undefined : first?._id
}

/** Whether a customer has several accounts, so that each is to be named. */
export const useHasSeveralAccounts = ({ enabled }: { enabled: boolean }): boolean =>
  useFirstAccounts(enabled).length > 1
