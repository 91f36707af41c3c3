import { sql } from 'kysely'
import { auditNames as en } from '#contract/audit.en.ts'
import { auditNames as tr } from '#contract/audit.tr.ts'
import { type AuditEntry, type AuditQuery, describeChange } from '#contract/audit.ts'
import type { Language } from '#contract/text/messages.ts'
import { type ListClient, readBatches } from '#platform/database/batches.ts'
import type { Db } from '#platform/database/database.ts'
import { patternOf, readList } from '#platform/database/lists.ts'
import { byId } from '#platform/database/look-up.ts'
import { unauthenticated } from '#platform/errors.ts'
import { csvLine } from './csv.ts'

const auditNames = { tr, en }

type AuditFilter = Pick<AuditQuery, 'action' | 'refused' | 'from' | 'until'>

const selectEntries = (db: Db, { action, refused, from, until }: AuditFilter) =>
  db
    .selectFrom('auditEntries as entry')
    .leftJoin('companies', byId('companies', 'entry.companyId'))
    .select([
      'entry.id as _id',
      'entry.dateCreated',
      'entry.userId as user',
      'entry.userName',
      sql<AuditEntry['role']>`entry.role`.as('role'),
      'entry.action',
      'entry.subject',
      sql<AuditEntry['changes']>`entry.changes`.as('changes'),
      'companies.name as companyName',
      'entry.refusal',
      'entry.attempts',
      'entry.networks',
      'entry.address',
      'entry.device',
      'entry.request',
    ])
    .$if(action !== undefined, q => q.where('entry.action', '=', action as string))
    .$if(refused !== undefined, q =>
      q.where('entry.refusal', refused === 'true' ? 'is not' : 'is', null),
    )
    .$if(from !== undefined, q => q.where('entry.dateCreated', '>=', from as string))
    .$if(until !== undefined, q => q.where('entry.dateCreated', '<', until as string))

const list = {
  name: 'entries',
  id: 'entry.id',
  order: { dateCreated: 'entry.dateCreated' },
} as const

export function listAudit(db: Db, query: AuditQuery) {
  const pattern = patternOf(query)
  const { action = null, refused, from = null, until = null } = query
  const matching = sql<string>`(select audit_entries_matching(${pattern}, ${action}, ${refused ? refused === 'true' : null}, ${from}, ${until}, 10000))`
  const entries = selectEntries(db, query).$if(pattern !== null, q =>
    q.where('entry.id', 'in', matching),
  )
  return readList(db, entries, { ...query, page: query.page ?? 0 }, list)
}

/** The filtered entries as CSV, newest first, read in keyset
 * batches (docs/decisions/0023-long-lists.md). */
export async function exportAudit(
  inVendor: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  client: ListClient,
  filter: AuditFilter & Pick<AuditQuery, 'search'>,
  language: Language,
) {
  const pattern = patternOf(filter)
  const separator = language === 'tr' ? ';' : ',' // as a spreadsheet in that language reads it
  const { first, others } = await readBatches(client, batch =>
    inVendor(async db => {
      const session = db
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', client.session)
        .where('dateExpires', '>', sql<string>`now()`)
      await session.executeTakeFirstOrThrow(unauthenticated) // the export ends with the session
      const selected = selectEntries(db, filter).$if(pattern !== null, q =>
        q.where('entry.search', 'like', pattern as string),
      )
      const { entries } = await readList(db, selected, { batch }, list)
      return entries
        .map(entry => csvLine(fieldsOf(entry, auditNames[language]), separator))
        .join('')
    }),
  )
  return (async function* () {
    yield `\ufeff${csvLine(columns[language], separator)}${first}`
    if (others) yield* others
  })()
}

type Labels = typeof tr & { actions: Record<string, string>; refusals: Record<string, string> }

const fieldsOf = (entry: Omit<AuditEntry, '_id'>, names: Labels) => {
  const { actions, roles, refusals, attempts } = names
  return [
    entry.dateCreated,
    entry.userName,
    entry.role && roles[entry.role],
    actions[entry.action] ?? entry.action,
    entry.subject,
    entry.changes.map(change => describeChange(names, change)).join('; '),
    entry.companyName,
    entry.refusal &&
      [
        refusals[entry.refusal] ?? entry.refusal,
        ...(entry.attempts ? [`(${attempts(entry.attempts)})`] : []),
      ].join(' '),
    entry.networks.length > 0 ? entry.networks.join(', ') : entry.address,
    entry.device,
    entry.request,
  ]
}

const columns = {
  tr: [
    'Zaman (UTC)',
    'Kişi',
    'Rol',
    'İşlem',
    'Konu',
    'Değişiklikler',
    'Firma',
    'Ret nedeni',
    'Adres',
    'Aygıt',
    'İstek numarası',
  ],
  en: [
    'Time (UTC)',
    'Person',
    'Role',
    'Action',
    'Subject',
    'Changes',
    'Company',
    'Refusal',
    'Address',
    'Device',
    'Request number',
  ],
}

/** Deletes a batch of entries older than `seconds`, but none
 * younger than thirty days. Returns their number. */
export async function sweepAudit(db: Db, seconds: number): Promise<number> {
  const { rows } = await sql<{
    deleted: number
  }>`select forget_audit_entries(${seconds}) as deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}
