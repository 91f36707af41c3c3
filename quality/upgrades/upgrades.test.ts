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
import { restored, served, sums } from '#testing/backups.ts'
import { ask } from '#testing/empty-place.ts'
import { pathAndQuery } from '#testing/given.ts'
import { type Running, start } from '../../server/app/start.ts'
import { type Account, filesIn, sha256, sumsOf } from './account.ts'
import { ending, unpack } from './archive.ts'

// Each released version left a data directory behind, made by its own code. This program has to take it over, with all that is in it.

const releases = readdirSync(import.meta.dirname).filter(name => name.endsWith(ending))
const known = readdirSync(join(import.meta.dirname, '../../server/migrations')).filter(name => name.endsWith('.sql'))

test('there is a release to start on', () => {
  expect(releases).toContain(`0.1.0${ending}`)
})

describe.each(releases.map(archive => [archive.slice(0, -ending.length), archive] as const))(
  'the data directory of %s',
  (version, archive) => {
    const account: Account = JSON.parse(readFileSync(join(import.meta.dirname, `${version}.json`), 'utf8'))
    let folder: string
    let dataDir: string
    let postgres: Postgres
    let running: Running
    let tables: Account['tables']

    const owned = async <T>(work: (client: pg.Client) => Promise<T>) => {
      const client = new pg.Client(postgres.connection)
      await client.connect()
      return work(client).finally(() => client.end())
    }
    async function up() {
      postgres = await startPostgres(dataDir, 'server')
      const config = readConfig({ DATA_DIR: dataDir, PORT: '0', AUDIT_LIFETIME: '99999d' }) // of a release, however old, it sweeps nothing
      running = await start(config, postgres.connection, { logLevel: 'silent' })
    }
    async function down() {
      await running.stop()
      await postgres.stop()
    }
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tezgah-upgrade-'))
      await chmod(folder, 0o755)
      await unpack(join(import.meta.dirname, archive), folder)
      dataDir = join(folder, 'data')
      await up()
      tables = await owned(client => sumsOf(client, account.tables))
    })
    afterAll(async () => {
      await down()
      rmSync(folder, { recursive: true, force: true })
    })

    const signIn = async ({ domain, email, password }: Account['logins'][number], { http } = running) =>
      (await http.inject({ method: 'POST', url: `/api/v1/domain/${domain}/user/login`, payload: { email, password } })).json().token
    const get = (domain: string, path: string, token: string, { http } = running) =>
      http.inject({ url: `/api/v1/domain/${domain}${path}`, headers: { authorization: `Bearer ${token}` } })

    test('is brought up to this program, by every migration once', async () => {
      const applied = (await ask(postgres.connection, 'select name from platform.migrations order by name')).map(({ name }) => name)
      expect(applied).toEqual(known)
      expect(known).toEqual(expect.arrayContaining(account.migrations))
    })

    test('has every row that it had, with every value', () => {
      expect(Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(100)
      expect(tables).toEqual(account.tables)
    })

    test('has every file, byte by byte', async () => {
      expect(Object.keys(account.files).length).toBeGreaterThan(3)
      expect(await filesIn(join(dataDir, 'files'))).toEqual(account.files)
    })

    test.each(account.logins)('lets $email of $domain sign in, and see what is theirs', async login => {
      const seen = await get(login.domain, login.sees, await signIn(login))
      expect(seen.statusCode).toBe(200)
      expect(Object.values(seen.json()).flat()).not.toEqual([])
    })

    test('has the conversation, which a search finds, and what was attached', async () => {
      const { ticket, search, title, messages, file } = account.conversation
      const customer = account.logins.find(({ email }) => email.startsWith('customer')) as Account['logins'][number]
      const token = await signIn(customer)
      const list = `${ticket.replace(/\/[^/]+$/, '')}?search=${encodeURIComponent(search)}`
      expect((await get(customer.domain, list, token)).json().tickets).toMatchObject([{ title }])
      const { conversation } = (await get(customer.domain, ticket, token)).json()
      expect(conversation.map(({ message }: { message: string }) => message)).toEqual(messages)
      const attached = await running.http.inject(pathAndQuery(conversation[0].files[0].signedURL))
      expect(sha256(attached.rawPayload)).toBe(file)
    })

    test('can be written on: a ticket is answered as before', async () => {
      const staff = account.logins.find(({ email }) => email.startsWith('staff')) as Account['logins'][number]
      const { ticket } = account.conversation
      const answer = await running.http.inject({
        method: 'POST',
        url: `/api/v1/domain/${staff.domain}/staff/ticket/${ticket.split('/').at(-1)}/message`,
        headers: { authorization: `Bearer ${await signIn(staff)}` },
        payload: { contents: 'Yeni sürümden merhaba' },
      })
      expect(answer.statusCode).toBe(200)
    })

    test('starts a second time, with nothing left to do', async () => {
      await down()
      await up()
      expect(await migrate(postgres.connection)).toEqual([])
      expect(await owned(async client => (await sumsOf(client, account.tables)).companies)).toEqual(account.tables.companies)
    })

    test('and its own backup is restored into an empty place, with every row, file and login', async () => {
      const path = join(folder, 'backup')
      const place = await restored(path)
      const client = new pg.Client(place.connection)
      await client.connect()
      const found = await sumsOf(client, account.tables).finally(() => client.end())
      expect(found).toEqual(account.tables)
      expect(await sums(place.storage)).toEqual(account.files)
      const there = await served(place)
      for (const login of account.logins)
        expect((await get(login.domain, login.sees, await signIn(login, there), there)).statusCode).toBe(200)
    })

    test('and once a newer program has had it, this one says so, does not start and changes nothing', async () => {
      await ask(postgres.connection, "insert into platform.migrations (name) values ('9999_of_tomorrow.sql')")
      await running.stop()
      const before = await owned(client => sumsOf(client))
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
      expect(await owned(client => sumsOf(client))).toEqual(before)
    })
  },
)
