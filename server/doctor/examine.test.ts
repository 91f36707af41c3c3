import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/database/migrations.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startClamd } from '#testing/servers/clamd.ts'
import { openMailServer, reply, startMailServer } from '#testing/servers/mail-server.ts'
import { examine, report } from './examine.ts'
import { scanner } from './scanner.ts'

// What `npm run doctor` reports to the administrator of an installation.

const portal = await openPortal()
const mailServer = await startMailServer()
afterAll(mailServer.stop)
const baseSettings = { DATA_DIR: portal.dataDir, PUBLIC_URL: `http://localhost:${portal.port}` }

async function check(
  environment: Record<string, string> = {},
  connection: Parameters<typeof examine>[1] = portal.connection,
  mailTo?: string,
) {
  const config = readConfig({ ...baseSettings, ...environment })
  const findings = await examine(config, connection, mailTo)
  return Object.fromEntries(findings.map(finding => [finding.check, finding]))
}

test('a working installation passes every check', async () => {
  await portal.owner.query(
    "insert into vendors (vendor_id, name) values ('01a1fe87-0000-7000-8000-000000000001', 'Saç Makina')",
  )
  await portal.owner.query(
    "insert into vendor_domains (vendor_id, domain) values ('01a1fe87-0000-7000-8000-000000000001', 'destek.sac.test')",
  )
  const found = await check({ SMTP_URL: mailServer.url })
  const inside = [
    'version',
    'database',
    'clock',
    'tables',
    'vendors',
    'role',
    'capacity',
    'disk',
    'files',
    'bytes',
    'serials',
    'accounts',
    'mail',
  ]
  const outside = ['address', 'metrics', 'forwarded']
  expect(Object.values(found).map(({ check, state }) => [check, state])).toEqual(
    [...inside, ...outside].map(what => [what, 'ok']),
  )
  expect(found.vendors?.detail).toContain('destek.sac.test')
})

test('a PUBLIC_URL that is no vendor’s is noted, with the domain to which links of platform administrators lead', async () => {
  const { vendors } = await check({ PUBLIC_URL: 'https://bos.sac.test' })
  expect(vendors).toMatchObject({
    state: 'note',
    detail: expect.stringContaining('lead to destek.sac.test'),
    todo: expect.any(String),
  })
  expect((await check({ PUBLIC_URL: 'https://destek.sac.test' })).vendors?.state).toBe('ok')
})

test('what only one of the instances that share a database has is noted', async () => {
  const shared = {
    DATABASE_URL: 'postgresql://tezgah@localhost/tezgah',
    STORAGE_URL: 's3://dosyalar?endpoint=http://127.0.0.1:9',
  }
  const { instances } = await check(shared)
  expect(instances).toMatchObject({
    state: 'note',
    detail: expect.stringMatching(/only this instance has .*TOKEN_SECRET\)$/),
  })
  expect(
    await check({ ...shared, TOKEN_SECRET: 'a secret that all instances know' }),
  ).not.toHaveProperty('instances')
})

test('a pooler that does not answer is reported, without its password', async () => {
  const shared = {
    DATABASE_URL: 'postgresql://tezgah@localhost/tezgah',
    DATABASE_POOL_URL: 'postgresql://havuz:gizli@127.0.0.1:9/tezgah',
  }
  const { pooler } = await check(shared)
  expect(pooler).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('ECONNREFUSED'),
    todo: expect.stringContaining('PgBouncer'),
  })
  expect(JSON.stringify(pooler)).not.toContain('gizli')
})

test('a missing mail server is noted, with the folder and the setting', async () => {
  const { mail } = await check()
  expect(mail).toMatchObject({
    state: 'note',
    detail: expect.stringContaining(join(portal.dataDir, 'mail')),
  })
  expect(mail?.todo).toContain('SMTP_URL')
})

test('a mail server that does not answer is reported, without its password', async () => {
  const { mail } = await check({ SMTP_URL: 'smtp://destek:gizli@127.0.0.1:9' })
  expect(mail).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('ECONNREFUSED'),
    todo: expect.stringContaining('SMTP_URL'),
  })
  expect(JSON.stringify(mail)).not.toContain('gizli')
})

describe('with an address a test mail', () => {
  test('is sent to it, and the reply of the mail server is shown', async () => {
    const { url, received } = await openMailServer()
    const found = await check({ SMTP_URL: url }, portal.connection, 'usta@sac.test')
    expect(received.map(({ to }) => to)).toEqual([['usta@sac.test']])
    expect(found['test mail']).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^to usta@sac\.test: the mail server replies "250 /),
    })
  })

  test('that is refused is reported with the reason, while the database is away too', async () => {
    const { url } = await openMailServer({
      recipient: () => {
        throw reply(550, 'no such mailbox')
      },
    })
    const found = await check({ SMTP_URL: url }, new Error('away'), 'yok@sac.test')
    expect(found['test mail']).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('no such mailbox'),
      todo: expect.stringContaining('yok@sac.test'),
    })
  })

  test('becomes a file where no mail server is set', async () => {
    const found = await check({}, portal.connection, 'usta@sac.test')
    expect(found['test mail']).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining(join(portal.dataDir, 'mail')),
    })
  })
})

test('an unavailable database is reported, and everything else is checked nevertheless', async () => {
  const found = await check({}, { connectionString: 'postgresql://tezgah@127.0.0.1:9/yok' })
  expect(found.database).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('ECONNREFUSED'),
  })
  expect([found.files?.state, found.address?.state]).toEqual(['ok', 'ok'])
})

