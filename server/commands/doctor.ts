import { examine, report } from '../doctor/examine.ts'
import { CommandError, describeInstallation, readInstallation, run, withDatabase } from './run.ts'

await run(async args => {
  if (args.length > 0) throw new CommandError('Usage: npm run doctor')
  const config = readInstallation('There is nothing to check yet: start the server once.')
  // Without a database the other checks still run.
  const findings = await withDatabase(config, 'client', connection => examine(config, connection)).catch(error => examine(config, error))
  const output = `${report(findings)}\n\n${describeInstallation(config, false)}`
  if (findings.some(({ state }) => state === 'failed')) throw new CommandError(output)
  return output
})
