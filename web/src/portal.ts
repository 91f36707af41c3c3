import { useQuery } from '@tanstack/react-query'
import { sessions } from '#contract/sessions.ts'
import { ask, lasting } from './queries.ts'

export const portalQuery = { ...ask(sessions.portal), staleTime: Number.POSITIVE_INFINITY, meta: lasting }

/** The vendor's name and what its portal offers; undefined until it is known. */
export const usePortal = () => useQuery(portalQuery).data
