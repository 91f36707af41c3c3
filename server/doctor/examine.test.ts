import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { startClamd } from '#testing/clamd.ts'
import { givenIn } from '#testing/given.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { openPortal } from '#testing/portal.ts'
import { examine, report } from './examine.ts'
import { scanner } from './scanner.ts'

// What somebody who runs an installation is told of it.

const portal = await openPortal()
const post = await startMailServer()
afterAll(post.stop)
const here = { DATA_DIR: portal.dataDir, PUBLIC_URL: `http://localhost:${portal.port}` }

async function told(environment: Record<string, string> = {}, connection: Parameters<typeof examine>[1] = portal.connection) {
  const findings = await examine(readConfig({ ...here, ...environment }), connection)
  return Object.fromEntries(findings.map(finding => [finding.what, finding]))
}

test('an installation in which all is well says so of everything, and of how mails go', async () => {
  await portal.owner.query("insert into vendors (vendor_id, name) values ('01a1fe87-0000-7000-8000-000000000001', 'Saç Makina')")
  await portal.owner.query(
    "insert into vendor_domains (vendor_id, domain) values ('01a1fe87-0000-7000-8000-000000000001', 'destek.sac.test')",
  )
  const found = await told({ SMTP_URL: post.url })
  const looks = ['version', 'database', 'clock', 'tables', 'vendors', 'role', 'room', 'disk', 'files', 'bytes', 'mail']
  const outside = ['address', 'metrics', 'forwarded']
  expect(Object.values(found).map(({ what, state }) => [what, state])).toEqual([...looks, ...outside].map(what => [what, 'well']))
  expect(found.vendors?.seen).toContain('destek.sac.test')
})

test('what one copy of the server would keep from others that share its database is said', async () => {
  const shared = { DATABASE_URL: 'postgresql://tezgah@localhost/tezgah', STORAGE_URL: 's3://dosyalar?endpoint=http://127.0.0.1:9' }
  const { copies } = await told(shared)
  expect(copies).toMatchObject({ state: 'note', seen: expect.stringMatching(/alone has .*TOKEN_SECRET\)$/) })
  expect(await told({ ...shared, TOKEN_SECRET: 'a secret that all the copies know' })).not.toHaveProperty('copies')
})

test('a pooler that does not answer is said, without its password', async () => {
  const shared = { DATABASE_URL: 'postgresql://tezgah@localhost/tezgah', DATABASE_POOL_URL: 'postgresql://havuz:gizli@127.0.0.1:9/tezgah' }
  const { pooler } = await told(shared)
  expect(pooler).toMatchObject({
    state: 'wrong',
    seen: expect.stringContaining('ECONNREFUSED'),
    todo: expect.stringContaining('PgBouncer'),
  })
  expect(JSON.stringify(pooler)).not.toContain('gizli')
})

test('where no mail is sent that is said, with the folder and the setting', async () => {
  const { mail } = await told()
  expect(mail).toMatchObject({ state: 'note', seen: expect.stringContaining(join(portal.dataDir, 'mail')) })
  expect(mail?.todo).toContain('SMTP_URL')
})

test('a mail server that does not answer is said, without its password', async () => {
  const { mail } = await told({ SMTP_URL: 'smtp://destek:gizli@127.0.0.1:9' })
  expect(mail).toMatchObject({ state: 'wrong', seen: expect.stringContaining('ECONNREFUSED'), todo: expect.stringContaining('SMTP_URL') })
  expect(JSON.stringify(mail)).not.toContain('gizli')
})

test('a database that is away is said, and all else is looked at nevertheless', async () => {
  const found = await told({}, { connectionString: 'postgresql://tezgah@127.0.0.1:9/yok' })
  expect(found.database).toMatchObject({ state: 'wrong', seen: expect.stringContaining('ECONNREFUSED') })
  expect([found.files?.state, found.address?.state]).toEqual(['well', 'well'])
})

test('a database that a newer version has used is said', async () => {
  await portal.owner.query("insert into platform.migrations (name) values ('9999_later.sql')")
  expect((await told()).tables).toMatchObject({ state: 'wrong', seen: expect.stringContaining('9999_later.sql') })
  await portal.owner.query("delete from platform.migrations where name = '9999_later.sql'")
})

