import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, replaceSecret } from '#platform/config/config.ts'
import { type Database, platformVendor } from '#platform/database/database.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { RefusedBackup } from '../backup/archive.ts'
import { describeContents } from '../backup/contents.ts'
import { openBackup, restore } from '../backup/restore.ts'
import { queueRestoredMails } from '../mail/mail-queue.ts'
import { withConnection } from './command.ts'
import { describeInstallation, fileArgument, run, stopSignal, withDatabase } from './run.ts'

const otherSecret =
  'TOKEN_SECRET is not the one that this backup was made with: every session would end and what is encrypted with it could never be read again. ' +
  "Set it to that one; or unset it, and the backup's is kept in DATA_DIR."

await run(async args => {
  const path = fileArgument(args, 'npm run restore -- <file>')
  const backup = await openBackup(path)
  const config = readConfig(process.env)
  const { dataDir, tokenSecret, hasStoredSecret } = config
  if (!hasStoredSecret && tokenSecret !== backup.header.tokenSecret)
    throw new RefusedBackup(otherSecret)
  const isNew = !existsSync(join(dataDir, 'postgres'))
  return withDatabase(config, 'server', async connection => {
    const storage = await openStorage(config)
    const keepSecret = (secret: string) => hasStoredSecret && replaceSecret(dataDir, secret)
    const contents = await restore(backup, { connection, storage, keepSecret }, stopSignal())
    const { version, date } = backup.header
    const restored = `Restored what Tezgah ${version} backed up at ${date}: ${describeContents(contents)}`
    const queued = await withConnection(config, connection, ({ database }) =>
      queueMails(database),
    ).then(
      () => '',
      ({ message }) =>
        `\nWaiting mails are sent within an hour of the server's start only: ${message}`,
    )
    return `${restored}${queued}\n\n${describeInstallation(config, isNew)}`
  })
})

async function queueMails(database: Database) {
  for (const vendorId of [platformVendor, ...(await database.vendorIds())])
    await database.inVendor(vendorId, queueRestoredMails)
}
