import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { RouteName } from '#contract/routes.ts'
import { TicketStatus } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import type { AuditEntry, AuditLog } from '#platform/http/http.ts'
import type { Source } from '#platform/http/source.ts'

type Entry = AuditEntry & { action: RouteName; status?: TicketStatus | undefined }

/** Keeps who did what to what, in the transaction in which it was done. A message's text or a password is never part of it. */
export async function writeAudit(db: Db, source: Source, { action, actor, ids = {}, subject, status, refusal }: Entry) {
  const [kind, id] = Object.entries(ids).at(-1) ?? []
  await db
    .insertInto('auditEntries')
    .values({
      id: uuidv7(),
      userId: actor?.userId ?? null,
      userName: actor?.name ?? '',
      role: actor?.role ?? null,
      action,
      subject: sql<string>`coalesce(${subject ?? null}::text, name_of(${kind ?? null}::text, ${id ?? null}::uuid), '')`,
      // Of a refused call it may be another vendor's, or nobody's.
      companyId: sql<string>`coalesce((select id from companies where id = ${ids.company ?? null}::uuid),
        (select company_id from tickets where id = ${ids.ticket ?? null}::uuid))`,
      status: status ?? null,
      refusal: refusal ?? null,
      ...source,
    })
    .execute()
}

/** What a body, once it is checked, calls the thing that it is about, and the status that it gives a ticket. */
export function auditDetails(body: unknown): Pick<Entry, 'subject' | 'status'> {
  const named = (body ?? {}) as Record<string, unknown>
  const subject = ['title', 'serialNumber', 'email', 'name', 'fileName'].map(field => named[field]).find(value => typeof value === 'string')
  return { subject: subject as string | undefined, status: TicketStatus.safeParse(named.status).data }
}

/** What the request handler keeps of every call that changes something. */
export const auditLog: AuditLog = { details: auditDetails, write: (db, source, entry) => writeAudit(db, source, entry as Entry) }
