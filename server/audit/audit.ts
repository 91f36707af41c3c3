import { sql } from 'kysely'
import { type AuditEntry, type AuditQuery, actionNames, attemptsInWords, refusalNames, roleNames } from '#contract/audit.ts'
import { type Language, messages } from '#contract/messages.ts'
import type { ChangeName } from '#contract/routes.ts'
import { statusWords } from '#contract/tickets.ts'
import { type ListClient, readBatches } from '#platform/database/batches.ts'
import type { Db } from '#platform/database/database.ts'
import { patternOf, readList } from '#platform/database/lists.ts'
import { unauthenticated } from '#platform/errors.ts'
import { csvLine } from './csv.ts'

/**
 * What changes nothing that anybody but its caller sees: a look at a link, a second factor that does not count yet, and the bytes between an
 * upload's beginning and its end. One that is confirmed at the sign-in is kept as any other.
 */
type NotAudited =
  | 'secondFactor.begin'
  | 'secondFactor.beginAtSignIn'
  | 'secondFactor.confirmAtSignIn'
  | 'sessions.checkLink'
  | 'files.upload'
const nameOf = (language: Language): Record<Exclude<ChangeName, NotAudited>, string> => actionNames(language)

type AuditFilter = Pick<AuditQuery, 'action' | 'refused' | 'from' | 'until'>

const entries = (db: Db, { action, refused, from, until }: AuditFilter) =>
  db
    .selectFrom('auditEntries as entry')
    .leftJoin('companies', join => join.onRef('companies.vendorId', '=', 'entry.vendorId').onRef('companies.id', '=', 'entry.companyId'))
    .select([
      'entry.id as _id',
      'entry.dateCreated',
      'entry.userId as user',
      'entry.userName',
      sql<AuditEntry['role']>`entry.role`.as('role'),
      'entry.action',
      'entry.subject',
      sql<AuditEntry['status']>`entry.status`.as('status'),
      'companies.name as companyName',
      'entry.refusal',
      'entry.attempts',
      'entry.networks',
      'entry.address',
      'entry.device',
      'entry.request',
    ])
    .$if(action !== undefined, q => q.where('entry.action', '=', action as string))
    .$if(refused === 'true', q => q.where('entry.refusal', 'is not', null))
    .$if(refused === 'false', q => q.where('entry.refusal', 'is', null))
    .$if(from !== undefined, q => q.where('entry.dateCreated', '>=', from as string))
    .$if(until !== undefined, q => q.where('entry.dateCreated', '<', until as string))

const order = { dateCreated: 'entry.dateCreated' } as const

/** A page of the audit, newest first. */
export async function listAudit(db: Db, query: AuditQuery) {
  const pattern = patternOf(query)
  const { action = null, refused, from = null, until = null } = query
  const found = sql<string>`(select audit_entries_matching(${pattern}, ${action}, ${refused ? refused === 'true' : null}, ${from}, ${until}, 10000))`
  const { rows, ...total } = await readList(
    db,
    entries(db, query).$if(pattern !== null, q => q.where('entry.id', 'in', found)),
    { ...query, page: query.page ?? 0 },
    order,
    'entry.id',
  )
  return { entries: rows, ...total }
}

/** All that a filter leaves as lines of CSV, newest first, read in portions: how long it is costs nobody else anything. */
export async function exportAudit(
  inVendor: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  client: ListClient,
  which: AuditFilter & Pick<AuditQuery, 'search'>,
  language: Language,
) {
  const pattern = patternOf(which)
  const words = wordsOf(language)
  const separator = language === 'tr' ? ';' : ',' // as a spreadsheet in that language reads it
  const { first, others } = await readBatches(client, portion =>
    inVendor(async db => {
      db.batch = portion
      const live = db.selectFrom('sessions').select('id').where('id', '=', client.session).where('dateExpires', '>', sql<string>`now()`)
      await live.executeTakeFirstOrThrow(unauthenticated) // it ends with its reader's session
      const { rows } = await readList(
        db,
        entries(db, which).$if(pattern !== null, q => q.where('entry.search', 'like', pattern as string)),
        {},
        order,
        'entry.id',
      )
      return rows.map(entry => csvLine(fieldsOf(entry, words), separator)).join('')
    }),
  )
  return (async function* () {
    yield `\ufeff${csvLine(columns[language], separator)}${first}`
    if (others) yield* others
  })()
}

const fieldsOf = (entry: Omit<AuditEntry, '_id'>, { names, roles, statuses, refusals, attempts }: Words) => [
  entry.dateCreated,
  entry.userName,
  entry.role && roles[entry.role],
  names[entry.action] ?? entry.action,
  entry.subject,
  entry.status && statuses[entry.status],
  entry.companyName,
  entry.refusal && [refusals[entry.refusal] ?? entry.refusal, ...(entry.attempts ? [`(${attempts(entry.attempts)})`] : [])].join(' '),
  entry.networks.length > 0 ? entry.networks.join(', ') : entry.address,
  entry.device,
  entry.request,
]

const wordsOf = (language: Language) => ({
  names: nameOf(language) as Record<string, string>,
  roles: roleNames(language),
  statuses: messages(statusWords)(language),
  refusals: refusalNames(language) as Record<string, string>,
  attempts: attemptsInWords(language).attempts,
})
type Words = ReturnType<typeof wordsOf>

const columns = {
  tr: ['Zaman (UTC)', 'Kişi', 'Rol', 'İşlem', 'Konu', 'Yeni durum', 'Firma', 'Ret nedeni', 'Adres', 'Aygıt', 'İstek numarası'],
  en: ['Time (UTC)', 'Person', 'Role', 'Action', 'Subject', 'New status', 'Company', 'Refusal', 'Address', 'Device', 'Request number'],
}

/** Removes some of what is older than so many seconds; what is younger than thirty days stays in any case. Returns how many. */
export async function sweepAudit(db: Db, seconds: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select forget_audit_entries(${seconds}) as gone`.execute(db)
  return rows[0]?.gone ?? 0
}
