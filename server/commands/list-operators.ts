import { platformVendor } from '#platform/database/database.ts'
import { defineCommand } from './command.ts'

type Operator = {
  email: string
  since: Date
  active: boolean
  factor: boolean
  sessions: number
  used: Date | null
}

export const listOperators = defineCommand('npm run operator -- list', {}, async (_, { owner }) => {
  const { rows } = await owner.query<Operator>(
    `select email, date_created as since, password_hash is not null as active,
            exists (select from second_factors f where f.vendor_id = o.vendor_id and f.user_id = o.id and f.date_confirmed is not null) as factor,
            open.sessions, open.used
       from users o, lateral (
         select count(*)::int as sessions, max(s.date_used) as used from users u join sessions s on s.vendor_id = u.vendor_id and s.user_id = u.id
          where u.operator_id = o.id and s.date_expires > now()) as open
      where o.vendor_id = $1 and o.role = 'operator' and o.operator_id is null order by email`,
    [platformVendor],
  )
  if (rows.length === 0)
    return 'There is no platform administrator. Add one: npm run operator -- add <e-mail>'
  const width = Math.max(...rows.map(({ email }) => email.length))
  return rows
    .map(operator => `${operator.email.padEnd(width)}  ${describeOperator(operator)}`)
    .join('\n')
})

function describeOperator({ since, active, factor, sessions, used }: Operator): string {
  const sessionText = `${sessions || 'no'} ${sessions === 1 ? 'session' : 'sessions'}${used ? `, last used ${used.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''}`
  const signIn = active
    ? [factor ? 'two-step sign-in' : 'password only', sessionText]
    : ['has not set a password']
  return [`since ${since.toISOString().slice(0, 10)}`, ...signIn].join(', ')
}
