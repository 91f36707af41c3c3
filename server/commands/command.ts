import pg from 'pg'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { openJobs } from '../platform/jobs.ts'
import { migrate } from '../platform/migrations.ts'
import { startPostgres } from '../platform/postgres.ts'
import { openSigning, type Signing } from '../platform/signing.ts'
import { eventNames } from '../reactions.ts'

/** What a command works with: the server's way to the database, and the owner's for what the server may not do. */
export type Workshop = { config: Config; database: Database; signing: Signing; owner: pg.Client }

/** Said to the person at the keyboard, without a stack. */
export class Usage extends Error {}

/** Runs a command beside a running server or alone, prints what it returns, and ends the process. */
export async function runCommand(work: (words: string[], workshop: Workshop) => Promise<string>) {
  try {
    console.log(await inWorkshop(workshop => work(process.argv.slice(2), workshop)))
  } catch (error) {
    console.error(error instanceof Usage || error instanceof ConfigError ? error.message : error)
    process.exitCode = 1
  }
}

async function inWorkshop<T>(work: (workshop: Workshop) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const postgres = config.databaseUrl ? null : await startPostgres(config.dataDir, 'guest')
  try {
    return await withConnection(config, postgres?.connection ?? { connectionString: config.databaseUrl as string }, work)
  } finally {
    await postgres?.stop()
  }
}

/** The same for a connection that is there already. */
export async function withConnection<T>(config: Config, connection: pg.ClientConfig, work: (workshop: Workshop) => Promise<T>): Promise<T> {
  await migrate(connection)
  const jobs = await openJobs(connection, eventNames, error => console.error(error.message))
  const database = await openDatabase(connection, jobs, 2)
  const owner = new pg.Client(connection)
  await owner.connect()
  try {
    return await work({ config, database, signing: openSigning(config.tokenSecret), owner })
  } finally {
    await owner.end()
    await database.close()
    await jobs.close()
  }
}
