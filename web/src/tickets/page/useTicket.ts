import { replaceEqualDeep } from '@tanstack/react-query'
import type { Area } from '#contract/paths.ts'
import { newestPageOf } from '#contract/text/conversation-page.ts'
import type { Ticket } from '#contract/tickets.ts'
import { pollInterval } from '../../data/live.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { refetchWhileChecking } from '../../files/refetchWhileChecking.ts'
import { ticketCalls } from '../calls.ts'
import { keepOlderMessages } from '../conversation/olderMessages.ts'
import { notesOf } from '../notesOf.ts'

/** A ticket with its conversation, polled as `page` says,
 * or more rarely with live updates. */
export const useTicket = (
  area: Area,
  company: string | undefined,
  ticket: string,
  page: 'ticket' | 'liveSupport',
) =>
  useRouteQuery(
    ticketCalls(area).get,
    { params: { company: company ?? '', ticket } },
    {
      enabled: company !== undefined,
      refetchInterval: ({ state: { data } }) => {
        const written = data && [...newestPageOf(data.conversation), ...notesOf(data)]
        const files = written?.flatMap(({ files }) => files)
        return Math.min(pollInterval(page), refetchWhileChecking(files))
      },
      refetchOnWindowFocus: 'always',
      retryOnMount: false, // the router has just requested it
      structuralSharing: (previous, latest) =>
        replaceEqualDeep(
          previous,
          keepOlderMessages(previous as Ticket | undefined, latest as Ticket),
        ),
    },
  )
