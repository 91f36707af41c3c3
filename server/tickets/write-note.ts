import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import { maxNoteBytes, maxNotes, type NewNote, type Note } from '#contract/ticket-notes.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { publish } from '../events/notices.ts'
import { fileRecordOf, type LinkContext } from '../files/links.ts'
import { attachFile } from '../files/uploads.ts'
import { assertRoomForText } from '../files/usage.ts'
import { isActiveColleague } from './assignment.ts'
import { assertNotMerged } from './merged-tickets.ts'
import { recordChange } from './record-change.ts'
import { fullNameOf } from './ticket-rows.ts'
import { lockTicket, type TicketScope, visibleTicket } from './ticket-scope.ts'

const team: TicketScope = { as: 'team' }

/** Writes a note, which changes nothing of its ticket. @throws 404 for an unknown ticket
 * or user, 409 where a mentioned user is no active member of the team,
 * on a merged ticket, with too many notes, or above the quota */
export async function writeNote(
  db: Db,
  actor: Actor,
  links: LinkContext,
  ticketId: string,
  { contents, mentions, files }: NewNote,
): Promise<Note> {
  const id = uuidv7()
  const mentioned = [...new Set(mentions)]
  const event = { ticket: ticketId, note: id }
  const { ticket, written, people } = await db.inOrder({
    ticket: () => lockTicket(db, actor, team, ticketId),
    written: () => insertNote(db, actor, ticketId, { id, contents }),
    people: async () => (mentioned.length > 0 ? insertMentions(db, id, mentioned) : []),
    record: () => recordChange(db, actor, links.domain, { kind: 'ticket.noted', ...event }),
    recordMentions: async () =>
      mentioned.length > 0 &&
      recordChange(db, actor, links.domain, { kind: 'ticket.mentioned', ...event }),
    count: () => assertNotTooManyNotes(db, ticketId),
    room: () => assertRoomForText(db, links.platform.config),
  })
  if (ticket.status === 'archived') await assertNotMerged(db, ticketId)
  publish(db, { kind: 'note', ticket: ticketId, company: ticket.companyId })
  const attached = []
  for (const [position, fileId] of files.entries()) {
    attached.push(await attachFile(db, actor, fileId, 'reserved'))
    await db.insertInto('noteFiles').values({ noteId: id, fileId, position }).execute()
  }
  return {
    ...written,
    user: actor.userId,
    userName: actor.name,
    note: contents,
    mentions: people,
    files: attached.map(file => fileRecordOf(links, db.vendorId, file)),
  }
}

const insertNote = (
  db: Db,
  actor: Actor,
  ticketId: string,
  { id, contents }: { id: string; contents: string },
) =>
  db
    .insertInto('ticketNotes')
    .columns(['id', 'ticketId', 'userId', 'contents', 'dateAdded'])
    .expression(
      visibleTicket(db, actor, team, ticketId).select(({ val }) => [
        val(id).as('id'),
        'tickets.id as ticketId',
        val(actor.userId).as('userId'),
        val(contents).as('contents'),
        sql<string>`clock_timestamp()`.as('dateAdded'),
      ]),
    )
    .returning(['id as _id', 'dateAdded'])
    .executeTakeFirstOrThrow(notFound)

async function insertMentions(db: Db, noteId: string, mentioned: string[]) {
  const people = await db
    .selectFrom('users')
    .where('users.id', '=', sql<string>`any(${mentioned}::uuid[])`)
    .select([
      'users.id as _id',
      fullNameOf('users').as('name'),
      isActiveColleague.as('isMentionable'),
    ])
    .orderBy('users.id')
    .execute()
  const other = people.find(({ isMentionable }) => !isMentionable)
  if (other) throw conflict('notMentionable', other.name)
  if (people.length < mentioned.length) throw notFound()
  await db
    .insertInto('noteMentions')
    .values(mentioned.map(userId => ({ noteId, userId })))
    .execute()
  return people.map(({ _id, name }) => ({ _id, name }))
}

/** The team's answer has all notes of a ticket. @throws 409 */
export async function assertNotTooManyNotes(db: Db, ticketId: string) {
  const { count, bytes } = await db
    .selectFrom('ticketNotes')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(octet_length(contents)), 0)::int`.as('bytes'),
    ])
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow()
  if (count > maxNotes || bytes > maxNoteBytes) throw conflict('tooManyNotes')
}
