import type { Area } from '#contract/paths.ts'
import { call, hasStatus } from '../../data/api.ts'
import { announceError, refresh } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { cancelTicketFetches, changeCachedTicket, readCachedTicket } from '../cachedTicket.ts'
import { ticketCalls } from '../calls.ts'
import { announceClosing } from '../changeTickets.ts'
import { messagesSince } from './collision.ts'
import { isPassing, type Send } from './outbox.ts'

/** Sends messages of a ticket, and adds each to the cached conversation once the server has
 * it. Those of customers reopen it where they may. */
export function replySender(area: Area, params: { company: string; ticket: string }): Send {
  const { reply } = ticketCalls(area)
  return async (body, idempotencyKey, scope, signal) => {
    const { dateSnoozed = null } = readCachedTicket(area, params.ticket) ?? {}
    try {
      const send = (lastMessage = body.lastMessage) =>
        call(reply, {
          params,
          body: { ...body, lastMessage, reopen: area === 'account' },
          idempotencyKey,
          scope,
          signal,
        })
      const message = await send().catch(error => {
        // After an undone merge the message that was seen is on another ticket.
        if (body.lastMessage && hasStatus(error, 404)) return send(null)
        throw error
      })
      await cancelTicketFetches(area) // an earlier response would remove the message again
      changeCachedTicket(area, params.ticket, ticket => {
        if (ticket.conversation.some(({ _id }) => _id === message._id)) return ticket
        return { ...ticket, conversation: [...ticket.conversation, message] }
      })
      if (message.closed)
        announceClosing(t.sentAndClosed, {
          _id: params.ticket,
          dateSnoozed,
          waitingFor: 'customer', // as any answer leaves it
          dateWaiting: null,
        })
      void refresh()
    } catch (error) {
      // Where the signal has aborted, another tab may have delivered the message.
      if (signal.aborted || messagesSince(error).length > 0) void refresh()
      else if (!isPassing(error)) announceError(error) // else the conversation says so
      throw error
    }
  }
}
