import { hasInstallation, readConfig } from '#platform/config/config.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { backUp } from '../backup/back-up.ts'
import { describeContents } from '../backup/contents.ts'
import { CommandError, describeInstallation, fileArgument, run, stopSignal } from './run.ts'

const secrecyNotice =
  'This file contains everything: every conversation and file, and the secret that signs sessions. Keep it as safe as the server.'

await run(async args => {
  const path = fileArgument(args, 'npm run backup -- <file>')
  const config = readConfig(process.env, 'looks')
  const { databaseUrl, dataDir, storageUrl, tokenSecret } = config
  if (!hasInstallation(config))
    throw new CommandError(
      `There is nothing to back up. If the data is elsewhere, run this with the server's settings.\n\n${describeInstallation(config, false)}`,
    )
  const postgres = databaseUrl ? null : await startPostgres(dataDir, 'guest')
  try {
    const connection = postgres?.connection ?? { connectionString: databaseUrl as string }
    const storage = await openStorage({ dataDir, storageUrl })
    const contents = await backUp(path, { connection, storage, tokenSecret }, stopSignal())
    return `Backed up into ${path}: ${describeContents(contents)}\n\n${secrecyNotice}\n\n${describeInstallation(config, false)}`
  } finally {
    await postgres?.stop()
  }
})
