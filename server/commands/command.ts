import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { Refused } from '../backup/archive.ts'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { openJobs } from '../platform/jobs.ts'
import { mailFolder } from '../platform/mail.ts'
import { migrate } from '../platform/migrations.ts'
import { startPostgres } from '../platform/postgres.ts'
import { openSigning, type Signing } from '../platform/signing.ts'
import { eventNames } from '../reactions.ts'

/** What a command works with: the server's way to the database, and the owner's for what the server may not do. */
export type Workshop = { config: Config; database: Database; signing: Signing; owner: pg.Client }

/** Said to the person at the keyboard, without a stack. */
export class Usage extends Error {}

/** Which installation a command works on. Another one than the server's is easily met, by other settings; so it is said. */
export function installation({ databaseUrl, dataDir }: Config, isNew: boolean): string {
  if (databaseUrl) {
    const { hostname, port, pathname } = new URL(databaseUrl)
    return `Installation: the database ${pathname.slice(1)} at ${hostname || 'localhost'}${port && `:${port}`} (DATABASE_URL).`
  }
  const there = `Installation: ${dataDir} (DATA_DIR)`
  if (!isNew) return `${there}.`
  return `${there}, made just now. If your server uses another one, run this again with the server's DATA_DIR or DATABASE_URL.`
}

/** How a printed link comes to who is to follow it. */
export const delivery = ({ smtpUrl, dataDir }: Config, address: string) =>
  smtpUrl
    ? `The server mails the same link to ${address}.`
    : `No mail is sent, as SMTP_URL is not set: pass this link on to ${address}. The server writes the mail into ${mailFolder(dataDir)}.`

/** Runs a command beside a running server or alone, prints what it returns and where, and ends the process. */
export const runCommand = (work: (words: string[], workshop: Workshop) => Promise<string>) =>
  run(words => inWorkshop(workshop => work(words, workshop)))

/** Prints what a command says of what it did, or of why it did not; the signal is for who is told to stop before it is done. */
export async function run(work: (words: string[], signal: AbortSignal) => Promise<string>) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Usage('Stopped before it was done.')))
  try {
    console.log(await work(process.argv.slice(2), stop.signal))
  } catch (error) {
    const reason = stop.signal.aborted ? stop.signal.reason : error
    const known = [Usage, ConfigError, Refused].some(kind => reason instanceof kind) || codeOf(reason) === 'ALREADY_RUNNING'
    console.error(known ? reason.message : reason)
    process.exitCode = 1
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code

/** The file that a command is given; said from where npm was called, whatever folder it runs in. */
export function fileIn(words: string[], usage: string): string {
  const [file, ...rest] = words
  if (!file || file.startsWith('-') || rest.length > 0) throw new Usage(`Usage: ${usage}`)
  return resolve(process.env.INIT_CWD || '.', file)
}

async function inWorkshop(work: (workshop: Workshop) => Promise<string>): Promise<string> {
  const config = readConfig(process.env)
  const isNew = !existsSync(join(config.dataDir, 'postgres'))
  const postgres = config.databaseUrl ? null : await startPostgres(config.dataDir, 'guest')
  try {
    const said = await withConnection(config, postgres?.connection ?? { connectionString: config.databaseUrl as string }, work)
    return `${said}\n\n${installation(config, isNew)}`
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
