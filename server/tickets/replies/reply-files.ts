import type { Actor } from '#contract/actor.ts'
import type { File } from '#contract/files.ts'
import type { Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import { fileInfected } from '#platform/errors.ts'
import { type LinkContext, linksTo } from '../../files/links.ts'
import { removeUnusedFiles } from '../../files/remove-unused-files.ts'
import { attachFile } from '../../files/uploads.ts'

/** The files of the replies that the user sees, or of one, each with its links, by reply. */
export async function filesOfReplies(db: Db, links: LinkContext, userId: string, reply?: string) {
  const files = await visibleFiles(db, userId)
    .$if(reply !== undefined, q => q.where('savedReplies.id', '=', reply as string))
    .select(['savedReplyFiles.replyId', 'files.id as _id'])
    .select(['files.fileName', 'files.fileSize', 'files.fileType', 'files.uploadDate'])
    .select(['files.dateStored', 'files.scan', 'files.infection', 'files.linkRevision'])
    .orderBy('files.id')
    .execute()
  const ofEach = new Map<string, File[]>()
  for (const { replyId, scan, dateStored, linkRevision, ...file } of files) {
    const stored = { ...file, id: file._id, scan, dateStored, linkRevision }
    const linked = { ...file, ...linksTo(links, db.vendorId, stored) }
    ofEach.set(replyId, [...(ofEach.get(replyId) ?? []), linked])
  }
  return ofEach
}

/** Makes `fileIds` the files of a reply. @throws as `attachFile` does, for one that is new */
export async function setReplyFiles(db: Db, actor: Actor, replyId: string, fileIds: string[]) {
  const present = await db
    .selectFrom('savedReplyFiles')
    .where('replyId', '=', replyId)
    .select('fileId')
    .execute()
  const presentIds = present.map(({ fileId }) => fileId)
  for (const fileId of fileIds.filter(id => !presentIds.includes(id))) {
    await attachFile(db, actor, fileId, 'confirmed')
    await db.insertInto('savedReplyFiles').values({ replyId, fileId }).execute()
  }
  const gone = presentIds.filter(id => !fileIds.includes(id))
  if (gone.length > 0) await removeReplyFiles(db, gone)
}

/** A message that was sent with a file keeps it. */
async function removeReplyFiles(db: Db, fileIds: string[]) {
  await db.deleteFrom('savedReplyFiles').where('fileId', 'in', fileIds).execute()
  await removeUnusedFiles(db, fileIds)
}

/** A file of a reply that the user sees, which a message takes without a copy; undefined where it
 * is none. It is not removed before the transaction ends. @throws 409 where it is infected */
export async function findReplyFile(db: Db, userId: string, fileId: string) {
  const file = await visibleFiles(db, userId)
    .where('savedReplyFiles.fileId', '=', fileId)
    .selectAll('files')
    .forShare('savedReplyFiles')
    .executeTakeFirst()
  if (file?.scan === 'infected') throw fileInfected()
  return file
}

const visibleFiles = (db: Db, userId: string) =>
  db
    .selectFrom('savedReplyFiles')
    .innerJoin('savedReplies', byId('savedReplies', 'savedReplyFiles.replyId'))
    .innerJoin('files', byId('files', 'savedReplyFiles.fileId'))
    .where(eb =>
      eb.or([eb('savedReplies.isOfTeam', '=', true), eb('savedReplies.userId', '=', userId)]),
    )
