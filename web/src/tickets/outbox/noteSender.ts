import { ticketNotes } from '#contract/ticket-notes.ts'
import { call } from '../../data/api.ts'
import { announceError, refresh } from '../../data/queries.ts'
import { cancelTicketFetches, changeCachedTicket } from '../cachedTicket.ts'
import { notesOf } from '../notesOf.ts'
import { isPassing, type Send } from './outbox.ts'

/** Saves notes of a ticket, and adds each to the cached ones once the server has it. */
export const noteSender =
  (ticket: string): Send =>
  async (body, idempotencyKey, scope, signal) => {
    try {
      const params = { ticket }
      const note = await call(ticketNotes.write, { params, body, idempotencyKey, scope, signal })
      await cancelTicketFetches('staff')
      changeCachedTicket('staff', ticket, cached => {
        const notes = notesOf(cached)
        return notes.some(({ _id }) => _id === note._id)
          ? cached
          : { ...cached, notes: [...notes, note] }
      })
      void refresh()
    } catch (error) {
      if (signal.aborted) void refresh()
      else if (!isPassing(error)) announceError(error)
      throw error
    }
  }
