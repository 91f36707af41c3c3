import { hasBegun, readConfig } from '#platform/config/config.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { examine, report } from '../doctor/examine.ts'
import { installation, run, Usage } from './run.ts'

/** Looks at all that the server needs, beside a running server or alone, and says what to do where something is wrong. */
await run(async words => {
  if (words.length > 0) throw new Usage('Usage: npm run doctor')
  const config = readConfig(process.env, 'looks')
  if (!hasBegun(config))
    throw new Usage(
      `There is nothing to look at yet: start the server once. Is it kept elsewhere? Then run this with the server's settings.\n\n${installation(config, false)}`,
    )
  const postgres = config.databaseUrl ? null : await startPostgres(config.dataDir, 'guest').catch((error: Error) => error)
  try {
    const connection = postgres instanceof Error ? postgres : (postgres?.connection ?? { connectionString: config.databaseUrl as string })
    const findings = await examine(config, connection)
    const said = `${report(findings)}\n\n${installation(config, false)}`
    if (findings.some(({ state }) => state === 'wrong')) throw new Usage(said)
    return said
  } finally {
    if (postgres && !(postgres instanceof Error)) await postgres.stop()
  }
})
