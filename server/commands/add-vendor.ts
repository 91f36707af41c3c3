import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { email, line } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { normalizeHost } from '#contract/text/hosts.ts'
import { defineCommand, inTransaction } from './command.ts'
import { invite, nameIn } from './invite.ts'
import { CommandError } from './run.ts'

const fields = {
  domain: z
    .string()
    .check(
      z.trim(),
      z.overwrite(normalizeHost),
      z.regex(
        /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/,
      ),
    ),
  name: line(limits.name),
  'e-mail': email,
}

/** Adds a vendor and mails its first administrator an activation link;
 * a new link when called again for the same domain and e-mail. */
export const addVendor = defineCommand(
  'npm run vendor -- add <domain> "<name>" <admin e-mail>',
  fields,
  async ({ domain, name, 'e-mail': address }, context) => {
    const ids = await inTransaction(context.owner, () =>
      insertVendor(context.owner, domain, name, address),
    ).catch(error => {
      throw error.code === '23505' ? domainInUse(domain) : error
    })
    const link = await invite(context, { ...ids, domain, email: address })
    return `${name} is available under ${domain}. Its first administrator sets a password here, within 7 days:\n\n    ${link}`
  },
)

/** Inserts the vendor and its administrator unless the
 * domain has them and no password is set yet. */
async function insertVendor(owner: pg.Client, domain: string, name: string, address: string) {
  const { rows } = await owner.query<{ vendorId: string; userId: string | null }>(
    `select d.vendor_id as "vendorId", u.id as "userId" from vendor_domains d
       left join users u on u.vendor_id = d.vendor_id and u.email = $2 and u.role = 'admin' and u.password_hash is null where d.domain = $1`,
    [domain, address],
  )
  const [existing] = rows
  if (existing?.userId === null) throw domainInUse(domain)
  if (existing) return { vendorId: existing.vendorId, userId: existing.userId }
  const [vendorId, userId] = [uuidv7(), uuidv7()]
  await owner.query('insert into vendors (vendor_id, name) values ($1, $2)', [vendorId, name])
  await owner.query('insert into vendor_domains (vendor_id, domain) values ($1, $2)', [
    vendorId,
    domain,
  ])
  const user = [vendorId, userId, address, nameIn(address)]
  await owner.query(
    "insert into users (vendor_id, id, email, name, role) values ($1, $2, $3, $4, 'admin')",
    user,
  )
  return { vendorId, userId }
}

const domainInUse = (domain: string) =>
  new CommandError(`The domain ${domain} already belongs to a vendor.`)
