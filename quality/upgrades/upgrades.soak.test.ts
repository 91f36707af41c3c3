import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/database/migrations.ts'
import { type Postgres, startPostgres } from '#platform/postgres/postgres.ts'
import { hashFiles, restoreBackup, startRestored } from '#testing/backups/backups.ts'
import { runQuery } from '#testing/database/databases.ts'
import { pathAndQuery } from '#testing/fixtures.ts'
import { type Running, start } from '../../server/app/start.ts'
import { archiveExtension, unpack } from './archive.ts'
import { checksumFiles, checksumTables, type ReleaseManifest, sha256 } from './manifest.ts'

// Each archive is a data directory of a released version. The
// current program must start on it and keep all its content.

const releases = readdirSync(import.meta.dirname).filter(name => name.endsWith(archiveExtension))
const known = readdirSync(join(import.meta.dirname, '../../server/migrations')).filter(name =>
  name.endsWith('.sql'),
)

test('there is a release to start on', () => {
  expect(releases).toContain(`0.1.0${archiveExtension}`)
})

describe.each(
  releases.map(archive => [archive.slice(0, -archiveExtension.length), archive] as const),
)('the data directory of %s', (version, archive) => {
  const manifest: ReleaseManifest = JSON.parse(
    readFileSync(join(import.meta.dirname, `${version}.json`), 'utf8'),
  )
  let folder: string
  let dataDir: string
  let postgres: Postgres
  let running: Running
  let tables: ReleaseManifest['tables']

  const withOwner = async <T>(work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client(postgres.connection)
    await client.connect()
    return work(client).finally(() => client.end())
  }
  async function startServer() {
    postgres = await startPostgres(dataDir, 'server')
    // audit entries of an old release must not expire
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0', AUDIT_LIFETIME: '99999d' })
    running = await start(config, postgres.connection, { logLevel: 'silent' })
  }
  async function stopServer() {
    await running.stop()
    await postgres.stop()
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tezgah-upgrade-'))
    await chmod(folder, 0o755)
    await unpack(join(import.meta.dirname, archive), folder)
    dataDir = join(folder, 'data')
    await startServer()
    tables = await withOwner(client => checksumTables(client, manifest.tables))
  })
  afterAll(async () => {
    await stopServer()
    rmSync(folder, { recursive: true, force: true })
  })

  const signIn = async (
    { domain, email, password }: ReleaseManifest['logins'][number],
    { http } = running,
  ) =>
    (
      await http.inject({
        method: 'POST',
        url: `/api/v1/domain/${domain}/user/login`,
        payload: { email, password },
      })
    ).json().token
  const get = (domain: string, path: string, token: string, { http } = running) =>
    http.inject({
      url: `/api/v1/domain/${domain}${path}`,
      headers: { authorization: `Bearer ${token}` },
    })

  test('is migrated to this version, each migration applied once', async () => {
    const rows = await runQuery(
      postgres.connection,
      "select name from platform.migrations where name ~ '^[0-9]{4}_' order by name",
    )
    expect(rows.map(({ name }) => name)).toEqual(known)
    expect(known).toEqual(expect.arrayContaining(manifest.migrations))
  })

  test('has every row that it had, with every value', () => {
    expect(Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(100)
    expect(tables).toEqual(manifest.tables)
  })

  test('has every file, byte by byte', async () => {
    expect(Object.keys(manifest.files).length).toBeGreaterThan(3)
    expect(await checksumFiles(join(dataDir, 'files'))).toEqual(manifest.files)
  })

  test.each(manifest.logins)(
    'lets $email of $domain sign in and see their own data',
    async login => {
      const seen = await get(login.domain, login.sees, await signIn(login))
      expect(seen.statusCode).toBe(200)
      expect(Object.values(seen.json()).flat()).not.toEqual([])
    },
  )

  test('has the conversation, found by a search, with its attachment', async () => {
    const { ticket, search, title, messages, file } = manifest.conversation
    const customer = manifest.logins.find(({ email }) =>
      email.startsWith('customer'),
    ) as ReleaseManifest['logins'][number]
    const token = await signIn(customer)
    const list = `${ticket.replace(/\/[^/]+$/, '')}?search=${encodeURIComponent(search)}`
    expect((await get(customer.domain, list, token)).json().tickets).toMatchObject([{ title }])
    const { conversation } = (await get(customer.domain, ticket, token)).json()
    expect(conversation.map(({ message }: { message: string }) => message)).toEqual(messages)
    const attached = await running.http.inject(pathAndQuery(conversation[0].files[0].signedURL))
    expect(sha256(attached.rawPayload)).toBe(file)
  })

  test('can be written on: a ticket is answered as before', async () => {
    const staff = manifest.logins.find(({ email }) =>
      email.startsWith('staff'),
    ) as ReleaseManifest['logins'][number]
    const { ticket } = manifest.conversation
    const answer = await running.http.inject({
      method: 'POST',
      url: `/api/v1/domain/${staff.domain}/staff/ticket/${ticket.split('/').at(-1)}/message`,
      headers: { authorization: `Bearer ${await signIn(staff)}` },
      payload: { contents: 'Yeni sürümden merhaba' },
    })
    expect(answer.statusCode).toBe(200)
  })

  test('starts a second time without a pending migration', async () => {
    await stopServer()
    await startServer()
    expect(await migrate(postgres.connection)).toEqual([])
    expect(
      await withOwner(async client => (await checksumTables(client, manifest.tables)).companies),
    ).toEqual(manifest.tables.companies)
  })

  test('has a backup that is restored into an empty installation, with every row, file and login', async () => {
    const path = join(folder, 'backup')
    const target = await restoreBackup(path)
    const client = new pg.Client(target.connection)
    await client.connect()
    const found = await checksumTables(client, manifest.tables).finally(() => client.end())
    expect(found).toEqual(manifest.tables)
    expect(await hashFiles(target.storage)).toEqual(manifest.files)
    const server = await startRestored(target)
    for (const login of manifest.logins)
      expect(
        (await get(login.domain, login.sees, await signIn(login, server), server)).statusCode,
      ).toBe(200)
  })

  test('is refused and left unchanged after a newer version has used it', async () => {
    await runQuery(
      postgres.connection,
      "insert into platform.migrations (name) values ('9999_of_tomorrow.sql')",
    )
    await running.stop()
    const before = await withOwner(client => checksumTables(client))
    await postgres.stop()
    const started = promisify(execFile)(process.execPath, ['server/app/main.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    })
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr:
        'Tezgah does not start. The database is newer than this program (it has 9999_of_tomorrow.sql). ' +
        'Start the version of Tezgah that it was last used with, or a newer one.\n',
    })
    postgres = await startPostgres(dataDir, 'server')
    expect(await withOwner(client => checksumTables(client))).toEqual(before)
  })
})
