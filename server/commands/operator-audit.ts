import type pg from 'pg'
import type { ActionName } from '#contract/audit.ts'

/**
 * Writes that an operator was added or removed into the audit of every vendor, the platform included, as an operator has access to all of them.
 * A command has no user: the role says that it was run by someone with the server's own access.
 */
export const auditOperator = (owner: pg.Client, command: 'add' | 'remove', email: string) =>
  owner.query(
    `insert into audit_entries (vendor_id, id, role, action, subject, device)
       select vendor_id, gen_random_uuid(), 'operator', $1, $2, $3 from vendors`,
    [`operators.${command}` satisfies ActionName, email, `npm run operator -- ${command}`],
  )
