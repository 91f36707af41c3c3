import * as z from 'zod/mini'
import { validEmailOfAccount } from '#contract/fields.ts'
import { formerAddress } from '#contract/text/addresses.ts'
import { normalizeHost } from '#contract/text/hosts.ts'
import { platformVendor } from '#platform/database/database.ts'
import { spellingsOf } from '../identity/accounts/by-address.ts'
import { removeSecondFactor } from '../identity/second-factor/second-factor.ts'
import { endSessions } from '../identity/sessions/sessions.ts'
import { defineCommand } from './command.ts'
import { CommandError } from './run.ts'

const fields = { 'e-mail': validEmailOfAccount, domain: z.optional(z.string()) }

export const resetSecondFactor = defineCommand(
  'npm run operator -- reset-second-factor <e-mail> [<domain>]',
  fields,
  async (args, context) => {
    const { 'e-mail': address, domain } = args
    const { config, database, owner } = context
    const { rows: vendors } = domain
      ? await owner.query<{ vendor_id: string }>(
          'select vendor_id from vendor_domains where domain = $1',
          [normalizeHost(domain)],
        )
      : { rows: [{ vendor_id: platformVendor }] }
    const vendorId = vendors[0]?.vendor_id
    if (!vendorId) throw new CommandError(`There is no vendor under ${domain}.`)
    const { rows: users } = await owner.query<{ id: string }>(
      `select id from users where vendor_id = $1 and email = any($2) and operator_id is null
        order by password_hash is null, email <> $3 limit 1`,
      [vendorId, spellingsOf(address), formerAddress(address)],
    )
    const user = users[0]
    if (!user)
      throw new CommandError(
        `${address} is no user ${domain ? `of ${domain}` : 'of the platform; name the domain for a user of a vendor'}.`,
      )
    await database.inVendor(vendorId, async db => {
      if (!(await removeSecondFactor(db, user.id)))
        throw new CommandError(`${address} has no second factor.`)
      await endSessions(db, user.id)
    })
    const next =
      config.operatorSecondFactor && vendorId === platformVendor
        ? 'sets up two-step sign-in again at the next sign-in'
        : 'signs in with the password alone until they turn on two-step sign-in again'
    return `${address} ${next}. They are signed out everywhere.`
  },
)
