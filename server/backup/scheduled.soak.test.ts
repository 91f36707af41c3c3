import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { backupFixturesIn, restoreBackup } from '#testing/backups/backups.ts'
import { readAllRows } from '#testing/backups/empty-installation.ts'
import { openPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'
import { start } from '../app/start.ts'
import { backUpDaily } from './scheduled.ts'

const folder = await mkdtemp(join(tmpdir(), 'tezgah-daily-'))
afterAll(() => rm(folder, { recursive: true }))
const portal = await openPortal()
const { connection, owner, dataDir } = portal
const { createConversation } = await backupFixturesIn(portal)
const settings = { DATA_DIR: dataDir, PORT: '0', SMTP_URL: 'smtp://127.0.0.1:9' }

/** Runs the daily backup; returns its schedule, what was logged, and its error. */
async function runDaily(environment: Record<string, string>) {
  const logged: string[] = []
  let work = async () => {}
  let cron = 'never'
  const jobs = {
    schedule: async (schedule: string, _: string, handler: () => Promise<void>) => {
      cron = schedule
      work = handler
    },
    deleteQueue: async () => {},
  }
  const log = {
    info: (text: string) => logged.push(text),
    error: ({ err }: { err: unknown }, text: string) =>
      logged.push(`${text}: ${(err as Error).message}`),
  }
  await backUpDaily(jobs, readConfig({ ...settings, ...environment }), connection, log)
  const failure = await work().catch((error: Error) => error.message)
  return { cron, logged, failure }
}

test('at the scheduled time one of several instances makes a backup, and it can be restored', async () => {
  await createConversation()
  const dir = join(folder, 'of-instances')
  const config = () => readConfig({ ...settings, BACKUP_DIR: dir })
  const first = await start(config(), connection, { logLevel: 'silent' })
  const { rows } = await owner.query("select cron from pgboss.schedule where name = 'backup'")
  expect(rows).toEqual([{ cron: '30 2 * * *' }])
  await first.stop()
  await portal.stop()
  // as the scheduler does at that minute
  await owner.query("insert into pgboss.job (name) values ('backup')")
  for (let instance = 0; instance < 2; instance++) {
    const server = await start(config(), connection, { logLevel: 'silent' })
    onTestFinished(() => server.stop())
  }
  const states = async () =>
    (await owner.query("select state::text from pgboss.job where name = 'backup'")).rows.map(
      ({ state }) => state,
    )
  await waitFor(async () => expect(await states()).toEqual(['completed']))
  const made = await readdir(dir)
  expect(made).toEqual([expect.stringMatching(/^tezgah-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/)])
  expect(((await stat(join(dir, String(made[0])))).mode & 0o777).toString(8)).toBe('600')
  expect(await readAllRows((await restoreBackup(join(dir, String(made[0])))).connection)).toEqual(
    await readAllRows(connection),
  )
})

test('without BACKUP_DIR there is no backup, also if there was one each day before', async () => {
  const server = await start(readConfig(settings), connection, { logLevel: 'silent' })
  await server.stop()
  const { rows } = await owner.query("select from pgboss.schedule where name = 'backup'")
  expect(rows).toEqual([])
})

test('the newest backups are kept, and no other files are touched', async () => {
  const dir = join(folder, 'kept')
  await mkdir(dir)
  const old = [
    'tezgah-2026-01-01T023000Z.backup',
    'tezgah-2026-01-02T023000Z.backup',
    'tezgah-2026-01-03T023000Z.backup',
  ]
  const others = [
    'mine.backup',
    'tezgah-before-the-move.backup',
    'tezgah-2026-01-03T023000Z.backup.7.partial',
  ]
  for (const name of [...old, ...others]) await writeFile(join(dir, name), 'x')
  const dead = join(dir, 'tezgah-2026-01-02T023000Z.backup.6.partial')
  await writeFile(dead, 'x')
  await utimes(dead, new Date('2026-01-02'), new Date('2026-01-02'))
  const { cron, logged, failure } = await runDaily({
    BACKUP_DIR: dir,
    BACKUP_KEEP: '2',
    BACKUP_AT: '23:05',
  })
  expect([cron, failure]).toEqual(['5 23 * * *', undefined])
  expect(logged).toEqual([
    expect.stringMatching(/^the backup of today is .*: \d+ vendors?, \d+ tickets?, /),
  ])
  const left = await readdir(dir)
  expect(left).toHaveLength(5)
  expect(left).toEqual(expect.arrayContaining([...others, 'tezgah-2026-01-03T023000Z.backup']))
})

test('a backup without the files is an error in the log, and removes none that has them', async () => {
  const dir = join(folder, 'without-files')
  await mkdir(dir)
  const before = 'tezgah-2020-01-01T023000Z.backup'
  await writeFile(join(dir, before), '')
  const files = join(dataDir, 'files')
  await rename(files, `${files}-away`)
  const { logged } = await runDaily({ BACKUP_DIR: dir, BACKUP_KEEP: '1' })
  await rm(files, { recursive: true, force: true })
  await rename(`${files}-away`, files)
  expect(logged).toEqual([expect.stringMatching(/^the backup of today lacks \d+ files?/)])
  expect(await readdir(dir)).toContain(before)
})

test('a backup that fails is an error in the log with its reason, is tried again, and removes none of the old ones', async () => {
  const dir = join(folder, 'failing')
  await mkdir(dir)
  const old = 'tezgah-2026-01-01T023000Z.backup'
  await writeFile(join(dir, old), 'x')
  const { logged, failure } = await runDaily({
    BACKUP_DIR: dir,
    BACKUP_KEEP: '1',
    STORAGE_URL: 's3://A:B@files?endpoint=http://127.0.0.1:9',
  })
  expect(logged).toEqual([
    expect.stringContaining(
      `there is no backup of today: BACKUP_DIR=${dir}: The files cannot be read`,
    ),
  ])
  expect(failure).toContain('The files cannot be read')
  expect(await readdir(dir)).toEqual([old])
})

test('a folder that cannot be created is an error in the log', async () => {
  const { logged } = await runDaily({ BACKUP_DIR: join(import.meta.filename, 'backups') })
  expect(logged).toEqual([expect.stringContaining('there is no backup of today')])
})

test.each([
  ['BACKUP_AT', '25:00'],
  ['BACKUP_AT', 'noon'],
  ['BACKUP_KEEP', '0'],
  ['BACKUP_KEEP', '-3'],
])('%s=%s is refused at the start', (name, value) => {
  expect(() => readConfig({ ...settings, [name]: value })).toThrow(`${name}=${value}: expected`)
})
