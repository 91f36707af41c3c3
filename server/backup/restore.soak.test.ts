import { copyFile, open, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { openStorage, type Storage, StorageUnavailable } from '#platform/storage/storage.ts'
import {
  backupFixturesIn,
  countTablesAndFiles,
  hashFiles,
  restoreBackup,
  startRestored,
} from '#testing/backups/backups.ts'
import { createEmptyInstallation, readAllRows } from '#testing/backups/empty-installation.ts'
import { runQuery } from '#testing/database/databases.ts'
import { openPortal } from '#testing/portal.ts'
import { start } from '../app/start.ts'
import { checkSeal, RefusedBackup, readArchive, writeArchive } from './archive.ts'
import { type Header, type Manifest, manifestName } from './contents.ts'
import { openBackup, restore } from './restore.ts'

// A restore that is refused leaves its target as it was.

const portal = await openPortal()
const { platform, connection } = portal
const { newFile, createBackup, createConversation } = await backupFixturesIn(portal)
const nothing = { tables: 0, files: 0 }

describe('a damaged backup is refused, and the target stays empty:', () => {
  let intact: string
  let size: number
  let target: Awaited<ReturnType<typeof createEmptyInstallation>>
  beforeAll(async () => {
    target = await createEmptyInstallation(afterAll)
    await createConversation()
    intact = (await createBackup()).path
    size = (await stat(intact)).size
  })

  const refused = async (path: string, reason: string | RegExp) => {
    const trying = restoreBackup(path, { installation: target })
    await expect(trying).rejects.toThrow(RefusedBackup)
    await expect(trying).rejects.toThrow(reason)
    expect(await countTablesAndFiles(target)).toEqual(nothing)
  }

  test.each([0, 3, 100, 0.3, 0.5, 0.9, -41, -40, -32, -1])('cut off at %d', async offset => {
    const path = newFile()
    await copyFile(intact, path)
    await truncate(
      path,
      offset < 0 ? size + offset : offset < 1 ? Math.floor(size * offset) : offset,
    )
    await refused(
      path,
      offset === 0 || offset === 3 ? 'is not a backup of Tezgah' : 'its end is missing',
    )
  })

  // Security: 11.4.3
  test.each([4, 5, 100, 0.3, 0.5, 0.9, -41, -32, -1])('one bit changed at %d', async offset => {
    const path = newFile()
    await copyFile(intact, path)
    const file = await open(path, 'r+')
    const position = offset < 0 ? size + offset : offset < 1 ? Math.floor(size * offset) : offset
    const { buffer: byte } = await file.read(Buffer.alloc(1), 0, 1, position)
    await file.write(Buffer.from([(byte[0] as number) ^ 4]), 0, 1, position)
    await file.close()
    await refused(path, 'was altered')
  })

  test('with a byte more behind its end', async () => {
    const path = newFile()
    await writeFile(path, Buffer.concat([await readFile(intact), Buffer.alloc(1)]))
    await refused(path, 'its end is missing')
  })

  test('with its end twice', async () => {
    const path = newFile()
    const bytes = await readFile(intact)
    await writeFile(path, Buffer.concat([bytes, bytes.subarray(-40)]))
    await refused(path, 'was altered')
  })

  test('a file that is no backup', async () => {
    await refused(import.meta.filename, 'is not a backup of Tezgah')
  })

  test('a sealed archive of something else', async () => {
    const path = newFile()
    await writeArchive(path, async add => {
      await add('letter.txt', [Buffer.from('Merhaba')], 7)
    })
    await refused(path, 'is not a backup of Tezgah')
  })

  test('a migration that this version does not know', async () => {
    const path = await rewritten(intact, {
      header: header => ({
        ...header,
        version: '9.1.0',
        migrations: [...header.migrations, '9999_later.sql'],
      }),
    })
    await refused(path, /made by a newer version of Tezgah \(9\.1\.0, with 9999_later\.sql\)/)
  })

  test('a format that this version does not know', async () => {
    const path = await rewritten(intact, {
      header: header => ({ ...header, version: '9.1.0', format: 2 as 1 }),
    })
    await refused(path, 'made by a newer version of Tezgah (9.1.0)')
  })

  test('a table with another checksum than in the manifest', async () => {
    const tickets = (manifest: Manifest) => ({ ...manifest.tables['public.tickets'], sha256: 'ff' })
    const manifest = (original: Manifest) => ({
      ...original,
      tables: {
        ...original.tables,
        'public.tickets': tickets(original) as Manifest['tables'][string],
      },
    })
    await refused(
      await rewritten(intact, { manifest }),
      /does not match its manifest \(public\.tickets/,
    )
  })

  test('a row less than in the manifest', async () => {
    const messages = (manifest: Manifest) => ({
      sha256: '',
      ...manifest.tables['public.messages'],
      rows: 10_000,
    })
    const manifest = (original: Manifest) => ({
      ...original,
      tables: { ...original.tables, 'public.messages': messages(original) },
    })
    await refused(
      await rewritten(intact, { manifest }),
      /does not match its manifest \(public\.messages/,
    )
  })

  test('a file with another checksum than in the manifest', async () => {
    const manifest = (original: Manifest) => ({
      ...original,
      files: Object.fromEntries(
        Object.keys(original.files).map(key => [key, [9, 'ff'] as [number, string]]),
      ),
    })
    await refused(await rewritten(intact, { manifest }), /does not match its manifest \(file /)
  })

  test('a missing manifest', async () => {
    await refused(await rewritten(intact, { without: manifestName }), 'ends before its manifest')
  })
})

/** The same backup, sealed anew, with another header or manifest, or without an entry. */
async function rewritten(
  intact: string,
  {
    header,
    manifest,
    without,
  }: {
    header?: (header: Header) => Header
    manifest?: (manifest: Manifest) => Manifest
    without?: string
  },
) {
  const path = newFile()
  await checkSeal(intact)
  await writeArchive(path, async add => {
    for await (const { name, bytes } of readArchive(intact)) {
      const content = Buffer.concat(await Array.fromAsync(bytes))
      const change = (name === 'tezgah.json' && header) || (name === manifestName && manifest)
      const changed = change
        ? Buffer.from(JSON.stringify(change(JSON.parse(content.toString()))))
        : content
      if (name !== without)
        await add(name, [changed], name.startsWith('tables/') ? undefined : changed.length)
    }
  })
  return path
}

describe('a backup is restored into an empty installation only:', () => {
  test('an installation with a vendor refuses it, and keeps its data', async () => {
    await createConversation()
    const { path } = await createBackup()
    const existing = await restoreBackup(path)
    const before = {
      rows: await readAllRows(existing.connection),
      files: await hashFiles(existing.storage),
    }
    await createConversation()
    await expect(
      restoreBackup((await createBackup()).path, { installation: existing }),
    ).rejects.toThrow('There is data here already')
    expect({
      rows: await readAllRows(existing.connection),
      files: await hashFiles(existing.storage),
    }).toEqual(before)
  })

  test('a storage with other files refuses it, and keeps them', async () => {
    const { key, bytes } = await createConversation()
    const { path } = await createBackup()
    const target = await createEmptyInstallation()
    const storage = await openStorage({ dataDir: target.dataDir })
    await storage.put(
      '01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b/01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b',
      Readable.from([bytes]),
      bytes.length,
      {
        type: 'x/y',
      },
    )
    await storage.put(key, Readable.from([bytes]), bytes.length, { type: 'x/y' })
    const before = await hashFiles(storage)
    await expect(restoreBackup(path, { installation: target })).rejects.toThrow(
      'The storage has files that are not of this backup (1)',
    )
    expect(await hashFiles(storage)).toEqual(before)
    expect(await countTablesAndFiles(target)).toEqual({ tables: 0, files: 2 })
  })

  test('a database with other tables refuses it', async () => {
    const { path } = await createBackup()
    const target = await createEmptyInstallation()
    await runQuery(target.connection, 'create table invoices (number int)')
    await expect(restoreBackup(path, { installation: target })).rejects.toThrow(
      "tables that are not Tezgah's (public.invoices)",
    )
    expect(await countTablesAndFiles(target)).toEqual({ tables: 1, files: 0 })
  })

  test.each([
    ['its owner', {}],
    ['another user', { user: 'postgres' }],
  ])('a database to which %s is connected refuses it', async (_, user) => {
    const { path } = await createBackup()
    const target = await createEmptyInstallation()
    const server = new pg.Client({ ...target.connection, ...user })
    await server.connect()
    const trying = restoreBackup(path, { installation: target })
    await expect(trying).rejects.toThrow('This database is in use (connections: 1)')
    await server.end()
    expect(await countTablesAndFiles(target)).toEqual(nothing)
  })

  test('an installation that was started without a vendor accepts it', async () => {
    await createConversation()
    const { path } = await createBackup()
    const target = await createEmptyInstallation()
    const server = await start(
      readConfig({ DATA_DIR: target.dataDir, PORT: '0' }),
      target.connection,
      { logLevel: 'silent' },
    )
    await server.stop()
    const back = await restoreBackup(path, { installation: target })
    expect(await readAllRows(back.connection)).toEqual(await readAllRows(connection))
    await startRestored(back)
  })

  test('a restore that is stopped in the middle leaves the target empty', async () => {
    await createConversation()
    const { path } = await createBackup()
    const target = await createEmptyInstallation()
    const disk = await openStorage({ dataDir: target.dataDir })
    const stop = new AbortController()
    const storage: Storage = {
      ...disk,
      async put(...file) {
        await disk.put(...file)
        stop.abort(new Error('enough'))
      },
    }
    const trying = restore(
      await openBackup(path),
      { connection: target.connection, storage, keepSecret: () => {} },
      stop.signal,
    )
    await expect(trying).rejects.toThrow('enough')
    expect(await countTablesAndFiles(target)).toEqual(nothing)
  })

  test('a full disk leaves the target empty', async () => {
    await createConversation()
    await createConversation()
    const { path } = await createBackup()
    const target = await createEmptyInstallation()
    const disk = await openStorage({ dataDir: target.dataDir })
    let room = 1
    const storage: Storage = {
      ...disk,
      async put(...file) {
        if (room-- === 0)
          throw new StorageUnavailable('the disk refuses: ENOSPC: no space left on device, write')
        await disk.put(...file)
      },
    }
    const trying = restore(await openBackup(path), {
      connection: target.connection,
      storage,
      keepSecret: () => {},
    })
    await expect(trying).rejects.toThrow(
      'The files cannot be written to the storage, so nothing was restored: the disk refuses: ENOSPC',
    )
    expect(await countTablesAndFiles(target)).toEqual(nothing)
  })

  test('files of the same backup that a killed restore has left are accepted', async () => {
    const { key, bytes } = await createConversation()
    const { path } = await createBackup()
    const target = await createEmptyInstallation()
    const storage = await openStorage({ dataDir: target.dataDir })
    await storage.put(key, Readable.from([bytes]), bytes.length, { type: 'image/png' })
    expect(await hashFiles((await restoreBackup(path, { installation: target })).storage)).toEqual(
      await hashFiles(platform.storage),
    )
  })
})
