import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { startRestored } from '#testing/backups/backups.ts'
import { createEmptyInstallation, readAllRows } from '#testing/backups/empty-installation.ts'
import { readEntries, writeForgedBackup } from '#testing/backups/forged-backups.ts'
import { mailsIn } from '#testing/mails.ts'

// The commands in processes of their own, on an embedded PostgreSQL of their own.

const folder = mkdtempSync(join(tmpdir(), 'tezgah-commands-'))
chmodSync(folder, 0o711)
afterAll(async () => {
  await running()
  rmSync(folder, { recursive: true })
})
const dataDir = join(folder, 'source')
const file = join(folder, 'all.backup')

/** Runs a command; returns its exit code and output. */
async function run(
  command: 'backup' | 'restore' | 'vendor' | 'doctor' | 'operator',
  args: string[],
  environment: Record<string, string>,
  limits = '',
) {
  const script = `${limits} exec "$0" "$@"`
  const shellArgs = [
    '-c',
    script,
    process.execPath,
    join(import.meta.dirname, `${command}.ts`),
    ...args,
  ]
  const env = { PATH: process.env.PATH, INIT_CWD: folder, ...environment }
  return promisify(execFile)('sh', shellArgs, { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  )
}

let made: Awaited<ReturnType<typeof run>>
let rows: Awaited<ReturnType<typeof readAllRows>>
let secret: string
let running = async () => {}
beforeAll(async () => {
  const server = await startPostgres(dataDir, 'server')
  running = server.stop
  await run('vendor', ['add', 'destek.ornek.test', 'Örnek Makine', 'mudur@ornek.test'], {
    DATA_DIR: dataDir,
  })
  made = await run('backup', ['all.backup'], { DATA_DIR: dataDir })
  rows = await readAllRows(server.connection)
  secret = readFileSync(join(dataDir, 'token-secret'), 'utf8')
})

test('beside a running server a backup is written to the named file, and its contents and installation are printed', () => {
  expect(made).toEqual({
    code: 0,
    output: expect.stringContaining(
      `Backed up into ${file}: 1 vendor, 0 tickets, 0 files of 0 bytes.`,
    ),
  })
  expect(made.output).toContain('Keep it as safe as the server.')
  expect(made.output).toContain(`Installation: ${dataDir} (DATA_DIR).`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

describe('the embedded database is moved to DATABASE_URL, and back:', () => {
  const back = join(folder, 'back')
  let own: Awaited<ReturnType<typeof createEmptyInstallation>>
  const outputs: Awaited<ReturnType<typeof run>>[] = []
  beforeAll(async () => {
    own = await createEmptyInstallation(afterAll)
    const { host, port, user, database } = own.connection
    const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
    const settings = { DATA_DIR: own.dataDir, DATABASE_URL: url, TOKEN_SECRET: secret }
    outputs.push(await run('restore', ['all.backup'], settings))
    outputs.push(await run('backup', ['own.backup'], settings))
    outputs.push(await run('restore', ['own.backup'], { DATA_DIR: back }))
    outputs.push(await run('backup', ['back.backup'], { DATA_DIR: back }))
  })

  test('what was restored, and where, is printed', () => {
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(outputs[0]?.output).toMatch(/^Restored what Tezgah \S+ backed up at \S+: 1 vendor, /)
    expect(outputs[0]?.output).toContain(
      `Installation: the database ${own.connection.database} at localhost (DATABASE_URL).`,
    )
    expect(outputs[2]?.output).toContain(`Installation: ${back} (DATA_DIR)`)
  })

  test('every row is there, both times', async () => {
    expect(await readAllRows(own.connection)).toEqual(rows)
    const postgres = await startPostgres(back, 'client')
    onTestFinished(() => postgres.stop())
    expect(await readAllRows(postgres.connection)).toEqual(rows)
  })

  test('a mail that waited is sent when the server starts', async () => {
    const server = await startRestored({ ...own, secret })
    expect(await mailsIn(own).to('mudur@ornek.test')).toHaveLength(1)
    await server.stop()
  })

  test('a configured TOKEN_SECRET is not stored; without one that of the backup is, readable by its owner only', () => {
    expect(readdirSync(own.dataDir)).not.toContain('token-secret')
    expect(readFileSync(join(back, 'token-secret'), 'utf8')).toBe(secret)
    expect(statSync(join(back, 'token-secret')).mode & 0o777).toBe(0o600)
  })
})

test('a restore beside a running server is refused', async () => {
  const { code, output } = await run('restore', ['all.backup'], { DATA_DIR: dataDir })
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^Tezgah is already running with the data in .* Stop that one first/),
  ])
})

test('a restore with another TOKEN_SECRET is refused before anything is created', async () => {
  const dataDirOfRun = join(folder, 'other-secret')
  const { code, output } = await run('restore', ['all.backup'], {
    DATA_DIR: dataDirOfRun,
    TOKEN_SECRET: 'x'.repeat(32),
  })
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('TOKEN_SECRET is not the one that this backup was made with'),
  ])
  expect(readdirSync(folder)).not.toContain('other-secret')
})

