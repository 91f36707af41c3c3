import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupFixturesIn, restoreBackup } from '#testing/backups/backups.ts'
import { createEmptyInstallation } from '#testing/backups/empty-installation.ts'
import {
  type Entry,
  entriesNamedByPax,
  expectRefused,
  readEntries,
  writeForgedBackup,
  writeSealed,
} from '#testing/backups/forged-backups.ts'
import { openPortal } from '#testing/portal.ts'
import { type Header, headerName, type Manifest, manifestName } from './contents.ts'

// A forger can seal a backup too. None of its content may reach
// SQL, a path or the terminal of the administrator who restores it.

const portal = await openPortal()
const { folder, newFile, createBackup, createConversation } = await backupFixturesIn(portal)
let genuine: Entry[]
let file: Entry
let target: Awaited<ReturnType<typeof createEmptyInstallation>>
beforeAll(async () => {
  target = await createEmptyInstallation(afterAll)
  await createConversation()
  await createConversation()
  genuine = await readEntries((await createBackup()).path)
  file = genuine.find(({ name }) => name.startsWith('files/')) as Entry
})

type Forgery = { what: string; entries: () => Entry[]; reason: RegExp }

/** The genuine entries with those of one name changed or left out. */
const replaced = (name: string, change: (entry: Entry) => Entry[]) =>
  genuine.flatMap(entry => (entry.name === name ? change(entry) : [entry]))
const changed = <T>(name: string, change: (value: T) => object) =>
  replaced(name, entry => [
    {
      ...entry,
      bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString()) as T))),
    },
  ])
const header = (change: (header: Header) => object) => () => changed(headerName, change)
const manifest = (change: (manifest: Manifest) => object) => () => changed(manifestName, change)
/** The genuine entries with more before the manifest. */
const withEntries =
  (...more: Entry[]) =>
  () =>
    replaced(manifestName, end => [...more, end])
const nothing = Buffer.alloc(0)
const stolen = (name: string) => join(folder, name)
const letter = Buffer.from('Merhaba')
const vendor = '01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b'

/** The genuine entries with another table. */
const table = (name: string, columns = ['vendor_id']) => ({
  entries: () => {
    const more = header(head => ({ ...head, tables: [...head.tables, { name, columns }] }))()
    return more.flatMap(entry =>
      entry.name === manifestName
        ? [{ name: `tables/${name}/000001`.slice(0, 100), bytes: nothing }, entry]
        : [entry],
    )
  },
})
const columns = (change: (columns: string[]) => string[]) =>
  header(head => ({
    ...head,
    tables: head.tables.map(each =>
      each.name === 'public.users' ? { ...each, columns: change(each.columns) } : each,
    ),
  }))

