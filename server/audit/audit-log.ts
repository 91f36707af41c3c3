import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { RouteName } from '#contract/routes.ts'
import { type Db, type Placeholders, prepareStatement } from '#platform/database/database.ts'
import type { Statement } from '#platform/database/round-trip.ts'
import type { AuditedCall, AuditLog } from '#platform/http/calls.ts'
import type { Source } from '#platform/http/source.ts'

type Entry = AuditedCall & { action: RouteName }

/** Writes an entry in the transaction of the change. */
export async function writeAudit(db: Db, source: Source, entry: Entry): Promise<void> {
  await db.run(auditEntry(source, entry))
}

/** The insertion of an entry, which never contains a message's text or a password. */
function auditEntry(source: Source, entry: Entry): Statement {
  const { action, actor, ids = {}, subject, changes = [], refusal } = entry
  const [kind, id] = Object.entries(ids).at(-1) ?? []
  return insertEntry({
    id: uuidv7(),
    userId: actor?.userId ?? null,
    userName: actor?.name ?? '',
    role: actor?.role ?? null,
    action,
    subject: subject ?? null,
    kind: kind ?? null,
    subjectId: id ?? null,
    company: ids.company ?? null,
    ticket: ids.ticket ?? null,
    changes: JSON.stringify(changes),
    refusal: refusal ?? null,
    ...source,
  })
}

type EntryRow = Source & {
  id: string
  userId: string | null
  userName: string
  role: string | null
  action: string
  subject: string | null
  kind: string | null
  subjectId: string | null
  company: string | null
  ticket: string | null
  changes: string
  refusal: string | null
}

const insertEntry = prepareStatement((db, row: Placeholders<EntryRow>) =>
  db.insertInto('auditEntries').values({
    id: row.id,
    userId: row.userId,
    userName: row.userName,
    role: row.role,
    action: row.action,
    subject: sql<string>`coalesce(${row.subject}::text, name_of(${row.kind}::text, ${row.subjectId}::uuid), '')`,
    // The ids of a refused call may be another vendor's or unknown.
    companyId: sql<string>`coalesce((select id from companies where id = ${row.company}::uuid),
        (select company_id from tickets where id = ${row.ticket}::uuid))`,
    changes: sql`${row.changes}::text::jsonb`,
    refusal: row.refusal,
    address: row.address,
    device: row.device,
    request: row.request,
  }),
)

export function subjectOf(body: unknown): string | undefined {
  const fields = (body ?? {}) as Record<string, unknown>
  return ['title', 'serialNumber', 'email', 'name', 'fileName']
    .map(name => fields[name])
    .find(value => typeof value === 'string')
}

export const auditLog: AuditLog = {
  subjectOf,
  entry: (source, call) => auditEntry(source, call as Entry),
}
