import { hasInstallation, readConfig } from '#platform/config/config.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { examine, report } from '../doctor/examine.ts'
import { CommandError, describeInstallation, run } from './run.ts'

await run(async args => {
  if (args.length > 0) throw new CommandError('Usage: npm run doctor')
  const config = readConfig(process.env, 'looks')
  if (!hasInstallation(config))
    throw new CommandError(
      `There is nothing to check yet: start the server once. If the data is elsewhere, run this with the server's settings.\n\n${describeInstallation(config, false)}`,
    )
  const postgres = config.databaseUrl ? null : await startPostgres(config.dataDir, 'guest').catch((error: Error) => error)
  try {
    const connection = postgres instanceof Error ? postgres : (postgres?.connection ?? { connectionString: config.databaseUrl as string })
    const findings = await examine(config, connection)
    const output = `${report(findings)}\n\n${describeInstallation(config, false)}`
    if (findings.some(({ state }) => state === 'failed')) throw new CommandError(output)
    return output
  } finally {
    if (postgres && !(postgres instanceof Error)) await postgres.stop()
  }
})
