import type { Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import { publish } from '../events/notices.ts'

/** Tells open pages of a new state of a file that a message or a note has. */
export async function publishTicketsOf(db: Db, fileId: string) {
  const noted = await db
    .selectFrom('noteFiles')
    .innerJoin('ticketNotes', byId('ticketNotes', 'noteFiles.noteId'))
    .innerJoin('tickets', byId('tickets', 'ticketNotes.ticketId'))
    .where('noteFiles.fileId', '=', fileId)
    .select(['tickets.id', 'tickets.companyId'])
    .executeTakeFirst()
  if (noted) return publish(db, { kind: 'note', ticket: noted.id, company: noted.companyId })
  const tickets = await db
    .selectFrom('messageFiles')
    .innerJoin('messages', byId('messages', 'messageFiles.messageId'))
    .innerJoin('tickets', byId('tickets', 'messages.ticketId'))
    .where('messageFiles.fileId', '=', fileId)
    .select(['tickets.id', 'tickets.companyId'])
    .distinct()
    .execute()
  for (const ticket of tickets)
    publish(db, { kind: 'ticket', ticket: ticket.id, company: ticket.companyId })
}
