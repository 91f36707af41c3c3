import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { emptyPlace, everyRow } from '#testing/empty-place.ts'
import { entriesOf, writeForged } from '#testing/forged-backups.ts'

// The commands as processes of their own, on an embedded PostgreSQL of their own.

const folder = mkdtempSync(join(tmpdir(), 'tezgah-commands-'))
chmodSync(folder, 0o711)
afterAll(async () => {
  await running()
  rmSync(folder, { recursive: true })
})
const dataDir = join(folder, 'source')
const file = join(folder, 'all.backup')

/** Runs a command; how it ended and what it said. */
async function run(
  command: 'backup' | 'restore' | 'vendor' | 'doctor' | 'operator',
  words: string[],
  environment: Record<string, string>,
  limits = '',
) {
  const script = `${limits} exec "$0" "$@"`
  const args = ['-c', script, process.execPath, join(import.meta.dirname, `${command}.ts`), ...words]
  const env = { PATH: process.env.PATH, INIT_CWD: folder, ...environment }
  return promisify(execFile)('sh', args, { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  )
}

let made: Awaited<ReturnType<typeof run>>
let rows: Awaited<ReturnType<typeof everyRow>>
let secret: string
let running = async () => {}
beforeAll(async () => {
  const server = await startPostgres(dataDir, 'server')
  running = server.stop
  await run('vendor', ['add', 'destek.ornek.test', 'Örnek Makine', 'mudur@ornek.test'], { DATA_DIR: dataDir })
  made = await run('backup', ['all.backup'], { DATA_DIR: dataDir })
  rows = await everyRow(server.connection)
  secret = readFileSync(join(dataDir, 'token-secret'), 'utf8')
}, 120_000)

test('beside a running server a backup is made where its name was said, and it is said what is in it and whose it is', () => {
  expect(made).toEqual({ code: 0, said: expect.stringContaining(`Backed up into ${file}: 1 vendor, 0 tickets, 0 files of 0 bytes.`) })
  expect(made.said).toContain('Keep it as safe as the server.')
  expect(made.said).toContain(`Installation: ${dataDir} (DATA_DIR).`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

describe('the embedded database becomes one of DATABASE_URL, and that an embedded one again:', () => {
  const back = join(folder, 'back')
  let own: Awaited<ReturnType<typeof emptyPlace>>
  const said: Awaited<ReturnType<typeof run>>[] = []
  beforeAll(async () => {
    own = await emptyPlace(afterAll)
    const { host, port, user, database } = own.connection
    const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
    const settings = { DATA_DIR: own.dataDir, DATABASE_URL: url, TOKEN_SECRET: secret }
    said.push(await run('restore', ['all.backup'], settings))
    said.push(await run('backup', ['own.backup'], settings))
    said.push(await run('restore', ['own.backup'], { DATA_DIR: back }))
    said.push(await run('backup', ['back.backup'], { DATA_DIR: back }))
  }, 120_000)

  test('it is said what was restored, and where', () => {
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(said[0]?.said).toMatch(/^Restored what Tezgah \S+ backed up at \S+: 1 vendor, /)
    expect(said[0]?.said).toContain(`Installation: the database ${own.connection.database} at localhost (DATABASE_URL).`)
    expect(said[2]?.said).toContain(`Installation: ${back} (DATA_DIR)`)
  })

  test('every row is there, both times', async () => {
    expect(await everyRow(own.connection)).toEqual(rows)
    const postgres = await startPostgres(back, 'guest')
    onTestFinished(() => postgres.stop())
    expect(await everyRow(postgres.connection)).toEqual(rows)
  })

  test('a TOKEN_SECRET that is set is kept nowhere; else the one of the backup is, for its owner only', () => {
    expect(readdirSync(own.dataDir)).not.toContain('token-secret')
    expect(readFileSync(join(back, 'token-secret'), 'utf8')).toBe(secret)
    expect(statSync(join(back, 'token-secret')).mode & 0o777).toBe(0o600)
  })
})

test('where the server runs, a restore is refused', async () => {
  const { code, said } = await run('restore', ['all.backup'], { DATA_DIR: dataDir })
  expect([code, said]).toEqual([1, expect.stringMatching(/^Tezgah is already running with the data in .* Stop that one first/)])
})

test('where a TOKEN_SECRET is set that is another, a restore is refused before anything is made', async () => {
  const there = join(folder, 'other-secret')
  const { code, said } = await run('restore', ['all.backup'], { DATA_DIR: there, TOKEN_SECRET: 'x'.repeat(32) })
  expect([code, said]).toEqual([1, expect.stringContaining('TOKEN_SECRET is not the one that this backup was made with')])
  expect(readdirSync(folder)).not.toContain('other-secret')
})

test('a forged backup is refused in a line, without a stack', async () => {
  const genuine = await entriesOf(file)
  const link = { name: 'files', kind: 'symlink', link: '/etc', bytes: Buffer.alloc(0) } as const
  await writeForged(join(folder, 'forged.backup'), [...genuine.slice(0, -1), link, ...genuine.slice(-1)])
  const { code, said } = await run('restore', ['forged.backup'], { DATA_DIR: join(folder, 'forged') })
  expect([code, said]).toEqual([1, `${join(folder, 'forged.backup')} has something that is no file in it: "files" (symlink).\n`])
})

test.each([
  ['backup', []],
  ['backup', ['--help']],
  ['restore', ['a', 'b']],
] as const)('%s said with %j is told how it is said', async (command, words) => {
  expect(await run(command, [...words], { DATA_DIR: dataDir })).toEqual({ code: 1, said: `Usage: npm run ${command} -- <file>\n` })
})

test.each([
  ['vendor', ['constructor'], 'add <domain> "<name>" <admin e-mail>', 'quota <domain> <a size such as "50 GB", none, or default>'],
  ['operator', [], 'add <e-mail>', 'remove <e-mail>', 'list', 'reset-second-factor <e-mail> [<domain>]'],
] as const)('%s said with %j is told what there is, and nothing is made', async (command, words, ...known) => {
  const there = join(folder, `unknown-${command}`)
  const { code, said } = await run(command, [...words], { DATA_DIR: there })
  const lines = said.replace('Usage:', '').trim().split(/\n\s+/)
  expect([code, lines]).toEqual([1, known.map(usage => `npm run ${command} -- ${usage}`)])
  expect(readdirSync(folder)).not.toContain(`unknown-${command}`)
})

test('where there is no installation, nothing is backed up', async () => {
  const { code, said } = await run('backup', ['none.backup'], { DATA_DIR: join(folder, 'nowhere') })
  expect([code, said]).toEqual([1, expect.stringContaining('There is nothing to back up. Is it kept elsewhere?')])
  expect(readdirSync(folder)).not.toContain('none.backup')
})

test('a disk without room for it is said in a line, and nothing is left', async () => {
  const before = readdirSync(folder)
  const { code, said } = await run('backup', ['large.backup'], { DATA_DIR: dataDir }, 'ulimit -f 1;')
  expect([code, said]).toEqual([
    1,
    `${join(folder, 'large.backup')} cannot be written: a file may not grow that large here. Nothing is left of it.\n`,
  ])
  expect(readdirSync(folder)).toEqual(before)
})

test('a file that is not there is said in a line', async () => {
  const { code, said } = await run('restore', ['nothing'], { DATA_DIR: join(folder, 'unmade') })
  expect([code, said]).toEqual([1, `${join(folder, 'nothing')} cannot be read: it is not there.\n`])
  expect(readdirSync(folder)).not.toContain('unmade')
})

test.each([
  ['doctor', [], 'There is nothing to look at yet'],
  ['backup', ['none.backup'], 'There is nothing to back up'],
] as const)('where nothing has begun, %s says so and leaves nothing behind', async (command, words, told) => {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const { code, said } = await run(command, [...words], { DATA_DIR: empty })
  expect([code, said]).toEqual([1, expect.stringContaining(told)])
  expect(readdirSync(empty)).toEqual([])
})
