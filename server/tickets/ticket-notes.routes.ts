import { ticketNotes } from '#contract/ticket-notes.ts'
import { registerRoutes } from '#platform/http/http.ts'
import type { LinkServices } from '../files/links.ts'
import { listNotes } from './read-notes.ts'
import { writeNote } from './write-note.ts'

export default registerRoutes<typeof ticketNotes, LinkServices>('ticketNotes', ticketNotes, {
  list: async ({ db, actor, params, platform, domain }) => ({
    notes: await listNotes(db, actor, { platform, domain }, params.ticket),
  }),
  write: ({ db, actor, params, body, platform, domain }) =>
    writeNote(db, actor, { platform, domain }, params.ticket, body),
})
