import { type Kysely, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { Note } from '#contract/ticket-notes.ts'
import {
  type Db,
  type Placeholders,
  prepareQuery,
  type Value,
} from '#platform/database/database.ts'
import { byId, lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/errors.ts'
import { fileRecordOf, type LinkContext } from '../files/links.ts'
import { fullNameOf } from './ticket-rows.ts'
import { visibleTicket } from './ticket-scope.ts'

/** @throws 404 if the ticket is not visible to the team */
export async function listNotes(db: Db, actor: Actor, links: LinkContext, ticketId: string) {
  const [, notes] = await Promise.all([
    visibleTicket(db, actor, { as: 'team' }, ticketId)
      .select('tickets.id')
      .executeTakeFirstOrThrow(notFound),
    readNotes(db, links, ticketId),
  ])
  return notes
}

/** A ticket's notes with their files, the oldest first, for the
 * team only; the caller checks that the ticket is visible. */
export async function readNotes(db: Db, links: LinkContext, ticketId: string): Promise<Note[]> {
  const [rows, files] = await Promise.all([notesOf(db, { ticketId }), filesOf(db, { ticketId })])
  const attached = Map.groupBy(files, file => file.noteId)
  return rows.map(note => ({
    ...note,
    files: (attached.get(note._id) ?? []).map(file => fileRecordOf(links, db.vendorId, file)),
  }))
}

type OfTicket = { ticketId: string }

const selectNotes = (db: Kysely<Schema>, ticketId: Value<string>) =>
  db
    .selectFrom('ticketNotes')
    .where('ticketNotes.vendorId', '=', sql<string>`app_vendor()`)
    .where('ticketNotes.ticketId', '=', ticketId)

const notesOf = prepareQuery((db, { ticketId }: Placeholders<OfTicket>) =>
  selectNotes(db, ticketId)
    .innerJoinLateral(
      lookUp(db, 'users', 'ticketNotes.userId').select(fullNameOf('users').as('name')).as('u'),
      onTrue,
    )
    .select([
      'ticketNotes.id as _id',
      'ticketNotes.dateAdded',
      'ticketNotes.userId as user',
      'u.name as userName',
      'ticketNotes.contents as note',
      mentionsOf.as('mentions'),
    ])
    .orderBy('ticketNotes.dateAdded')
    .orderBy('ticketNotes.id'),
)

const mentionsOf = sql<Note['mentions']>`(
  select coalesce(json_agg(json_build_object('_id', users.id, 'name', ${fullNameOf('users')}) order by users.id), '[]')
    from note_mentions join users on users.vendor_id = note_mentions.vendor_id and users.id = note_mentions.user_id
   where note_mentions.vendor_id = ticket_notes.vendor_id and note_mentions.note_id = ticket_notes.id)`

const filesOf = prepareQuery((db, { ticketId }: Placeholders<OfTicket>) =>
  selectNotes(db, ticketId)
    .innerJoin('noteFiles', join =>
      join
        .onRef('noteFiles.vendorId', '=', 'ticketNotes.vendorId')
        .onRef('noteFiles.noteId', '=', 'ticketNotes.id'),
    )
    .innerJoin('files', byId('files', 'noteFiles.fileId'))
    .select([
      'noteFiles.noteId',
      'files.id',
      'files.fileName',
      'files.fileSize',
      'files.fileType',
      'files.uploaderId',
      'files.uploadDate',
      'files.dateStored',
      'files.scan',
      'files.infection',
      'files.linkRevision',
    ])
    .orderBy('noteFiles.position'),
)
