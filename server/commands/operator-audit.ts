import type pg from 'pg'
import type { ActionName } from '#contract/audit.ts'

/** Records the change in the audit of every vendor, as an operator
 * has access to all. A command has no user, only the role. */
export const auditOperator = (owner: pg.Client, command: 'add' | 'remove', email: string) =>
  owner.query(
    `insert into audit_entries (vendor_id, id, role, action, subject, device)
       select vendor_id, gen_random_uuid(), 'operator', $1, $2, $3 from vendors`,
    [`operators.${command}` satisfies ActionName, email, `npm run operator -- ${command}`],
  )
