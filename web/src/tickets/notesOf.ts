import type { Note } from '#contract/ticket-notes.ts'
import type { Ticket, TicketOfTeam } from '#contract/tickets.ts'

const none: Note[] = []

/** Those of a ticket as the team reads it; a customer's has none. */
export const notesOf = (ticket: Ticket | TicketOfTeam): Note[] =>
  'notes' in ticket ? ticket.notes : none
