import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { platformVendor } from '#platform/database/database.ts'
import { removeSecondFactor } from '../identity/second-factor/second-factor.ts'
import { endSessions } from '../identity/sessions/sessions.ts'
import type { CommandContext } from './command.ts'
import { CommandError } from './run.ts'

export const usage = 'npm run operator -- reset-second-factor <e-mail> [<domain>]'

/** Removes the second factor of a user of the domain, or of a platform administrator, and ends their sessions. */
export async function resetSecondFactor([address, domain, ...rest]: string[], { database, owner }: CommandContext): Promise<string> {
  const parsed = z.safeParse(email, address)
  if (rest.length > 0 || !parsed.success) throw new CommandError(`Usage: ${usage}`)
  const { rows: vendors } = domain
    ? await owner.query<{ vendor_id: string }>('select vendor_id from vendor_domains where domain = $1', [domain.toLowerCase()])
    : { rows: [{ vendor_id: platformVendor }] }
  const vendorId = vendors[0]?.vendor_id
  if (!vendorId) throw new CommandError(`There is no vendor under ${domain}.`)
  const { rows: users } = await owner.query<{ id: string }>(
    'select id from users where vendor_id = $1 and email = $2 and operator_id is null',
    [vendorId, parsed.data],
  )
  const user = users[0]
  if (!user)
    throw new CommandError(
      `${parsed.data} is no user ${domain ? `of ${domain}` : 'of the platform; name the domain for a user of a vendor'}.`,
    )
  await database.inVendor(vendorId, async db => {
    if (!(await removeSecondFactor(db, user.id))) throw new CommandError(`${parsed.data} has no second factor.`)
    await endSessions(db, user.id)
  })
  return `${parsed.data} signs in with the password alone until they turn on two-step sign-in again. They are signed out everywhere.`
}
