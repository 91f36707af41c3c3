import { copyFile, open, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { openStorage, type Storage, StorageUnavailable } from '#platform/storage/storage.ts'
import { backupsOf, leftIn, restored, served, sums } from '#testing/backups.ts'
import { ask, emptyPlace, everyRow } from '#testing/empty-place.ts'
import { openPortal } from '#testing/portal.ts'
import { start } from '../app/start.ts'
import { checkSeal, RefusedBackup, readArchive, writeArchive } from './archive.ts'
import { type Header, type Manifest, manifestName } from './contents.ts'
import { openBackup, restore } from './restore.ts'

// What a restore refuses, and that it then leaves a place as it was.

const portal = await openPortal()
const { platform, connection } = portal
const { newFile, backedUp, conversation } = await backupsOf(portal)
const nothing = { tables: 0, files: 0 }

describe('a backup that is not as it was written is refused, and the place stays empty:', () => {
  let whole: string
  let size: number
  let place: Awaited<ReturnType<typeof emptyPlace>>
  beforeAll(async () => {
    place = await emptyPlace(afterAll)
    await conversation()
    whole = (await backedUp()).path
    size = (await stat(whole)).size
  })

  const refused = async (path: string, reason: string | RegExp) => {
    const trying = restored(path, { place })
    await expect(trying).rejects.toThrow(RefusedBackup)
    await expect(trying).rejects.toThrow(reason)
    expect(await leftIn(place)).toEqual(nothing)
  }

  test.each([0, 3, 100, 0.3, 0.5, 0.9, -41, -40, -32, -1])('cut off at %d', async where => {
    const path = newFile()
    await copyFile(whole, path)
    await truncate(path, where < 0 ? size + where : where < 1 ? Math.floor(size * where) : where)
    await refused(path, where === 0 || where === 3 ? 'is not a backup of Tezgah' : 'its end is missing')
  })

  test.each([4, 5, 100, 0.3, 0.5, 0.9, -41, -32, -1])('one bit of another value at %d', async where => {
    const path = newFile()
    await copyFile(whole, path)
    const file = await open(path, 'r+')
    const position = where < 0 ? size + where : where < 1 ? Math.floor(size * where) : where
    const { buffer: byte } = await file.read(Buffer.alloc(1), 0, 1, position)
    await file.write(Buffer.from([(byte[0] as number) ^ 4]), 0, 1, position)
    await file.close()
    await refused(path, 'was altered')
  })

  test('with a byte more behind its end', async () => {
    const path = newFile()
    await writeFile(path, Buffer.concat([await readFile(whole), Buffer.alloc(1)]))
    await refused(path, 'its end is missing')
  })

  test('with its end twice', async () => {
    const path = newFile()
    const bytes = await readFile(whole)
    await writeFile(path, Buffer.concat([bytes, bytes.subarray(-40)]))
    await refused(path, 'was altered')
  })

  test('somebody else’s file', async () => {
    await refused(import.meta.filename, 'is not a backup of Tezgah')
  })

  test('a sealed archive of something else', async () => {
    const path = newFile()
    await writeArchive(path, async add => {
      await add('letter.txt', [Buffer.from('Merhaba')], 7)
    })
    await refused(path, 'is not a backup of Tezgah')
  })

  test('a migration that this program does not know', async () => {
    const path = await rewritten(whole, {
      header: header => ({ ...header, version: '9.1.0', migrations: [...header.migrations, '9999_later.sql'] }),
    })
    await refused(path, /made by a newer version of Tezgah \(9\.1\.0, with 9999_later\.sql\)/)
  })

  test('a form that this program does not know', async () => {
    const path = await rewritten(whole, { header: header => ({ ...header, version: '9.1.0', format: 2 as 1 }) })
    await refused(path, 'made by a newer version of Tezgah (9.1.0)')
  })

  test('a table with another sum than it announces', async () => {
    const tickets = (manifest: Manifest) => ({ ...manifest.tables['public.tickets'], sha256: 'ff' })
    const manifest = (given: Manifest) => ({
      ...given,
      tables: { ...given.tables, 'public.tickets': tickets(given) as Manifest['tables'][string] },
    })
    await refused(await rewritten(whole, { manifest }), /is not what it says it is \(public\.tickets/)
  })

  test('a row less than it announces', async () => {
    const messages = (manifest: Manifest) => ({ sha256: '', ...manifest.tables['public.messages'], rows: 10_000 })
    const manifest = (given: Manifest) => ({ ...given, tables: { ...given.tables, 'public.messages': messages(given) } })
    await refused(await rewritten(whole, { manifest }), /is not what it says it is \(public\.messages/)
  })

  test('a file with another sum than it announces', async () => {
    const manifest = (given: Manifest) => ({
      ...given,
      files: Object.fromEntries(Object.keys(given.files).map(key => [key, [9, 'ff'] as [number, string]])),
    })
    await refused(await rewritten(whole, { manifest }), /is not what it says it is \(file /)
  })

  test('an end without what should have come before', async () => {
    await refused(await rewritten(whole, { without: manifestName }), 'ends before it says what should be in it')
  })
})

/** The same backup, sealed anew, with another beginning or end. */
async function rewritten(
  whole: string,
  { header, manifest, without }: { header?: (header: Header) => Header; manifest?: (manifest: Manifest) => Manifest; without?: string },
) {
  const path = newFile()
  await checkSeal(whole)
  await writeArchive(path, async add => {
    for await (const { name, bytes } of readArchive(whole)) {
      const content = Buffer.concat(await Array.fromAsync(bytes))
      const change = (name === 'tezgah.json' && header) || (name === manifestName && manifest)
      const changed = change ? Buffer.from(JSON.stringify(change(JSON.parse(content.toString())))) : content
      if (name !== without) await add(name, [changed], name.startsWith('tables/') ? undefined : changed.length)
    }
  })
  return path
}

describe('a backup is restored into an empty place only:', () => {
  test('a place with a vendor refuses it, and keeps what it has', async () => {
    await conversation()
    const { path } = await backedUp()
    const there = await restored(path)
    const before = { rows: await everyRow(there.connection), files: await sums(there.storage) }
    await conversation()
    await expect(restored((await backedUp()).path, { place: there })).rejects.toThrow('There is data here already')
    expect({ rows: await everyRow(there.connection), files: await sums(there.storage) }).toEqual(before)
  })

  test('a place with files of others refuses it, and keeps all that were there', async () => {
    const { key, bytes } = await conversation()
    const { path } = await backedUp()
    const place = await emptyPlace()
    const storage = await openStorage({ dataDir: place.dataDir })
    await storage.put('01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b/01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b', Readable.from([bytes]), bytes.length, {
      type: 'x/y',
    })
    await storage.put(key, Readable.from([bytes]), bytes.length, { type: 'x/y' })
    const before = await sums(storage)
    await expect(restored(path, { place })).rejects.toThrow('1 files are kept here that are not of this backup')
    expect(await sums(storage)).toEqual(before)
    expect(await leftIn(place)).toEqual({ tables: 0, files: 2 })
  })

  test('a database with tables of somebody else refuses it', async () => {
    const { path } = await backedUp()
    const place = await emptyPlace()
    await ask(place.connection, 'create table invoices (number int)')
    await expect(restored(path, { place })).rejects.toThrow("tables that are not Tezgah's (public.invoices)")
    expect(await leftIn(place)).toEqual({ tables: 1, files: 0 })
  })

  test.each([
    ['its owner', {}],
    ['another user', { user: 'postgres' }],
  ])('a place to which %s is connected refuses it', async (_, user) => {
    const { path } = await backedUp()
    const place = await emptyPlace()
    const server = new pg.Client({ ...place.connection, ...user })
    await server.connect()
    const trying = restored(path, { place })
    await expect(trying).rejects.toThrow('Somebody is connected to this database (connections: 1)')
    await server.end()
    expect(await leftIn(place)).toEqual(nothing)
  })

  test('a server that was started there without a vendor is no hindrance', async () => {
    await conversation()
    const { path } = await backedUp()
    const place = await emptyPlace()
    const server = await start(readConfig({ DATA_DIR: place.dataDir, PORT: '0' }), place.connection, { logLevel: 'silent' })
    await server.stop()
    const back = await restored(path, { place })
    expect(await everyRow(back.connection)).toEqual(await everyRow(connection))
    await served(back)
  })

  test('a restore that is stopped in the middle leaves the place empty', async () => {
    await conversation()
    const { path } = await backedUp()
    const place = await emptyPlace()
    const disk = await openStorage({ dataDir: place.dataDir })
    const stop = new AbortController()
    const storage: Storage = {
      ...disk,
      async put(...file) {
        await disk.put(...file)
        stop.abort(new Error('enough'))
      },
    }
    const trying = restore(await openBackup(path), { connection: place.connection, storage, keepSecret: () => {} }, stop.signal)
    await expect(trying).rejects.toThrow('enough')
    expect(await leftIn(place)).toEqual(nothing)
  })

  test('a disk that is full leaves the place empty', async () => {
    await conversation()
    await conversation()
    const { path } = await backedUp()
    const place = await emptyPlace()
    const disk = await openStorage({ dataDir: place.dataDir })
    let room = 1
    const storage: Storage = {
      ...disk,
      async put(...file) {
        if (room-- === 0) throw new StorageUnavailable('the disk refuses: ENOSPC: no space left on device, write')
        await disk.put(...file)
      },
    }
    const trying = restore(await openBackup(path), { connection: place.connection, storage, keepSecret: () => {} })
    await expect(trying).rejects.toThrow('The files cannot be put where they belong, so nothing was restored: the disk refuses: ENOSPC')
    expect(await leftIn(place)).toEqual(nothing)
  })

  test('what a restore that was killed had put there of the same files is no hindrance', async () => {
    const { key, bytes } = await conversation()
    const { path } = await backedUp()
    const place = await emptyPlace()
    const storage = await openStorage({ dataDir: place.dataDir })
    await storage.put(key, Readable.from([bytes]), bytes.length, { type: 'image/png' })
    expect(await sums((await restored(path, { place })).storage)).toEqual(await sums(platform.storage))
  })
})
