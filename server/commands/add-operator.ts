import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { email } from '#contract/fields.ts'
import { platformVendor } from '#platform/database/database.ts'
import { findPublicHost } from '../vendors/public-host.ts'
import { defineCommand, inTransaction } from './command.ts'
import { invite, nameIn } from './invite.ts'
import { auditOperator } from './operator-audit.ts'
import { CommandError } from './run.ts'

/** Adds a platform administrator and mails their activation link;
 * called again for the same e-mail, it makes a new link. */
export const addOperator = defineCommand(
  'npm run operator -- add <e-mail>',
  { 'e-mail': email },
  async ({ 'e-mail': address }, context) => {
    const { owner } = context
    const domain = await findPublicHost(context)
    if (!domain)
      throw new CommandError(
        'A platform administrator signs in at a vendor. Add the first vendor: npm run vendor -- add <domain> "<name>" <admin e-mail>',
      )
    const user = await inTransaction(owner, () => insertOperator(owner, address))
    if (user.password_hash !== null)
      throw new CommandError(`${address} is a platform administrator already.`)
    const link = await invite(context, {
      vendorId: platformVendor,
      userId: user.id,
      domain,
      email: address,
    })
    return `${address} is a platform administrator. They set a password here, within 7 days:\n\n    ${link}`
  },
)

async function insertOperator(owner: pg.Client, address: string) {
  const { rows: added } = await owner.query(
    `insert into users (vendor_id, id, email, name, role) values ($1, $2, $3, $4, 'operator')
       on conflict (vendor_id, email) where operator_id is null do nothing returning id`,
    [platformVendor, uuidv7(), address, nameIn(address)],
  )
  if (added.length > 0) await auditOperator(owner, 'add', address)
  const { rows } = await owner.query<{ id: string; password_hash: string | null }>(
    'select id, password_hash from users where vendor_id = $1 and email = $2 and operator_id is null',
    [platformVendor, address],
  )
  return rows[0] as (typeof rows)[0]
}
