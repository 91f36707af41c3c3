import { openStorage } from '#platform/storage/storage.ts'
import { backUp } from './back-up.ts'
import { describeContents } from './contents.ts'
import type { BackupReport, BackupRequest } from './scheduled.ts'

// Makes one backup in a process of its own, so that it does
// not slow down the server. It stops with the server.

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
process.once('disconnect', () => stop.abort())

process.once(
  'message',
  async ({ path, connection, dataDir, storageUrl, tokenSecret }: BackupRequest) => {
    process.send?.(await report(), undefined, undefined, () => process.disconnect?.())

    async function report(): Promise<BackupReport> {
      try {
        const storage = await openStorage({ dataDir, storageUrl })
        const contents = await backUp(path, { connection, storage, tokenSecret }, stop.signal)
        return {
          made: describeContents(contents),
          lost: contents.lost.length,
          files: contents.files,
        }
      } catch (error) {
        return { failed: error instanceof Error ? error.message : String(error) }
      }
    }
  },
)
