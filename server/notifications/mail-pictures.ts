import type { Selectable } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { fileStateOf } from '../files/scans.ts'
import { canHaveThumbnail, type Thumbnail } from '../files/thumbnail.ts'
import { readThumbnails } from '../files/thumbnails.ts'
import { MailPostponed } from '../mail/mail-queue.ts'

const maxPictures = 4

type Scan = Selectable<Schema['files']>['scan']

export type MailFile = {
  fileId: string
  fileName: string
  fileSize: number
  fileType: string
  dateStored: string | null
  scan: Scan
  storageId: string
}
type Context = { config: Pick<Config, 'clamavUrl'>; database: Database; storage: Storage }

/** Thumbnails of the first pictures, by file; without those that may not be
 * opened or cannot be decoded. @throws MailPostponed while they are drawn */
export async function readPictures(
  context: Context,
  vendor: string,
  files: MailFile[],
): Promise<Map<string, Thumbnail>> {
  const shown = files
    .filter(file => canHaveThumbnail(file) && fileStateOf(file, context.config) === 'ready')
    .slice(0, maxPictures)
  const { thumbnails, isComplete } = await readThumbnails(context, vendor, shown)
  if (!isComplete) throw new MailPostponed()
  return thumbnails
}

export const contentIdOf = (fileId: string) => `${fileId}@thumbnail`
