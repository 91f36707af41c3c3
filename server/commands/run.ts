import { resolve } from 'node:path'
import { type Config, ConfigError } from '#platform/config/config.ts'
import { RefusedBackup } from '../backup/archive.ts'

// What every command is made of. It knows little, so that a command that needs little takes little memory.

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

/** Prints what a command says of what it did, or of why it did not. */
export async function run(work: (words: string[]) => Promise<string>) {
  try {
    console.log(await work(process.argv.slice(2)))
  } catch (error) {
    const known =
      [Usage, ConfigError, RefusedBackup].some(kind => error instanceof kind) ||
      ['ALREADY_RUNNING', 'NEWER_DATABASE'].includes(codeOf(error))
    console.error(known ? (error as Error).message : error)
    process.exitCode = 1
  }
}

/** For a command that undoes what it has begun when it is told to stop. */
export function untilStopped(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Usage('Stopped before it was done.')))
  return stop.signal
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** The file that a command is given; said from where npm was called, whatever folder it runs in. */
export function fileIn(words: string[], usage: string): string {
  const [file, ...rest] = words
  if (!file || file.startsWith('-') || rest.length > 0) throw new Usage(`Usage: ${usage}`)
  return resolve(process.env.INIT_CWD || '.', file)
}
