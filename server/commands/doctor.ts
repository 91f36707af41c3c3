import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { examine, report } from '../doctor/examine.ts'
import { CommandError, describeInstallation, readInstallation, run, withDatabase } from './run.ts'

await run(async args => {
  const { success, data: mailTo } = z.safeParse(z.optional(email), args[0])
  if (args.length > 1 || !success)
    throw new CommandError(
      'Usage: npm run doctor [-- <e-mail>]   (with an address, a test mail is sent to it)',
    )
  const config = readInstallation('There is nothing to check yet: start the server once.')
  let isStarted = false
  const findings = await withDatabase(config, 'client', connection => {
    isStarted = true
    return examine(config, connection, mailTo)
  }).catch(error => {
    if (isStarted) throw error
    return examine(config, error, mailTo) // without a database the other checks still run
  })
  const output = `${report(findings)}\n\n${describeInstallation(config, false)}`
  if (findings.some(({ state }) => state === 'failed')) throw new CommandError(output)
  return output
})
