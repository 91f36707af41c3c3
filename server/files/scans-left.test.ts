import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { eicar } from '#platform/storage/scanner.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { openPortalWithScanner, scanTimeout } from '#testing/scanned.ts'
import { scanRemaining } from './scans.ts'
import { storageKey } from './uploads.ts'

// The hourly pass: files that no job scans.

const { clamd, portal, fixtures, addFile } = await openPortalWithScanner()
const { owner, platform } = portal
const picture = Buffer.from('iVBORw0KGgo/', 'base64')

test('a file whose job was lost is scanned within the hour after', async () => {
  const { id, state } = await addFile(await fixtures.company())
  await owner.query("delete from pgboss.job where name = 'file.stored'")
  await owner.query("update files set date_stored = now() - interval '61 minutes' where id = $1", [
    id,
  ])
  clamd.release()
  await scanRemaining(platform)
  expect(await state()).toBe('ready')
})

describe('files from before a scanner was set', () => {
  test('are served until they are scanned; then a clean one stays, and an infected one is removed', async () => {
    const fixture = await fixtures.company()
    const files = [await addFile(fixture), await addFile(fixture, { bytes: Buffer.from(eicar) })]
    await owner.query('update files set scan = null where vendor_id = $1', [fixture.vendorId])
    await owner.query("delete from pgboss.job where name = 'file.stored'")
    expect(await Promise.all(files.map(({ state }) => state()))).toEqual(['ready', 'ready'])
    clamd.release()
    await scanRemaining(platform)
    expect(await Promise.all(files.map(({ state }) => state()))).toEqual(['ready', 'infected'])
  })

  test('are all scanned once, however many there are', async () => {
    const { member, vendorId } = await fixtures.company()
    clamd.release()
    const { rows } = await owner.query<{ id: string }>(
      `insert into files (vendor_id, id, uploader_id, file_name, file_size, file_type, date_stored)
         select $1, gen_random_uuid(), $2, 'a.png', 9, 'image/png', now() from generate_series(1, 105) returning id`,
      [vendorId, member.userId],
    )
    await Promise.all(
      rows.map(({ id }) =>
        platform.storage.put(storageKey(vendorId, id), Readable.from([picture]), 9, {
          type: 'image/png',
        }),
      ),
    )
    expect(await scanRemaining(platform)).toBe(105)
    const scans = await owner.query(
      'select scan, count(*)::int from files where vendor_id = $1 group by scan',
      [vendorId],
    )
    expect(scans.rows).toEqual([{ scan: 'clean', count: 105 }])
    expect(await scanRemaining(platform)).toBe(0)
  })

  test('are scanned though the scanner disconnects at one before them', async () => {
    const fixture = await fixtures.company()
    const files = [await addFile(fixture, { bytes: Buffer.from('bozuk') }), await addFile(fixture)]
    await owner.query('update files set scan = null where vendor_id = $1', [fixture.vendorId])
    clamd.behaviour.disconnectOn = 'bozuk'
    clamd.release()
    await scanRemaining(platform)
    const { rows } = await owner.query('select scan from files where id = any($1) order by id', [
      files.map(({ id }) => id),
    ])
    expect(rows.map(({ scan }) => scan)).toEqual([null, 'clean'])
    delete clamd.behaviour.disconnectOn
  })

  test('are scanned though one before them cannot be read, which is postponed by a day; none is tried while the storage is unavailable', async () => {
    const fixture = await fixtures.company()
    const files = [await addFile(fixture), await addFile(fixture)]
    clamd.release()
    // their own jobs are done and do not interfere
    for (const { state } of files) await expect.poll(state, scanTimeout).toBe('ready')
    await owner.query('update files set scan = null, date_scanned = null where vendor_id = $1', [
      fixture.vendorId,
    ])
    const unreadable = await fixtures.keyOf(files[0]?.id ?? '')
    let tries = 0
    const storage: typeof platform.storage = {
      ...platform.storage,
      get(key) {
        if (key !== unreadable) return platform.storage.get(key)
        tries++
        throw new StorageUnavailable('this file cannot be read')
      },
    }
    const unavailable = () => Promise.reject(new StorageUnavailable('the storage is away'))
    await expect(
      scanRemaining({ ...platform, storage: { ...storage, check: unavailable } }),
    ).rejects.toThrow('the storage is away')
    await scanRemaining({ ...platform, storage })
    await scanRemaining({ ...platform, storage })
    const { rows } = await owner.query('select scan from files where vendor_id = $1 order by id', [
      fixture.vendorId,
    ])
    expect([rows.map(({ scan }) => scan), tries]).toEqual([[null, 'clean'], 2])
    await owner.query(
      "update files set date_scanned = now() - interval '25 hours' where vendor_id = $1",
      [fixture.vendorId],
    )
    await scanRemaining(platform)
    expect(await files[0]?.readFile()).toMatchObject({ state: 'ready' })
    expect(
      (await owner.query('select scan from files where id = $1', [files[0]?.id])).rows,
    ).toEqual([{ scan: 'clean' }])
  })

  test('are not all tried while the scanner is unavailable', async () => {
    const fixture = await fixtures.company()
    const { id } = await addFile(fixture)
    await owner.query('update files set scan = null where id = $1', [id])
    await clamd.stop()
    await expect(scanRemaining(platform)).rejects.toThrow('the scanner is unavailable')
    await clamd.restart()
  })

  test('are left for the next pass when the time has run out', async () => {
    const { id, state } = await addFile(await fixtures.company())
    await owner.query('update files set scan = null where id = $1', [id])
    clamd.release()
    expect(await scanRemaining(platform, Date.now() - 1)).toBe(0)
    expect(await state()).toBe('ready')
  })
})
