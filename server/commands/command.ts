import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import { type Config, readConfig } from '#platform/config/config.ts'
import { openSigning, type Signing } from '#platform/crypto/signing.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { queueNames } from '../app/reactions.ts'
import { CommandError, describeInstallation, run, withDatabase } from './run.ts'

/** `database` has the server's rights; `owner` is for what the server is not allowed to do. */
export type CommandContext = {
  config: Config
  database: Database
  signing: Signing
  owner: pg.Client
}
type Command = ((args: string[], context: CommandContext) => Promise<string>) & { usage: string }

/** A subcommand that takes these arguments, in this order. @throws
 * its usage, with the names of those that are not valid */
export function defineCommand<Fields extends Record<string, z.ZodMiniType>>(
  usage: string,
  fields: Fields,
  work: (args: z.output<z.ZodMiniObject<Fields>>, context: CommandContext) => Promise<string>,
): Command {
  const names = Object.keys(fields)
  const parseAndRun = async (args: string[], context: CommandContext) => {
    const parsed = z.safeParse(
      z.object(fields),
      Object.fromEntries(names.map((name, i) => [name, args[i]])),
    )
    if (parsed.success && args.length <= names.length) return work(parsed.data, context)
    const invalid = names.filter(
      (name, i) =>
        args[i] !== undefined && parsed.error?.issues.some(({ path }) => path[0] === name),
    )
    throw new CommandError(
      `${invalid.length > 0 ? `Not valid: ${invalid.map(name => `the ${name}`).join(', ')}.\n` : ''}Usage: ${usage}`,
    )
  }
  return Object.assign(parseAndRun, { usage })
}

export const runCommand = (commands: Record<string, Command>) =>
  run(async ([name = '', ...args]) => {
    const command = Object.hasOwn(commands, name) && commands[name]
    if (!command)
      throw new CommandError(
        `Usage: ${Object.values(commands)
          .map(({ usage }) => usage)
          .join('\n       ')}`,
      )
    const config = readConfig(process.env)
    const isNew = !existsSync(join(config.dataDir, 'postgres'))
    const output = await withDatabase(config, 'client', connection =>
      withConnection(config, connection, context => command(args, context)),
    )
    return `${output}\n\n${describeInstallation(config, isNew)}`
  })

export async function withConnection<T>(
  config: Config,
  connection: pg.ClientConfig,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  await migrate(connection)
  const jobs = await openJobs(connection, queueNames, error => console.error(error.message))
  const database = await openDatabase(await prepareConnectionTarget(connection), jobs, { size: 2 })
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

export async function inTransaction<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('begin')
  try {
    const result = await work()
    await owner.query('commit')
    return result
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}