// Security: P11
test('a forged backup is refused with one line, without a stack', async () => {
  const genuine = await readEntries(file)
  const link = { name: 'files', kind: 'symlink', link: '/etc', bytes: Buffer.alloc(0) } as const
  await writeForgedBackup(join(folder, 'forged.backup'), [
    ...genuine.slice(0, -1),
    link,
    ...genuine.slice(-1),
  ])
  const { code, output } = await run('restore', ['forged.backup'], {
    DATA_DIR: join(folder, 'forged'),
  })
  expect([code, output]).toEqual([
    1,
    `${join(folder, 'forged.backup')} contains an entry that is not a file: "files" (symlink).\n`,
  ])
})

test.each([
  ['backup', []],
  ['backup', ['--help']],
  ['restore', ['a', 'b']],
] as const)('%s called with %j prints its usage', async (command, args) => {
  expect(await run(command, [...args], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: `Usage: npm run ${command} -- <file>\n`,
  })
})

test.each([
  [
    'vendor',
    ['constructor'],
    'add <domain> "<name>" <admin e-mail>',
    'quota <domain> <a size such as "50 GB", none, or default>',
  ],
  [
    'operator',
    [],
    'add <e-mail>',
    'remove <e-mail>',
    'list',
    'reset-second-factor <e-mail> [<domain>]',
  ],
] as const)(
  '%s called with %j prints its subcommands, and creates nothing',
  async (command, args, ...known) => {
    const dataDirOfRun = join(folder, `unknown-${command}`)
    const { code, output } = await run(command, [...args], { DATA_DIR: dataDirOfRun })
    const lines = output.replace('Usage:', '').trim().split(/\n\s+/)
    expect([code, lines]).toEqual([1, known.map(usage => `npm run ${command} -- ${usage}`)])
    expect(readdirSync(folder)).not.toContain(`unknown-${command}`)
  },
)

test('without an installation nothing is backed up', async () => {
  const { code, output } = await run('backup', ['none.backup'], {
    DATA_DIR: join(folder, 'nowhere'),
  })
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('There is nothing to back up. If the data is elsewhere'),
  ])
  expect(readdirSync(folder)).not.toContain('none.backup')
})

test('a full disk is reported in one line, and nothing is left', async () => {
  const before = readdirSync(folder)
  const { code, output } = await run(
    'backup',
    ['large.backup'],
    { DATA_DIR: dataDir },
    'ulimit -f 1;',
  )
  expect([code, output]).toEqual([
    1,
    `${join(folder, 'large.backup')} cannot be written: the file would exceed the size limit. No file is left.\n`,
  ])
  expect(readdirSync(folder)).toEqual(before)
})

test('a missing file is reported in one line', async () => {
  const { code, output } = await run('restore', ['nothing'], { DATA_DIR: join(folder, 'unmade') })
  expect([code, output]).toEqual([
    1,
    `${join(folder, 'nothing')} cannot be read: it is not there.\n`,
  ])
  expect(readdirSync(folder)).not.toContain('unmade')
})

test.each([
  ['doctor', [], 'There is nothing to check yet'],
  ['backup', ['none.backup'], 'There is nothing to back up'],
] as const)(
  'before the first start %s says so, and creates nothing',
  async (command, args, message) => {
    const empty = mkdtempSync(join(folder, 'empty-'))
    const { code, output } = await run(command, [...args], { DATA_DIR: empty })
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
    expect(readdirSync(empty)).toEqual([])
  },
)