test('a database that a newer version has used is reported', async () => {
  await portal.owner.query("insert into platform.migrations (name) values ('9999_later.sql')")
  expect((await check()).tables).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('9999_later.sql'),
  })
  await portal.owner.query("delete from platform.migrations where name = '9999_later.sql'")
})

test('pending migrations are only noted', async () => {
  const { rows } = await portal.owner.query(
    'delete from platform.migrations where name = (select max(name) from platform.migrations) returning name',
  )
  expect((await check()).tables).toMatchObject({
    state: 'note',
    detail: expect.stringMatching(/^1 migration/),
  })
  await portal.owner.query('insert into platform.migrations (name) values ($1)', [rows[0].name])
})

test('indexes that were sorted by another version of their collation are reported, and rebuilt by the next start', async () => {
  const administrator = new pg.Client({
    ...inject('postgres').superuser,
    database: portal.connection.database,
  })
  await administrator.connect()
  await administrator.query(
    "update pg_collation set collversion = '57.1' where collname = 'turkish'",
  )
  const { sorting } = await check()
  expect(sorting).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('turkish'),
    todo: expect.stringContaining('Restart'),
  })
  for (const index of ['companies_by_name', 'machines_by_name', 'tickets_by_title'])
    expect(sorting?.detail).toContain(index)
  const fileOf = "select pg_relation_filenode('tickets_by_title') as file"
  const before = (await portal.owner.query(fileOf)).rows
  await migrate(portal.connection)
  expect(await check()).not.toHaveProperty('sorting')
  expect((await portal.owner.query(fileOf)).rows).not.toEqual(before)

  await administrator.query(
    "update pg_database set datcollversion = '0' where datname = current_database()",
  )
  expect((await check()).sorting).toMatchObject({
    state: 'failed',
    todo: expect.stringContaining('reindex database'),
  })
  await administrator.query(
    `alter database ${portal.connection.database} refresh collation version`,
  )
  expect(await check()).not.toHaveProperty('sorting')
  await administrator.end()
})

test('files that cannot be written are reported', async () => {
  const files = join(portal.dataDir, 'files')
  await rename(files, `${files}-away`)
  await writeFile(files, '') // instead of the folder
  expect((await check()).files).toMatchObject({
    state: 'failed',
    todo: expect.stringContaining('DATA_DIR'),
  })
  await rm(files)
  await rename(`${files}-away`, files)
})

test('files whose bytes are lost are listed', async () => {
  const fixtures = fixturesIn(portal)
  const { member } = await fixtures.company()
  const present = await fixtures.upload(member, { name: 'burada.png' })
  const lost = await fixtures.upload(member, { name: 'kayıp.png' })
  const key = await fixtures.keyOf(lost)
  await portal.platform.storage.remove(key)
  const { bytes } = await check()
  expect(bytes).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining(`${key} (kayıp.png)`),
  })
  expect(bytes?.detail).not.toContain(await fixtures.keyOf(present))
  await portal.owner.query('delete from files')
})

describe('the scanner', () => {
  const check = async (behaviour: Parameters<typeof startClamd>[0], settings = {}) => {
    const clamd = await startClamd(behaviour)
    onTestFinished(clamd.stop)
    const { clamavUrl, uploadLimit } = readConfig({
      ...baseSettings,
      CLAMAV_URL: clamd.url,
      UPLOAD_LIMIT: '1 MB',
      ...settings,
    })
    return (await scanner({ clamavUrl, uploadLimit }))[0]
  }

  test('that finds malware in small files and in the largest passes, with the day of its signatures', async () => {
    expect(await check({ version: `ClamAV 1.4.6/27316/${new Date()}` })).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining(new Date().toISOString().slice(0, 10)),
    })
  })

  // Security: T5
  test.each([
    [
      'has outdated signatures',
      { version: 'ClamAV 1.4.6/27316/Sun Nov 2 08:24:00 2025' },
      'note',
      'freshclam',
    ],
    ['has no signatures of its own', { version: 'ClamAV 1.4.6' }, 'note', 'freshclam'],
    ['detects no malware', { reply: 'stream: OK\0' }, 'failed', 'freshclam'],
    [
      'accepts no file as large as an upload may be',
      { limit: 500_000 },
      'failed',
      'StreamMaxLength',
    ],
    [
      'calls a large file clean without scanning it',
      { maxScanSize: 500_000 },
      'failed',
      'MaxFileSize',
    ],
    [
      'calls an archive clean that is nested deeper than it unpacks',
      { maxRecursion: 16 },
      'failed',
      'AlertExceedsMax yes',
    ],
  ])('that %s is reported, with the fix', async (_, behaviour, state, todo) => {
    expect(await check(behaviour)).toMatchObject({ state, todo: expect.stringContaining(todo) })
  })

  test('that is unavailable is reported', async () => {
    expect(await check({}, { CLAMAV_URL: 'unix:/nowhere/clamd.ctl' })).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('ENOENT'),
      todo: expect.stringContaining('clamd'),
    })
  })
})

test('an unreachable address is reported', async () => {
  expect((await check({ PUBLIC_URL: 'http://localhost:9' })).address).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('localhost:9'),
  })
})

test('the report has a line for each check, and the fix under each problem', () => {
  expect(
    report([
      { check: 'database', state: 'ok', detail: 'PostgreSQL 18.0' },
      { check: 'mail', state: 'failed', detail: 'connect ECONNREFUSED', todo: 'Is it running?' },
    ]),
  ).toBe(
    'ok      database  PostgreSQL 18.0\nfailed  mail      connect ECONNREFUSED\n                  → Is it running?',
  )
})
