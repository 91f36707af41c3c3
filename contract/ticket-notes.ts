import * as z from 'zod/mini'
import { vendorTeam } from './actor.ts'
import { id, instant } from './fields.ts'
import { FileRecord, notEmpty, textAndFiles } from './files.ts'
import { get, post } from './route.ts'

/** Of one ticket; every answer with the ticket has all of them. */
export const maxNotes = 500
/** Of their texts in UTF-8, as one call returns them all. */
export const maxNoteBytes = 512 * 1_024

/** The colleagues whom one note mentions. */
export const maxMentions = 50

/** A note between the vendor's people: no answer to a customer has it. */
export const Note = z.object({
  _id: id,
  dateAdded: instant,
  user: id,
  userName: z.string(),
  /** empty where it has files only */
  note: z.string(),
  /** with their present names */
  mentions: z.array(z.object({ _id: id, name: z.string() })),
  files: z.array(FileRecord),
})
export type Note = z.output<typeof Note>

const NewNote = z
  .object({
    ...textAndFiles,
    /** active members of the team, who are notified */
    mentions: z._default(z.array(id).check(z.maxLength(maxMentions)), []),
  })
  .check(notEmpty)
export type NewNote = z.output<typeof NewNote>

export const ticketNotes = {
  list: get('/staff/ticket/:ticket/note', {
    allow: vendorTeam,
    about: 'The internal notes of a ticket, the oldest first; the ticket itself has them too',
    returns: z.object({ notes: z.array(Note) }),
  }),
  write: post('/staff/ticket/:ticket/note', {
    allow: vendorTeam,
    about: `Write an internal note, of ${maxNotes} on a ticket, which only the team sees; also on a closed or archived ticket`,
    body: NewNote,
    returns: Note,
    creates: true,
    rateLimits: [{ name: 'notes', max: 60, seconds: 120 }],
  }),
}
