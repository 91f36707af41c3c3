import { examine, report } from '../doctor/examine.ts'
import { CommandError, describeInstallation, readInstallation, run, withDatabase } from './run.ts'

await run(async args => {
  if (args.length > 0) throw new CommandError('Usage: npm run doctor')
  const config = readInstallation('There is nothing to check yet: start the server once.')
  let isStarted = false
  const findings = await withDatabase(config, 'client', connection => {
    isStarted = true
    return examine(config, connection)
  }).catch(error => {
    if (isStarted) throw error
    return examine(config, error) // without a database the other checks still run
  })
  const output = `${report(findings)}\n\n${describeInstallation(config, false)}`
  if (findings.some(({ state }) => state === 'failed')) throw new CommandError(output)
  return output
})
