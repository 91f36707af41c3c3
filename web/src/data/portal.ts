import { useQuery } from '@tanstack/react-query'
import type { sessions } from '#contract/identity.ts'
import { lastingData, queryFor } from './queries.ts'

export const portalQuery = {
  ...queryFor<typeof sessions.portal>({ method: 'GET', path: '/portal' }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: lastingData,
}

export const useSiteName = () => usePortal()?.name ?? 'Tezgah'

/** The vendor's name and what its portal offers; undefined until it is loaded. */
export const usePortal = () => useQuery(portalQuery).data
