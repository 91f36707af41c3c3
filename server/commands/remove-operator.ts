import type pg from 'pg'
import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { platformVendor } from '#platform/database/database.ts'
import { type CommandContext, inTransaction } from './command.ts'
import { auditOperator } from './operator-audit.ts'
import { Usage } from './run.ts'

export const usage = 'npm run operator -- remove <e-mail>'

/** Removes a platform administrator everywhere in one transaction: sessions at all vendors, password, second factor, links and role. */
export async function removeOperator([address, ...rest]: string[], { owner }: CommandContext): Promise<string> {
  const given = z.safeParse(email, address)
  if (rest.length > 0 || !given.success) throw new Usage(`Usage: ${usage}`)
  const ended = await inTransaction(owner, () => endOperator(owner, given.data))
  if (ended === null) throw new Usage(`${given.data} is no platform administrator. npm run operator -- list shows who is.`)
  const sessions = ended === 0 ? 'No session was open.' : `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.`
  const notes = [await ownUsers(owner, given.data), await operatorsLeft(owner)].filter(Boolean)
  return [
    `${given.data} is no longer a platform administrator. ${sessions} Password, second factor and links are gone, and the audit of every vendor says so.`,
    ...notes,
  ].join('\n\n')
}

/**
 * Returns how many sessions have ended; null where the address is no operator's. The rows stay, as tickets, messages and the audit name them
 * as authors. The platform's row links to itself: an operator who is added with the same address later is another one.
 */
async function endOperator(owner: pg.Client, address: string): Promise<number | null> {
  // A sign-in or a new password under way waits for this row and then finds no operator, or holds it and is ended below.
  const { rows } = await owner.query<{ id: string }>(
    `update users set role = 'customer', password_hash = null, operator_id = id
      where vendor_id = $1 and email = $2 and role = 'operator' and operator_id is null returning id`,
    [platformVendor, address],
  )
  const [operator] = rows
  if (!operator) return null
  await owner.query('delete from activations where vendor_id = $1 and user_id = $2', [platformVendor, operator.id])
  await owner.query('delete from second_factors where vendor_id = $1 and user_id = $2', [platformVendor, operator.id])
  await owner.query("update users set role = 'customer' where operator_id = $1", [operator.id])
  const { rowCount } = await owner.query(
    'delete from sessions s using users u where u.vendor_id = s.vendor_id and u.id = s.user_id and u.operator_id = $1',
    [operator.id],
  )
  await auditOperator(owner, 'remove', address)
  return rowCount ?? 0
}

/** An address can be a vendor's own user beside, whom that vendor's administrators remove. */
async function ownUsers(owner: pg.Client, address: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select v.name from users u join vendors v on v.vendor_id = u.vendor_id
      where u.email = $1 and u.operator_id is null and u.password_hash is not null order by v.name`,
    [address],
  )
  return rows.length === 0 ? '' : `${address} is still a user of ${rows.map(({ name }) => name).join(', ')}, by a password of its own.`
}

async function operatorsLeft(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ operators: number; active: number }>(
    `select count(*)::int as operators, count(password_hash)::int as active from users
      where vendor_id = $1 and role = 'operator' and operator_id is null`,
    [platformVendor],
  )
  const { operators = 0, active = 0 } = rows[0] ?? {}
  if (active > 0) return ''
  return `No platform administrator is left${operators > 0 ? ' who has set a password' : ''}. Add one: npm run operator -- add <e-mail>`
}
