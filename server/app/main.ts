import { type Config, ConfigError, readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/database/migrations.ts'
import { releaseMemoryWhenIdle } from '#platform/memory.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { seedDemo } from '../demo/seed.ts'
import { demoCustomer } from '../vendors/portal.ts'
import { type Running, start } from './start.ts'

/** Starts the server with the environment's settings; SIGINT and SIGTERM stop it cleanly. */
async function main() {
  const config = readConfig(process.env)
  const postgres = config.databaseUrl ? null : await startPostgres(config.dataDir, 'server')
  const connection = postgres?.connection ?? { connectionString: config.databaseUrl as string }
  let running: Running | undefined
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      await running?.stop()
      await postgres?.stop()
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stop().then(() => process.exit(0)))
  try {
    if (config.demo) {
      await migrate(connection)
      // before the server listens: it is ready only with its vendor
      await seedDemo(config, connection)
    }
    running = await start(config, connection)
    releaseMemoryWhenIdle(running.http.server)
    if (!stopping) console.log(await welcome(config, running))
  } catch (error) {
    await stop()
    throw error
  }
}

async function welcome(config: Config, { platform }: Running) {
  if (config.demo) {
    const { password } = demoCustomer
    return [
      '',
      `  Tezgah is ready: ${config.publicUrl}`,
      '',
      `  customer       ${demoCustomer.email}  ${password}`,
      `  staff          staff@demo.test     ${password}`,
      `  administrator  admin@demo.test     ${password}`,
      '',
      `  Mails: ${config.publicUrl}/mailbox   API: ${config.publicUrl}/api/docs   Ctrl+C stops it`,
      '',
    ].join('\n')
  }
  const vendors = await platform.database.vendorIds()
  const hint =
    'There is no vendor yet. Add the first one while the server runs:\n\n    npm run vendor -- add <domain> "<name>" <admin e-mail>\n'
  return `Tezgah is ready: ${config.publicUrl}${vendors.length === 0 ? `\n${hint}` : ''}`
}

main().catch(error => {
  const { code = '' } = error as { code?: string }
  const expected =
    error instanceof ConfigError ||
    ['ALREADY_RUNNING', 'NEWER_DATABASE', 'EADDRINUSE'].includes(code)
  console.error(expected ? `Tezgah does not start. ${(error as Error).message}` : error)
  process.exit(1)
})
