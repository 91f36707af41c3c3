import { useRouteQuery } from '../data/queries.ts'
import { isBeingChecked, refetchWhileChecking } from '../files/refetchWhileChecking.ts'
import type { Area } from '../navigation/paths.ts'
import { ticketCalls } from './calls.ts'

/** A ticket with its conversation, polled each `pollInterval` milliseconds until it is archived. */
export const useTicket = (area: Area, company: string | undefined, ticket: string, pollInterval: number) =>
  useRouteQuery(
    ticketCalls(area).get,
    { params: { company: company ?? '', ticket } },
    {
      enabled: company !== undefined,
      refetchInterval: ({ state: { data } }) => {
        const files = data?.conversation.flatMap(message => message.files)
        return data?.status === 'archived' && !isBeingChecked(files) ? false : Math.min(pollInterval, refetchWhileChecking(files))
      },
      refetchOnWindowFocus: 'always',
    },
  )
