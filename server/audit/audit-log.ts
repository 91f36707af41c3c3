import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { RouteName } from '#contract/routes.ts'
import { TicketPriority, TicketStatus } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import type { AuditedCall, AuditLog } from '#platform/http/calls.ts'
import type { Source } from '#platform/http/source.ts'

type Entry = AuditedCall & {
  action: RouteName
  status?: TicketStatus | undefined
  priority?: TicketPriority | undefined
}

/** Writes an entry in the transaction of the change. */
export async function writeAudit(db: Db, source: Source, entry: Entry): Promise<void> {
  await auditEntry(db, source, entry).execute()
}

/** The insertion of an entry, which never contains a message's text or a password. */
function auditEntry(
  db: Db,
  source: Source,
  { action, actor, ids = {}, subject, status, priority, refusal }: Entry,
) {
  const [kind, id] = Object.entries(ids).at(-1) ?? []
  return db.insertInto('auditEntries').values({
    id: uuidv7(),
    userId: actor?.userId ?? null,
    userName: actor?.name ?? '',
    role: actor?.role ?? null,
    action,
    subject: sql<string>`coalesce(${subject ?? null}::text, name_of(${kind ?? null}::text, ${id ?? null}::uuid), '')`,
    // The ids of a refused call may be another vendor's or unknown.
    companyId: sql<string>`coalesce((select id from companies where id = ${ids.company ?? null}::uuid),
        (select company_id from tickets where id = ${ids.ticket ?? null}::uuid))`,
    status: status ?? null,
    priority: priority ?? null,
    refusal: refusal ?? null,
    ...source,
  })
}

export function auditDetails(body: unknown): Pick<Entry, 'subject' | 'status' | 'priority'> {
  const fields = (body ?? {}) as Record<string, unknown>
  const subject = ['title', 'serialNumber', 'email', 'name', 'fileName']
    .map(name => fields[name])
    .find(value => typeof value === 'string')
  return {
    subject: subject as string | undefined,
    status: TicketStatus.safeParse(fields.status).data,
    priority: TicketPriority.safeParse(fields.priority).data,
  }
}

export const auditLog: AuditLog = {
  details: auditDetails,
  entry: (db, source, call) => auditEntry(db, source, call as Entry),
}
