import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { platformVendor } from '#platform/database/database.ts'
import { removeSecondFactor } from '../identity/second-factor/second-factor.ts'
import { endSessions } from '../identity/sessions/sessions.ts'
import type { CommandContext } from './command.ts'
import { Usage } from './run.ts'

export const usage = 'npm run operator -- reset-second-factor <e-mail> [<domain>]'

/**
 * Takes away the second factor of who has lost phone and recovery codes, and ends their sessions: for an administrator whom no other can help.
 * With a domain one of that vendor's people, else a platform administrator.
 */
export async function resetSecondFactor([address, domain, ...rest]: string[], { database, owner }: CommandContext): Promise<string> {
  const given = z.safeParse(email, address)
  if (rest.length > 0 || !given.success) throw new Usage(`Usage: ${usage}`)
  const { rows: vendors } = domain
    ? await owner.query<{ vendor_id: string }>('select vendor_id from vendor_domains where domain = $1', [domain.toLowerCase()])
    : { rows: [{ vendor_id: platformVendor }] }
  const vendorId = vendors[0]?.vendor_id
  if (!vendorId) throw new Usage(`No vendor is reached under ${domain}.`)
  const { rows: users } = await owner.query<{ id: string }>(
    'select id from users where vendor_id = $1 and email = $2 and operator_id is null',
    [vendorId, given.data],
  )
  const user = users[0]
  if (!user) throw new Usage(`${given.data} is nobody ${domain ? `at ${domain}` : 'of the platform; name the domain for one of a vendor'}.`)
  await database.inVendor(vendorId, async db => {
    if (!(await removeSecondFactor(db, user.id))) throw new Usage(`${given.data} has no second factor.`)
    await endSessions(db, user.id)
  })
  return `${given.data} signs in with the password alone until they turn on two-step sign-in again. They are signed out everywhere.`
}
