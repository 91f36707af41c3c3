import { hasBegun, readConfig } from '#platform/config/config.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { backUp } from '../backup/back-up.ts'
import { sizeInWords } from '../backup/contents.ts'
import { fileIn, installation, run, Usage, untilStopped } from './run.ts'

const secrecy =
  'Whoever has this file has all of it: every conversation and file, and the secret that signs sessions. Keep it as safe as the server.'

/** Backs everything up into a file, beside a running server or alone. */
await run(async words => {
  const path = fileIn(words, 'npm run backup -- <file>')
  const config = readConfig(process.env, 'looks')
  const { databaseUrl, dataDir, storageUrl, tokenSecret } = config
  if (!hasBegun(config))
    throw new Usage(
      `There is nothing to back up. Is it kept elsewhere? Then run this with the server's settings.\n\n${installation(config, false)}`,
    )
  const postgres = databaseUrl ? null : await startPostgres(dataDir, 'guest')
  try {
    const connection = postgres?.connection ?? { connectionString: databaseUrl as string }
    const storage = await openStorage({ dataDir, ...(storageUrl && { storageUrl }) })
    const contents = await backUp(path, { connection, storage, tokenSecret }, untilStopped())
    return `Backed up into ${path}: ${sizeInWords(contents)}\n\n${secrecy}\n\n${installation(config, false)}`
  } finally {
    await postgres?.stop()
  }
})
