import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { count, partialSuffix } from './contents.ts'

type Log = { info(text: string): void; error(about: { err: unknown }, text: string): void }
export type BackupRequest = { path: string; connection: pg.ClientConfig } & Pick<
  Config,
  'dataDir' | 'storageUrl' | 'tokenSecret'
>
export type BackupReport = { made: string; lost: number; files: number } | { failed: string }

const hours = 3600
const backupName = /^tezgah-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/

export async function backUpDaily(
  jobs: Pick<Jobs, 'schedule' | 'deleteQueue'>,
  config: Config,
  connection: pg.ClientConfig,
  log: Log,
): Promise<() => void> {
  const { backupDir, backupAt, backupKeep } = config
  if (!backupDir) {
    await jobs.deleteQueue('backup')
    return () => {}
  }
  let child: ChildProcess | undefined
  const work = async () => {
    try {
      await mkdir(backupDir, { recursive: true, mode: 0o700 })
      const path = join(backupDir, nameAt(new Date()))
      child = fork(new URL('./backup-process.ts', import.meta.url))
      const { dataDir, storageUrl, tokenSecret } = config
      const report = await reportOf(child, { path, connection, dataDir, storageUrl, tokenSecret })
      if ('failed' in report) throw new Error(report.failed)
      // A backup without most files must not replace older
      // ones: the storage may be unavailable, or the wrong one.
      if (report.lost <= report.files) await keepNewest(backupDir, backupKeep)
      if (report.lost > 0)
        log.error(
          { err: new Error(report.made) },
          `the backup of today lacks ${count(report.lost, 'file')}: ${path}`,
        )
      else log.info(`the backup of today is ${path}: ${report.made}`)
    } catch (error) {
      log.error({ err: error }, `there is no backup of today: BACKUP_DIR=${backupDir}`)
      throw error
    }
  }
  await jobs.schedule(`${backupAt.minute} ${backupAt.hour} * * *`, 'backup', work, 20 * hours)
  return () => child?.kill('SIGTERM')
}

const nameAt = (date: Date) =>
  `tezgah-${date.toISOString().replaceAll(':', '').replace(/\.\d+/, '')}.backup`

async function reportOf(child: ChildProcess, message: BackupRequest): Promise<BackupReport> {
  child.send(message)
  const ended = once(child, 'exit').then(
    ([code, signal]): BackupReport => ({
      failed: `its process ended by itself (${signal ?? code})`,
    }),
  )
  const answered = once(child, 'message').then(([report]) => report as BackupReport)
  const report = await Promise.race([answered, ended])
  await ended
  return report
}

async function keepNewest(folder: string, keep: number) {
  const names = (await readdir(folder)).sort()
  const old = names.filter(name => backupName.test(name)).slice(0, -keep)
  for (const name of old) await rm(join(folder, name), { force: true })
  for (const name of names.filter(
    name => name.startsWith('tezgah-') && name.endsWith(partialSuffix),
  )) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > 24 * hours * 1000) await rm(join(folder, name), { force: true })
  }
}
