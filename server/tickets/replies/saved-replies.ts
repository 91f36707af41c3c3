import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import {
  maxSavedReplies,
  type NewSavedReply,
  type SavedReply,
  type SavedReplyChange,
} from '#contract/saved-replies.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { publish } from '../../events/notices.ts'
import type { LinkContext } from '../../files/links.ts'
import { filesOfReplies, setReplyFiles } from './reply-files.ts'

/** Their own, and those of the team, which any of its members changes. */
const repliesOf = (db: Db, userId: string) =>
  db
    .selectFrom('savedReplies')
    .where(eb => eb.or([eb('isOfTeam', '=', true), eb('userId', '=', userId)]))

export async function listSavedReplies(
  db: Db,
  links: LinkContext,
  userId: string,
): Promise<{ replies: SavedReply[] }> {
  const [replies, files] = await Promise.all([
    repliesOf(db, userId)
      .select(['id as _id', 'shortcode', 'turkish', 'english', 'isOfTeam'])
      .orderBy(sql`shortcode collate turkish`)
      .orderBy('id')
      .execute(),
    filesOfReplies(db, links, userId),
  ])
  return { replies: replies.map(reply => ({ ...reply, files: files.get(reply._id) ?? [] })) }
}

/** @throws 409 for a shortcode that another one has, or beyond the limit */
export async function saveReply(
  db: Db,
  links: LinkContext,
  actor: Actor,
  { files, ...reply }: NewSavedReply,
): Promise<SavedReply> {
  const _id = uuidv7()
  await requirePlace(db, actor.userId, reply.isOfTeam)
  await db
    .insertInto('savedReplies')
    .values({ id: _id, userId: actor.userId, ...reply })
    .execute()
    .catch(refuse)
  await setReplyFiles(db, actor, _id, files)
  if (reply.isOfTeam) publishToTeam(db)
  const saved = await filesOfReplies(db, links, actor.userId, _id)
  return { _id, ...reply, files: saved.get(_id) ?? [] }
}

/** Returns its shortcode, and the one that it had, where it is or was the team's; else null.
 * @throws 404 for a reply of a colleague, 409 as `saveReply` does, or without a text */
export async function changeSavedReply(
  db: Db,
  actor: Actor,
  id: string,
  { isOfTeam, files, ...change }: SavedReplyChange,
): Promise<string | null> {
  const reply = await lockReply(db, actor, id)
  const isMoved = isOfTeam !== undefined && isOfTeam !== reply.isOfTeam
  if (isMoved) await requirePlace(db, actor.userId, isOfTeam)
  await db
    .updateTable('savedReplies')
    .set({ ...reply, ...change, ...(isMoved && { isOfTeam, userId: actor.userId }) })
    .where('id', '=', id)
    .execute()
    .catch(refuse)
  if (files !== undefined) await setReplyFiles(db, actor, id, files)
  if (!isOfTeam && !reply.isOfTeam) return null
  publishToTeam(db)
  const { shortcode } = reply
  return [...new Set([shortcode, change.shortcode ?? shortcode])].map(nameOfReply).join(' → ')
}

export const nameOfReply = (shortcode: string) => `/${shortcode}`

/** Returns the shortcode of one of the team. @throws 404 for a reply of a colleague */
export async function removeSavedReply(db: Db, actor: Actor, id: string): Promise<string | null> {
  const { isOfTeam, shortcode } = await lockReply(db, actor, id)
  await setReplyFiles(db, actor, id, [])
  await db.deleteFrom('savedReplies').where('id', '=', id).execute()
  if (!isOfTeam) return null
  publishToTeam(db)
  return nameOfReply(shortcode)
}

const lockReply = (db: Db, { userId }: Actor, id: string) =>
  repliesOf(db, userId)
    .where('id', '=', id)
    .select(['isOfTeam', 'shortcode', 'turkish', 'english'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

const publishToTeam = (db: Db) => publish(db, { kind: 'change', companies: [] })

async function requirePlace(db: Db, userId: string, isOfTeam: boolean) {
  const { count } = await db
    .selectFrom('savedReplies')
    .where('isOfTeam', '=', isOfTeam)
    .$if(!isOfTeam, q => q.where('userId', '=', userId))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxSavedReplies) throw conflict('tooManySavedReplies')
}

/** By the constraint: the shortcode of another one (23505), or no text in any language (23514). */
function refuse(error: { code?: string }): never {
  if (error.code === '23505') throw conflict('shortcodeTaken')
  throw error.code === '23514' ? conflict('savedReplyEmpty') : error
}