test('migrations that the next start makes are only noted', async () => {
  const { rows } = await portal.owner.query(
    'delete from platform.migrations where name = (select max(name) from platform.migrations) returning name',
  )
  expect((await told()).tables).toMatchObject({ state: 'note', seen: expect.stringMatching(/^1 migration/) })
  await portal.owner.query('insert into platform.migrations (name) values ($1)', [rows[0].name])
})

test('files that cannot be written are said', async () => {
  const files = join(portal.dataDir, 'files')
  await rename(files, `${files}-away`)
  await writeFile(files, '') // where the folder should be
  expect((await told()).files).toMatchObject({ state: 'wrong', todo: expect.stringContaining('DATA_DIR') })
  await rm(files)
  await rename(`${files}-away`, files)
})

test('files whose bytes are lost are named', async () => {
  const given = givenIn(portal)
  const { member, vendorId } = await given.company()
  const there = await given.upload(member, { name: 'burada.png' })
  const lost = await given.upload(member, { name: 'kayıp.png' })
  await portal.platform.storage.remove(`${vendorId}/${lost}`)
  const { bytes } = await told()
  expect(bytes).toMatchObject({ state: 'wrong', seen: expect.stringContaining(`${vendorId}/${lost} (kayıp.png)`) })
  expect(bytes?.seen).not.toContain(there)
  await portal.owner.query('delete from files')
})

describe('the scanner', () => {
  const told = async (behaviour: Parameters<typeof startClamd>[0], settings = {}) => {
    const clamd = await startClamd(behaviour)
    onTestFinished(clamd.stop)
    const { clamavUrl, uploadLimit } = readConfig({ ...here, CLAMAV_URL: clamd.url, UPLOAD_LIMIT: '1 MB', ...settings })
    return (await scanner({ clamavUrl, uploadLimit }))[0]
  }

  test('that finds malware in small files and in the largest is well, with the day of its signatures', async () => {
    expect(await told({ version: `ClamAV 1.4.6/27316/${new Date()}` })).toMatchObject({
      state: 'well',
      seen: expect.stringContaining(new Date().toISOString().slice(0, 10)),
    })
  })

  test.each([
    ['has signatures of long ago', { version: 'ClamAV 1.4.6/27316/Sun Nov 2 08:24:00 2025' }, 'note', 'freshclam'],
    ['has none of its own', { version: 'ClamAV 1.4.6' }, 'note', 'freshclam'],
    ['knows no malware', { says: 'stream: OK\0' }, 'wrong', 'freshclam'],
    ['takes no file as large as an upload may be', { limit: 500_000 }, 'wrong', 'StreamMaxLength'],
    ['calls a large file clean without looking at it', { looksAt: 500_000 }, 'wrong', 'MaxFileSize'],
    ['calls an archive clean that is nested deeper than it unpacks', { maxRecursion: 16 }, 'wrong', 'AlertExceedsMax yes'],
  ])('that %s is told of, with what helps', async (_, behaviour, state, todo) => {
    expect(await told(behaviour)).toMatchObject({ state, todo: expect.stringContaining(todo) })
  })

  test('that is away is told of', async () => {
    expect(await told({}, { CLAMAV_URL: 'unix:/nowhere/clamd.ctl' })).toMatchObject({
      state: 'wrong',
      seen: expect.stringContaining('ENOENT'),
      todo: expect.stringContaining('clamd'),
    })
  })
})

test('an address that leads nowhere is said', async () => {
  expect((await told({ PUBLIC_URL: 'http://localhost:9' })).address).toMatchObject({
    state: 'wrong',
    seen: expect.stringContaining('localhost:9'),
  })
})

test('its report has a line for each look, and under what is not well what to do', () => {
  expect(
    report([
      { what: 'database', state: 'well', seen: 'PostgreSQL 18.0' },
      { what: 'mail', state: 'wrong', seen: 'connect ECONNREFUSED', todo: 'Is it running?' },
    ]),
  ).toBe('ok    database  PostgreSQL 18.0\nBAD   mail      connect ECONNREFUSED\n                → Is it running?')
})
