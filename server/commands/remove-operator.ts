import type pg from 'pg'
import { validEmailOfAccount } from '#contract/fields.ts'
import { formerAddress } from '#contract/text/addresses.ts'
import { platformVendor } from '#platform/database/database.ts'
import { spellingsOf } from '../identity/accounts/by-address.ts'
import { defineCommand, inTransaction } from './command.ts'
import { auditOperator } from './operator-audit.ts'
import { CommandError } from './run.ts'

/** Removes a platform administrator in one transaction: sessions
 * at all vendors, password, second factor, links and role. */
export const removeOperator = defineCommand(
  'npm run operator -- remove <e-mail>',
  { 'e-mail': validEmailOfAccount },
  async ({ 'e-mail': address }, { owner }) => {
    const ended = await inTransaction(owner, () => endOperator(owner, address))
    if (ended === null)
      throw new CommandError(
        `${address} is no platform administrator. npm run operator -- list shows who is.`,
      )
    const sessions =
      ended === 0
        ? 'No session was open.'
        : `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.`
    const result = `${address} is no longer a platform administrator. ${sessions} Password, second factor and links are removed, and the audit of every vendor records it.`
    return [result, await ownUsers(owner, address), await operatorsLeft(owner)]
      .filter(Boolean)
      .join('\n\n')
  },
)

// The rows stay as authors of tickets, messages and the audit;
// an operator added later with this address is another user.
async function endOperator(owner: pg.Client, address: string): Promise<number | null> {
  // A concurrent sign-in or new password waits for this row
  // lock and finds no operator, or holds it and is ended below.
  const { rows } = await owner.query<{ id: string }>(
    `update users set role = 'customer', password_hash = null, operator_id = id
      where vendor_id = $1 and id = (
        select id from users where vendor_id = $1 and email = any($2) and role = 'operator' and operator_id is null
         order by email <> $3 limit 1 for no key update) returning id`,
    [platformVendor, spellingsOf(address), formerAddress(address)],
  )
  const [operator] = rows
  if (!operator) return null
  await owner.query('delete from activations where vendor_id = $1 and user_id = $2', [
    platformVendor,
    operator.id,
  ])
  await owner.query('delete from second_factors where vendor_id = $1 and user_id = $2', [
    platformVendor,
    operator.id,
  ])
  await owner.query("update users set role = 'customer' where operator_id = $1", [operator.id])
  const { rowCount } = await owner.query(
    'delete from sessions s using users u where u.vendor_id = s.vendor_id and u.id = s.user_id and u.operator_id = $1',
    [operator.id],
  )
  await auditOperator(owner, 'remove', address)
  return rowCount ?? 0
}

async function ownUsers(owner: pg.Client, address: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select v.name from users u join vendors v on v.vendor_id = u.vendor_id
      where u.email = any($1) and u.operator_id is null and u.password_hash is not null order by v.name`,
    [spellingsOf(address)],
  )
  return rows.length === 0
    ? ''
    : `${address} is still a user of ${rows.map(({ name }) => name).join(', ')}, with a separate password.`
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
