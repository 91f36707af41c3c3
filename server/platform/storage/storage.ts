import { openDisk } from './disk.ts'
import type { Storage } from './rules.ts'
import type { BucketTimeouts } from './s3.ts'

export { SizeMismatch, type Storage, StorageUnavailable } from './rules.ts'

/** The bucket of `storageUrl` (`s3://…`), else the folder
 * `files` in `dataDir`. @throws when the URL is not valid */
export async function openStorage(
  settings: { storageUrl?: string | undefined; dataDir: string },
  bucketTimeouts?: BucketTimeouts,
): Promise<Storage> {
  if (!settings.storageUrl) return openDisk(settings.dataDir)
  const { openBucket } = await import('./s3.ts') // on demand, as the client takes memory
  return openBucket(settings.storageUrl, bucketTimeouts)
}
