import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from '#platform/config/config.ts'
import { openSigning, type Signing } from '#platform/crypto/signing.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { mailFolder } from '#platform/mail/mailer.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { queueNames } from '../app/reactions.ts'
import { CommandError, describeInstallation, run } from './run.ts'

/** `database` has the server's rights; `owner` is for what the server is not allowed to do. */
export type CommandContext = { config: Config; database: Database; signing: Signing; owner: pg.Client }

export const linkDelivery = ({ smtpUrl, dataDir }: Config, address: string) =>
  smtpUrl
    ? `The server mails the same link to ${address}.`
    : `No mail is sent, as SMTP_URL is not set: pass this link on to ${address}. The server writes the mail into ${mailFolder(dataDir)}.`

type Command = { work: (args: string[], context: CommandContext) => Promise<string>; usage: string }

/** Runs the subcommand of the first argument, beside a running server or alone; prints its result and the installation. */
export const runCommand = (commands: Record<string, Command>) =>
  run(async ([verb, ...args]) => {
    const command = Object.entries(commands).find(([name]) => name === verb)?.[1]
    const usages = Object.values(commands).map(({ usage }) => usage)
    if (!command) throw new CommandError(`Usage: ${usages.join('\n       ')}`)
    return withCommandContext(context => command.work(args, context))
  })

async function withCommandContext(work: (context: CommandContext) => Promise<string>): Promise<string> {
  const config = readConfig(process.env)
  const isNew = !existsSync(join(config.dataDir, 'postgres'))
  const postgres = config.databaseUrl ? null : await startPostgres(config.dataDir, 'guest')
  try {
    const output = await withConnection(config, postgres?.connection ?? { connectionString: config.databaseUrl as string }, work)
    return `${output}\n\n${describeInstallation(config, isNew)}`
  } finally {
    await postgres?.stop()
  }
}

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
