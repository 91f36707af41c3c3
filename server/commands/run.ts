import { resolve } from 'node:path'
import type pg from 'pg'
import { type Config, ConfigError, hasInstallation, readConfig } from '#platform/config/config.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { RefusedBackup } from '../backup/archive.ts'

// Shared by all commands. It imports little, so that small commands take little memory.

/** An error whose message is printed without a stack. */
export class CommandError extends Error {}

/** The installation that a command used: with other settings it is not the server's. */
export function describeInstallation({ databaseUrl, dataDir }: Config, isNew: boolean): string {
  if (databaseUrl) {
    const { hostname, port, pathname } = new URL(databaseUrl)
    return `Installation: the database ${pathname.slice(1)} at ${hostname || 'localhost'}${port && `:${port}`} (DATABASE_URL).`
  }
  const location = `Installation: ${dataDir} (DATA_DIR)`
  if (!isNew) return `${location}.`
  return `${location}, made just now. If your server uses another one, run this again with the server's DATA_DIR or DATABASE_URL.`
}

export async function run(work: (args: string[]) => Promise<string>) {
  try {
    console.log(await work(process.argv.slice(2)))
  } catch (error) {
    const known =
      [CommandError, ConfigError, RefusedBackup].some(kind => error instanceof kind) ||
      ['ALREADY_RUNNING', 'NEWER_DATABASE'].includes(codeOf(error))
    console.error(known ? (error as Error).message : error)
    process.exitCode = 1
  }
}

/** @throws CommandError when there is no installation */
export function readInstallation(whatIsMissing: string): Config {
  const config = readConfig(process.env, 'looks')
  if (hasInstallation(config)) return config
  throw new CommandError(
    `${whatIsMissing} If the data is elsewhere, run this with the server's settings.\n\n${describeInstallation(config, false)}`,
  )
}

/** Runs `work` with the owner's connection to DATABASE_URL, or
 * to the embedded PostgreSQL, which is started if necessary. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  holder: 'server' | 'client',
  work: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work({ connectionString: databaseUrl })
  const postgres = await startPostgres(dataDir, holder)
  try {
    return await work(postgres.connection)
  } finally {
    await postgres.stop()
  }
}

/** Aborts on SIGINT and SIGTERM, for a command that undoes what it has begun. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new CommandError('Stopped before it was done.')))
  return controller.signal
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** The path is relative to the folder in which npm was called. */
export function fileArgument(args: string[], usage: string): string {
  const [file, ...rest] = args
  if (!file || file.startsWith('-') || rest.length > 0) throw new CommandError(`Usage: ${usage}`)
  return resolve(process.env.INIT_CWD || '.', file)
}
