import { resolve } from 'node:path'
import { type Config, ConfigError } from '#platform/config/config.ts'
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

/** Aborts on SIGINT and SIGTERM, for a command that undoes what it has begun. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new CommandError('Stopped before it was done.')))
  return controller.signal
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** The command's file argument, relative to the folder in which npm was called. */
export function fileArgument(args: string[], usage: string): string {
  const [file, ...rest] = args
  if (!file || file.startsWith('-') || rest.length > 0) throw new CommandError(`Usage: ${usage}`)
  return resolve(process.env.INIT_CWD || '.', file)
}
