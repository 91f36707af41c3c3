import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { migrate } from '#platform/database/migrations.ts'
import { type ConnectionParameters, startPostgres } from '#platform/postgres/postgres.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { atMost, type Threshold } from '../../scripts/figures.ts'
import { memoryFlags } from '../../scripts/run/memory.mjs'
import { seed } from './seed.ts'
import { readThreads } from './texts.ts'

export async function measureBackup(
  isSmoke: boolean,
): Promise<{ thresholds: Threshold[]; figures: object }> {
  const size = isSmoke ? { tickets: 500, files: 2 } : { tickets: 100_000, files: 1_000 }
  const folder = await mkdtemp(join(tmpdir(), 'tezgah-bench-backup-'))
  try {
    const [from, into, file] = ['from', 'into', 'all.backup'].map(name => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await fill(from, size)
    const backup = await runCommand('backup', from, file)
    const restore = await runCommand('restore', into, file)
    const thresholds = [backup, restore].map(({ command, megabytes }) =>
      atMost(
        200,
        `peak memory of ${command} with ${size.tickets.toLocaleString('en')} tickets and ${(size.files * fileSize) / 1e9} GB of files, MB`,
        megabytes,
      ),
    )
    return {
      thresholds,
      figures: {
        megabytesOfBackup: (await stat(file)).size / 1e6,
        secondsOfBackup: backup.seconds,
        secondsOfRestore: restore.seconds,
      },
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const fileSize = 2_000_000

/** Files of random bytes: like pictures and manuals they do not compress. */
async function fill(dataDir: string, { tickets, files }: { tickets: number; files: number }) {
  const { connection, superuser, stop } = await startPostgres(dataDir, 'server')
  try {
    await migrate(connection)
    const { vendorId, team } = await seed(
      { ...superuser, database: connection.database },
      tickets,
      readThreads(5).threads,
    )
    await addFiles(connection, dataDir, { vendorId, uploader: team[0]?.userId as string, files })
  } finally {
    await stop()
  }
}

async function addFiles(
  connection: ConnectionParameters,
  dataDir: string,
  { vendorId, uploader, files }: { vendorId: string; uploader: string; files: number },
) {
  const storage = await openStorage({ dataDir })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (let i = 0; i < files; i++) {
      const id = randomUUID()
      await storage.put(`${vendorId}/${id}`, Readable.from([randomBytes(fileSize)]), fileSize, {
        type: 'image/jpeg',
      })
      await client.query(
        `insert into files (vendor_id, id, uploader_id, file_name, file_size, file_type, date_stored) values ($1, $2, $3, $4, $5, 'image/jpeg', now())`,
        [vendorId, id, uploader, `foto-${i}.jpg`, fileSize],
      )
    }
  } finally {
    await client.end()
  }
}

/** Runs the command as `npm run` does; `megabytes` is its
 * peak memory (VmHWM), in MB of 1,000,000 bytes. */
async function runCommand(command: 'backup' | 'restore', dataDir: string, file: string) {
  const start = performance.now()
  const child = spawn(
    process.execPath,
    [...memoryFlags, join(import.meta.dirname, `../../server/commands/${command}.ts`), file],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        STORAGE_URL: '',
        TOKEN_SECRET: '',
        INIT_CWD: '',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  let kilobytes = 0
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    kilobytes = Math.max(kilobytes, Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0))
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(sampling)
  if (code !== 0) throw new Error(`npm run ${command} ended with ${code}`)
  return {
    command,
    megabytes: (kilobytes * 1024) / 1e6,
    seconds: (performance.now() - start) / 1000,
  }
}
