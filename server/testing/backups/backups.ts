import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { routes } from '#contract/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { openStorage, type Storage } from '#platform/storage/storage.ts'
import { runQuery } from '#testing/database/databases.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { caller, type TestPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { start } from '../../app/start.ts'
import { backUp } from '../../backup/back-up.ts'
import { openBackup, restore } from '../../backup/restore.ts'
import { createEmptyInstallation } from './empty-installation.ts'

type Installation = Awaited<ReturnType<typeof createEmptyInstallation>>

export async function backupFixturesIn({ connection, platform, as, ...portal }: TestPortal) {
  const folder = await mkdtemp(join(tmpdir(), 'tezgah-backup-'))
  afterAll(() => rm(folder, { recursive: true }))
  const fixtures = fixturesIn({ connection, platform, as, ...portal })
  let count = 0
  const newFile = () => join(folder, `${count++}.backup`)

  async function createBackup({
    storage = platform.storage,
    from = connection as pg.ClientConfig,
  } = {}) {
    const path = newFile()
    const contents = await backUp(path, {
      connection: from,
      storage,
      tokenSecret: platform.config.tokenSecret,
    })
    return { path, contents }
  }

  async function createConversation() {
    const fixture = await fixtures.ticket()
    const bytes = randomBytes(300_000)
    const file = await fixtures.upload(fixture.member, { name: 'ölçüm.png', bytes })
    await as(fixture.member).call(routes.tickets.replyOfAccount, {
      params: { company: fixture.companyId, ticket: fixture.ticketId },
      body: { contents: 'Satır\nsonu, sekme\t, \\ ve "tırnak"', files: [file] },
    })
    await waitForReactions(portal.owner)
    return { ...fixture, file, key: await fixtures.keyOf(file), bytes }
  }

  return { folder, newFile, createBackup: createBackup, createConversation: createConversation }
}

export type Restored = Installation & {
  storage: Storage
  secret: string
  contents: Awaited<ReturnType<typeof restore>>
}

/** Restores a backup, by default into a new empty installation. */
export async function restoreBackup(
  path: string,
  { installation, storageUrl }: { installation?: Installation; storageUrl?: string } = {},
): Promise<Restored> {
  const { connection, dataDir } = installation ?? (await createEmptyInstallation())
  const storage = await openStorage({ dataDir, storageUrl })
  let secret = ''
  const keepSecret = (text: string) => {
    secret = text
  }
  const contents = await restore(await openBackup(path), { connection, storage, keepSecret })
  return { connection, dataDir, storage, secret, contents }
}

export async function startRestored({
  connection,
  dataDir,
  secret,
}: Pick<Restored, 'connection' | 'dataDir' | 'secret'>) {
  const running = await start(
    readConfig({ DATA_DIR: dataDir, PORT: '0', TOKEN_SECRET: secret }),
    connection,
    { logLevel: 'silent' },
  )
  onTestFinished(() => running.stop())
  return { ...running, as: caller(running.http) }
}

/** The SHA-256 of every stored file, by key. */
export async function hashFiles(storage: Storage): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const { key } of storage.keys()) {
    const file = await storage.get(key)
    hashes[key] = createHash('sha256')
      .update(file ? await buffer(file.bytes) : 'gone')
      .digest('hex')
  }
  return hashes
}

export async function countTablesAndFiles({ connection, dataDir }: Installation) {
  const storage = await openStorage({ dataDir })
  const [row] = await runQuery(
    connection,
    "select count(*)::int as tables from pg_tables where schemaname in ('public', 'platform', 'pgboss')",
  )
  return { tables: row?.tables, files: Object.keys(await hashFiles(storage)).length }
}
