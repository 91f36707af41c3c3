import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../data/queries.ts'
import { ticketMessages as t } from '../messages/current.ts'
import type { Area } from '../navigation/paths.ts'
import { ticketCalls } from './calls.ts'

/** The subject of the ticket in the address; until it is loaded, the word for it. */
export const TicketTitle = ({ area, company, ticket }: { area: Area; company: string; ticket: string }) =>
  useQuery(queryFor(ticketCalls(area).get, { params: { company, ticket } })).data?.title ?? t.ticket
