import { call } from '../data/api.ts'
import { announce, queries, queryFor, refresh } from '../data/queries.ts'
import type { Area } from '../navigation/paths.ts'
import { ticketCalls } from './calls.ts'
import type { Send } from './outbox.ts'

/** Sends messages of a ticket: one stands in the conversation as soon as the server has it. */
export function useReply(area: Area, params: { company: string; ticket: string }): Send {
  const { reply, get } = ticketCalls(area)
  return async (body, idempotencyKey, held) => {
    try {
      const message = await call(reply, { params, body, idempotencyKey, held })
      const { queryKey } = queryFor(get, { params })
      await queries.cancelQueries({ queryKey }) // an answer from before it would take it away again
      queries.setQueryData(queryKey, ticket => {
        if (!ticket || ticket.conversation.some(({ _id }) => _id === message._id)) return ticket
        return { ...ticket, conversation: [...ticket.conversation, message] }
      })
      void refresh()
    } catch (error) {
      announce(error)
      throw error
    }
  }
}
