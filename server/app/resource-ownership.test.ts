import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A feature writes its own tables only, and calls the
// operation of another feature to change that one's rows.

const owners: Record<string, string> = {
  vendors: 'vendors',
  vendorDomains: 'vendors',
  users: 'identity',
  sessions: 'identity',
  activations: 'identity',
  secondFactors: 'identity',
  recoveryCodes: 'identity',
  companies: 'companies',
  memberships: 'companies',
  machines: 'machines',
  companyMachines: 'machines',
  machineFiles: 'machines',
  privateFiles: 'machines',
  files: 'files',
  fileParts: 'files',
  thumbnails: 'files',
  tickets: 'tickets',
  ticketChanges: 'tickets',
  ticketNumbers: 'tickets',
  ticketStates: 'tickets',
  ticketMerges: 'tickets',
  ticketFilters: 'tickets',
  ticketNotes: 'tickets',
  noteMentions: 'tickets',
  noteFiles: 'tickets',
  topics: 'tickets',
  ticketTopics: 'tickets',
  savedReplies: 'tickets',
  savedReplyFiles: 'tickets',
  messages: 'tickets',
  messageFiles: 'tickets',
  messageMails: 'tickets',
  auditEntries: 'audit',
  mails: 'mail',
  mailCounts: 'mail',
  notifications: 'notifications',
  preferences: 'notifications',
  notificationScopes: 'notifications',
  ticketFollows: 'notifications',
  ticketReads: 'notifications',
  replyTokens: 'notifications',
  mailedMessages: 'notifications',
  pushSubscriptions: 'notifications',
  receivedMails: 'mail-in',
  filedMails: 'mail-in',
  undeliverableAddresses: 'mail',
  attempts: 'platform',
  idempotencyKeys: 'platform',
}

const server = join(import.meta.dirname, '..')
/** Operators' tools and test fixtures write whole installations. */
const tools = /^(backup|commands|demo|testing|migrations)\//
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  path => path.endsWith('.ts') && !path.endsWith('.test.ts') && !tools.test(path),
)

const camelCase = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** The tables that a source writes, through Kysely or in SQL. */
const tablesWritten = (source: string) =>
  [
    ...source.matchAll(
      /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\b(?:insert into|delete from|update) ([a-z_]+)(?= +(?:\(|as |set |where ))/g,
    ),
  ].map(([, kysely, sql]) => kysely ?? camelCase(sql as string))

test('a feature writes its own tables only', () => {
  const foreign = files.flatMap(path =>
    tablesWritten(readFileSync(join(server, path), 'utf8'))
      .filter(table => owners[table] !== path.split('/')[0])
      .map(table => `${path} writes ${table}`),
  )
  expect(foreign).toEqual([])
})

test('every table has an owner', () => {
  const schema = readFileSync(join(server, 'platform/database/schema.ts'), 'utf8')
  const tables = [
    ...(/export type Schema = \{([^}]*)\}/s.exec(schema)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm),
  ].map(([, table]) => table)
  expect(tables.length).toBeGreaterThan(0)
  expect(tables.filter(table => !Object.hasOwn(owners, table as string))).toEqual([])
})

test('a write in SQL is found as one through Kysely is', () => {
  expect(
    tablesWritten(
      "db.updateTable('users'); sql`update idempotency_keys set answer = null`; sql`delete from sessions where id = 1`",
    ),
  ).toEqual(['users', 'idempotencyKeys', 'sessions'])
})