const forgeries: Forgery[] = [
  // names that become SQL
  {
    what: 'a table whose name is SQL',
    ...table('public.users (id) from stdin; create table stolen (); --'),
    reason: /a table "public\.users \(id\)/,
  },
  {
    what: 'a table whose name is a program',
    ...table(`public.users (id) from program 'touch ${stolen('a')}' --`),
    reason: /has a table "public\.users/,
  },
  {
    what: 'a table of the system',
    ...table('pg_catalog.pg_authid', ['rolname']),
    reason: /has a table "pg_catalog\.pg_authid", and there is none/,
  },
  {
    what: 'a table of the installation',
    ...table('platform.logins', ['name', 'password']),
    reason: /has a table "platform\.logins"/,
  },
  {
    what: 'a table twice',
    ...table('public.vendors'),
    reason: /lacks the column name of public\.vendors/,
  },
  {
    what: 'a table that is missing',
    entries: header(head => ({ ...head, tables: head.tables.slice(1) })),
    reason: /lacks the table public\./,
  },
  {
    what: 'a column whose name is SQL',
    entries: columns(() => [`id) from program 'touch ${stolen('b')}' --`]),
    reason: /a column "id\) from program/,
  },
  {
    what: 'a column that is not there',
    entries: columns(all => [...all, 'is_god']),
    reason: /a column "is_god" of public\.users/,
  },
  {
    what: 'a column twice',
    entries: columns(all => [...all, 'id']),
    reason: /a column "id" of public\.users/,
  },
  {
    what: 'a column that computes itself',
    entries: columns(all => [...all, 'search']),
    reason: /a column "search" of public\.users/,
  },
  {
    what: 'columns that are no list',
    entries: columns(() => 'id' as never),
    reason: /an unexpected value at "tables/,
  },
  // the header
  {
    what: 'a migration by a path',
    entries: header(head => ({ ...head, migrations: ['../../../etc/passwd'] })),
    reason: /at "migrations\.0"/,
  },
  {
    what: 'a migration twice',
    entries: header(head => ({
      ...head,
      migrations: [...head.migrations, head.migrations.at(-1)],
    })),
    reason: /"migrations"/,
  },
  {
    what: 'no migrations',
    entries: header(head => ({ ...head, migrations: [] })),
    reason: /at "migrations"/,
  },
  {
    what: 'migrations without the first',
    entries: header(head => ({ ...head, migrations: head.migrations.slice(1) })),
    reason: /PostgreSQL refuses its rows/,
  },
  {
    what: 'a secret of one line too many',
    entries: header(head => ({ ...head, tokenSecret: `${head.tokenSecret}\n` })),
    reason: /at "tokenSecret"/,
  },
  {
    what: 'a secret of one letter',
    entries: header(head => ({ ...head, tokenSecret: 'x' })),
    reason: /at "tokenSecret"/,
  },
  {
    what: 'a version with terminal control codes',
    entries: header(head => ({ ...head, version: '0.1.0\x1b[2J' })),
    reason: /at "version"/,
  },
  {
    what: 'a newer format with terminal control codes',
    entries: header(head => ({ ...head, format: 2, version: '\x1b[2J9' })),
    reason: /newer version/,
  },
  {
    what: 'a header that is no JSON',
    entries: () => replaced(headerName, entry => [{ ...entry, bytes: letter }]),
    reason: /JSON is expected/,
  },
  {
    what: 'a header of two megabytes',
    entries: () => replaced(headerName, entry => [{ ...entry, bytes: Buffer.alloc(2 ** 21, ' ') }]),
    reason: /2097152 bytes/,
  },
  {
    what: 'a header that declares a terabyte',
    entries: () => replaced(headerName, entry => [{ ...entry, size: 2 ** 40 }]),
    reason: /1099511627776 bytes/,
  },
  {
    what: 'two headers',
    entries: () => replaced(manifestName, end => [genuine[0] as Entry, end]),
    reason: /"tezgah\.json" is in it twice/,
  },
  // entries of the tar
  {
    what: 'a name outside the folder',
    entries: withEntries({ name: '../../tezgah', bytes: letter }),
    reason: /"\.\.\/\.\.\/tezgah" is no name of anything/,
  },
  {
    what: 'a file outside the folder',
    entries: withEntries({ name: `files/${vendor}/../../../x`, bytes: letter }),
    reason: /is no name of anything/,
  },
  {
    what: 'a file in capitals',
    entries: withEntries({ name: `files/${vendor}/${vendor}`.toUpperCase(), bytes: letter }),
    reason: /is no name of anything/,
  },
  {
    what: 'an absolute name',
    entries: withEntries({ name: '/etc/cron.d/tezgah', bytes: letter }),
    reason: /"\/etc\/cron\.d\/tezgah" is no name/,
  },
  {
    what: 'a name with NUL',
    entries: withEntries(...entriesNamedByPax(`files/${vendor}/${vendor}\0.sh`, letter)),
    reason: /is no name of anything/,
  },
  {
    what: 'a name of ten thousand characters',
    entries: withEntries(...entriesNamedByPax('a/'.repeat(5_000), letter)),
    reason: /is no name of anything/,
  },
  {
    what: 'a name with terminal control codes',
    entries: withEntries({ name: '\x1b]0;x\x07', bytes: letter }),
    reason: /is no name of anything/,
  },
  {
    what: 'a symbolic link',
    entries: withEntries({ name: 'files', kind: 'symlink', link: '/etc', bytes: nothing }),
    reason: /not a file: "files" \(symlink\)/,
  },
  {
    what: 'a hard link',
    entries: withEntries({ name: 'x', kind: 'link', link: '/etc/passwd', bytes: nothing }),
    reason: /not a file: "x" \(link\)/,
  },
  {
    what: 'a device',
    entries: withEntries({ name: 'x', kind: 'device', bytes: nothing }),
    reason: /not a file: "x" \(character-device\)/,
  },
  {
    what: 'a folder',
    entries: withEntries({ name: 'files/', kind: 'folder', bytes: nothing }),
    reason: /not a file: "files\/" \(directory\)/,
  },
  {
    what: 'a pipe',
    entries: withEntries({ name: 'x', kind: 'fifo', bytes: nothing }),
    reason: /not a file: "x" \(fifo\)/,
  },
  {
    what: 'a file twice',
    entries: () => replaced(file.name, entry => [entry, entry]),
    reason: /is in it twice/,
  },
  {
    what: 'a file without a row',
    entries: withEntries({ name: `files/${vendor}/${vendor}`, bytes: letter }),
    reason: /without a row/,
  },
  {
    what: 'a file that is larger than its row says',
    entries: () =>
      replaced(file.name, entry => [{ ...entry, bytes: Buffer.concat([entry.bytes, letter]) }]),
    reason: /its row says 300000/,
  },
  {
    what: 'a file that declares a terabyte',
    entries: () => replaced(file.name, entry => [{ ...entry, size: 2 ** 40 }]),
    reason: /1099511627776 bytes of a file/,
  },
  {
    what: 'a file that ends before its size',
    entries: () => [
      ...genuine.filter(({ name }) => name.startsWith('t')),
      { ...file, bytes: letter, size: 300_000 },
    ],
    reason: /cannot be read as a backup/,
  },
  {
    what: 'a part of a table that declares a gigabyte',
    entries: () => replaced('tables/public.users/000001', entry => [{ ...entry, size: 2 ** 30 }]),
    reason: /too large: "tables\/public\.users\/000001", 1073741824 bytes/,
  },
  {
    what: 'a table in two sections',
    entries: () =>
      replaced(manifestName, end => [
        genuine.find(({ name }) => name.startsWith('tables/public.users')) as Entry,
        end,
      ]),
    reason: /"tables\/public\.users" is in it twice/,
  },
  {
    what: 'a table without its first part',
    entries: () =>
      replaced('tables/public.users/000001', entry => [
        { ...entry, name: 'tables/public.users/000002' },
      ]),
    reason: /another order/,
  },
  {
    what: 'an entry after the manifest',
    entries: () => [...genuine, { name: 'letter.txt', bytes: letter }],
    reason: /"letter\.txt" comes after the manifest/,
  },
  // the manifest
  {
    what: 'a manifest that is no JSON',
    entries: () => replaced(manifestName, entry => [{ ...entry, bytes: letter }]),
    reason: /JSON is expected/,
  },
  {
    what: 'a manifest that declares a terabyte',
    entries: () => replaced(manifestName, entry => [{ ...entry, size: 2 ** 40 }]),
    reason: /1099511627776 bytes/,
  },
  {
    what: 'a manifest of two megabytes',
    entries: () =>
      replaced(manifestName, entry => [{ ...entry, bytes: Buffer.alloc(2 ** 21, ' ') }]),
    reason: /2097152 bytes/,
  },
  {
    what: 'removed files by a path',
    entries: manifest(end => ({ ...end, removed: ['../../x'] })),
    reason: /at "removed\.0"/,
  },
  {
    what: 'lost files with terminal control codes',
    entries: manifest(end => ({ ...end, lost: ['\x1b[2J'] })),
    reason: /at "lost\.0"/,
  },
  { what: 'no files', entries: manifest(({ files: _, ...end }) => end), reason: /at "files"/ },
  // rows
  {
    what: 'rows that are not in COPY’s format',
    entries: () =>
      replaced('tables/public.companies/000001', entry => [{ ...entry, bytes: letter }]),
    reason: /PostgreSQL refuses its rows .*invalid input syntax for type uuid/,
  },
]

describe('a forged backup is refused with a message, and the target stays empty:', () => {
  test('the entries that are forged here can be restored unchanged', async () => {
    const empty = await createEmptyInstallation()
    const back = await restoreBackup(await writeForgedBackup(newFile(), genuine), {
      installation: empty,
    })
    expect(back.contents.tickets).toBeGreaterThan(1)
  })

  // Security: P11
  test.each(forgeries)('$what', async ({ entries, reason }) => {
    await expectRefused(await writeForgedBackup(newFile(), entries()), reason, target)
    for (const name of ['a', 'b']) await expect(stat(stolen(name))).rejects.toThrow('ENOENT')
  })

  test('something that is no tar', async () => {
    const path = await writeSealed(newFile(), zstdCompressSync(Buffer.alloc(10_000, 'x')))
    await expectRefused(path, /cannot be read as a backup: "Invalid tar header/, target)
  })

  test('a broken zstd stream', async () => {
    const bytes = (await readFile(await writeForgedBackup(newFile(), genuine))).subarray(0, -40)
    bytes.fill(0xff, 4, 12)
    await expectRefused(await writeSealed(newFile(), bytes), /cannot be read as a backup/, target)
  })
})
