import { useQuery } from '@tanstack/react-query'
import { askAgain, beingChecked } from '../files/askAgain.ts'
import type { Area } from '../paths.ts'
import { ask } from '../queries.ts'
import { ticketCalls } from './calls.ts'

/** A ticket with its conversation, asked for again every so many milliseconds while it is looked at, until it is archived. */
export const useTicket = (area: Area, company: string | undefined, ticket: string, every: number) =>
  useQuery({
    ...ask(ticketCalls(area).get, { params: { company: company ?? '', ticket } }),
    enabled: company !== undefined,
    refetchInterval: ({ state: { data } }) => {
      const files = data?.conversation.flatMap(message => message.files)
      return data?.status === 'archived' && !beingChecked(files) ? false : Math.min(every, askAgain(files))
    },
    refetchOnWindowFocus: 'always',
  })
