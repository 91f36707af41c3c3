import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../data/queries.ts'
import { isBeingChecked, refetchWhileChecking } from '../files/refetchWhileChecking.ts'
import type { Area } from '../navigation/paths.ts'
import { ticketCalls } from './calls.ts'

/** A ticket with its conversation, asked for again every so many milliseconds while it is looked at, until it is archived. */
export const useTicket = (area: Area, company: string | undefined, ticket: string, every: number) =>
  useQuery({
    ...queryFor(ticketCalls(area).get, { params: { company: company ?? '', ticket } }),
    enabled: company !== undefined,
    refetchInterval: ({ state: { data } }) => {
      const files = data?.conversation.flatMap(message => message.files)
      return data?.status === 'archived' && !isBeingChecked(files) ? false : Math.min(every, refetchWhileChecking(files))
    },
    refetchOnWindowFocus: 'always',
  })
