import type { Db } from '#platform/database/database.ts'
import { removeFile } from './uploads.ts'

/** Removes the files that neither a message nor a saved reply has. */
export async function removeUnusedFiles(db: Db, fileIds: string[]) {
  if (fileIds.length === 0) return
  const [inMessages, inReplies] = await Promise.all([
    db.selectFrom('messageFiles').where('fileId', 'in', fileIds).select('fileId').execute(),
    db.selectFrom('savedReplyFiles').where('fileId', 'in', fileIds).select('fileId').execute(),
  ])
  const used = new Set([...inMessages, ...inReplies].map(({ fileId }) => fileId))
  for (const fileId of fileIds) if (!used.has(fileId)) await removeFile(db, fileId)
}
