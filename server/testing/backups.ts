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
import { start } from '../app/start.ts'
import { backUp } from '../backup/back-up.ts'
import { openBackup, restore } from '../backup/restore.ts'
import { ask, emptyPlace } from './empty-place.ts'
import { givenIn } from './given.ts'
import { caller, type Portal } from './portal.ts'

type Place = Awaited<ReturnType<typeof emptyPlace>>

/** Backups of a portal, and what is restored of them. */
export async function backupsOf({ connection, platform, as, ...portal }: Portal) {
  const folder = await mkdtemp(join(tmpdir(), 'tezgah-backup-'))
  afterAll(() => rm(folder, { recursive: true }))
  const given = givenIn({ connection, platform, as, ...portal })
  let made = 0
  const newFile = () => join(folder, `${made++}.backup`)

  async function backedUp({ storage = platform.storage, from = connection as pg.ClientConfig } = {}) {
    const path = newFile()
    const contents = await backUp(path, { connection: from, storage, tokenSecret: platform.config.tokenSecret })
    return { path, contents }
  }

  /** A vendor whose customer has a conversation with a file. */
  async function conversation() {
    const place = await given.ticket()
    const bytes = randomBytes(300_000)
    const file = await given.upload(place.member, { name: 'ölçüm.png', bytes })
    await as(place.member).call(routes.tickets.replyOfAccount, {
      params: { company: place.companyId, ticket: place.ticketId },
      body: { contents: 'Satır\nsonu, sekme\t, \\ ve "tırnak"', files: [file] },
    })
    return { ...place, file, key: `${place.vendorId}/${file}`, bytes }
  }

  return { folder, newFile, backedUp, conversation }
}

export type Restored = Place & { storage: Storage; secret: string; contents: Awaited<ReturnType<typeof restore>> }

/** Restores a backup, into an empty place unless told another. */
export async function restored(path: string, { place, storageUrl }: { place?: Place; storageUrl?: string } = {}): Promise<Restored> {
  const { connection, dataDir } = place ?? (await emptyPlace())
  const storage = await openStorage({ dataDir, ...(storageUrl && { storageUrl }) })
  let secret = ''
  const keepSecret = (text: string) => {
    secret = text
  }
  const contents = await restore(await openBackup(path), { connection, storage, keepSecret })
  return { connection, dataDir, storage, secret, contents }
}

/** The server on what was restored. */
export async function served({ connection, dataDir, secret }: Restored) {
  const running = await start(readConfig({ DATA_DIR: dataDir, PORT: '0', TOKEN_SECRET: secret }), connection, { logLevel: 'silent' })
  onTestFinished(() => running.stop())
  return { ...running, as: caller(running.http) }
}

/** The SHA-256 of every file that is stored. */
export async function sums(storage: Storage): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { key } of storage.keys()) {
    const file = await storage.get(key)
    found[key] = createHash('sha256')
      .update(file ? await buffer(file.bytes) : 'gone')
      .digest('hex')
  }
  return found
}

/** How many tables and files there are in a place. */
export async function leftIn({ connection, dataDir }: Place) {
  const storage = await openStorage({ dataDir })
  const [there] = await ask(
    connection,
    "select count(*)::int as tables from pg_tables where schemaname in ('public', 'platform', 'pgboss')",
  )
  return { tables: there?.tables, files: Object.keys(await sums(storage)).length }
}
