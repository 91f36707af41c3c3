import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { platformVendor } from '#platform/database/database.ts'
import { activationLink } from '../identity/passwords/activation-link.ts'
import { createActivation } from '../identity/passwords/activations.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { nameIn } from './add-vendor.ts'
import { type CommandContext, inTransaction, linkDelivery } from './command.ts'
import { auditOperator } from './operator-audit.ts'
import { CommandError } from './run.ts'

export const usage = 'npm run operator -- add <e-mail>'

/** Adds a platform administrator and mails their activation link; called again for the same e-mail, it makes a new link. */
export async function addOperator([address, ...rest]: string[], { config, database, signing, owner }: CommandContext): Promise<string> {
  const parsed = z.safeParse(email, address)
  if (address !== undefined && !parsed.success) throw new CommandError(`Not valid: the e-mail.\nUsage: ${usage}`)
  if (rest.length > 0 || !parsed.success) throw new CommandError(`Usage: ${usage}`)
  const { rows: domains } = await owner.query<{ domain: string }>(
    'select domain from vendor_domains order by domain = $1 desc, date_created limit 1',
    [new URL(config.publicUrl).hostname],
  )
  const domain = domains[0]?.domain
  if (!domain)
    throw new CommandError(
      'A platform administrator signs in at a vendor. Add the first vendor: npm run vendor -- add <domain> "<name>" <admin e-mail>',
    )
  const user = await inTransaction(owner, () => insertOperator(owner, parsed.data))
  if (user.password_hash !== null) throw new CommandError(`${parsed.data} is a platform administrator already.`)
  const activation = await database.inVendor(platformVendor, async db => {
    const id = await createActivation(db, signing, user.id, 'invitation')
    await queueMail(db, 'user.invited', user.id, { activation: id, domain })
    return id
  })
  const link = activationLink(config, signing, { vendorId: platformVendor, domain, email: parsed.data, purpose: 'invitation', activation })
  return `${parsed.data} is a platform administrator. They set a password here, within 7 days:\n\n    ${link}\n\n${linkDelivery(config, parsed.data)}`
}

/** The operator of an address, inserted if missing. A removed operator is another user. */
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
