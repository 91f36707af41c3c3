import type { Config } from '#platform/config/config.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { fileStateOf } from '../files/scans.ts'
import { canHaveThumbnail, makeThumbnail, type Thumbnail } from '../files/thumbnails.ts'
import { storageKey } from '../files/uploads.ts'

const maxPictures = 4

export type MailFile = {
  fileId: string
  fileName: string
  fileSize: number
  fileType: string
  scan: 'waiting' | 'clean' | 'oversize' | 'infected' | null
  storageId: string
}
type Context = { config: Pick<Config, 'clamavUrl'>; storage: Storage }

/** Thumbnails of the first pictures, by file; without those
 * that may not be opened or cannot be decoded. */
export async function readPictures(
  { config, storage }: Context,
  vendor: string,
  files: MailFile[],
): Promise<Map<string, Thumbnail>> {
  const shown = files
    .filter(file => canHaveThumbnail(file) && fileStateOf(file, config) === 'ready')
    .slice(0, maxPictures)
  const pictures = new Map<string, Thumbnail>()
  for (const { fileId, storageId } of shown) {
    const picture = await makeThumbnail(storage, storageKey(vendor, storageId))
    if (picture) pictures.set(fileId, picture)
  }
  return pictures
}

export const contentIdOf = (fileId: string) => `${fileId}@thumbnail`
