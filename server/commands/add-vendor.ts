import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { email, limits, line } from '#contract/fields.ts'
import { activationLink } from '../identity/passwords/activation-link.ts'
import { createActivation } from '../identity/passwords/activations.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { type CommandContext, linkDelivery } from './command.ts'
import { CommandError } from './run.ts'

export const usage = 'npm run vendor -- add <domain> "<name>" <admin e-mail>'
const NewVendor = z.object({
  domain: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/)),
  name: line(limits.name),
  email,
})

/** Adds a vendor and mails its first administrator an activation link; called again for the same domain and e-mail, it makes a new link. */
export async function addVendor(
  [domain, name, address, ...rest]: string[],
  { config, database, signing, owner }: CommandContext,
): Promise<string> {
  if (rest.length > 0) throw new CommandError(`Usage: ${usage}`)
  const parsed = z.safeParse(NewVendor, { domain, name, email: address })
  if (!parsed.success) {
    const invalidFields = new Set(parsed.error.issues.map(issue => String(issue.path[0])))
    throw new CommandError(
      `Not valid: ${[...invalidFields].map(field => (field === 'email' ? 'the e-mail' : `the ${field}`)).join(', ')}.\nUsage: ${usage}`,
    )
  }
  const vendor = parsed.data
  const { vendorId, userId } = await insertVendor(owner, vendor)
  const activation = await database.inVendor(vendorId, async db => {
    const id = await createActivation(db, signing, userId, 'invitation')
    await queueMail(db, 'user.invited', userId, { activation: id, domain: vendor.domain })
    return id
  })
  const link = activationLink(config, signing, { vendorId, domain: vendor.domain, email: vendor.email, purpose: 'invitation', activation })
  return `${vendor.name} is available under ${vendor.domain}. Its first administrator sets a password here, within 7 days:\n\n    ${link}\n\n${linkDelivery(config, vendor.email)}`
}

async function insertVendor(owner: CommandContext['owner'], { domain, name, email: address }: z.output<typeof NewVendor>) {
  await owner.query('begin')
  try {
    const { rows } = await owner.query<{ vendorId: string; userId: string | null }>(
      `select d.vendor_id as "vendorId", u.id as "userId" from vendor_domains d
         left join users u on u.vendor_id = d.vendor_id and u.email = $2 and u.role = 'admin' and u.password_hash is null where d.domain = $1`,
      [domain, address],
    )
    const existing = rows[0]
    if (existing && existing.userId === null) throw new CommandError(`The domain ${domain} already belongs to a vendor.`)
    const vendorId = existing?.vendorId ?? uuidv7()
    const userId = existing?.userId ?? uuidv7()
    if (!existing) {
      await owner.query('insert into vendors (vendor_id, name) values ($1, $2)', [vendorId, name])
      await owner.query('insert into vendor_domains (vendor_id, domain) values ($1, $2)', [vendorId, domain])
      await owner.query("insert into users (vendor_id, id, email, name, role) values ($1, $2, $3, $4, 'admin')", [
        vendorId,
        userId,
        address,
        nameIn(address),
      ])
    }
    await owner.query('commit')
    return { vendorId, userId }
  } catch (error) {
    await owner.query('rollback')
    if ((error as { code?: string }).code === '23505') throw new CommandError(`The domain ${domain} already belongs to a vendor.`)
    throw error
  }
}

/** A first name for a user of whom only the address is known. */
export const nameIn = (address: string) => address.split('@')[0] as string
