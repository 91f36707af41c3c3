import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Threshold } from '../../scripts/figures.ts'
import { megabytesOf } from './processes.ts'

export async function measureMemory(isSmoke: boolean): Promise<{ thresholds: Threshold[] }> {
  const megabytes = await idleMemory(isSmoke ? 0 : 10)
  return {
    thresholds: [
      atMost(150, 'memory of the idle server after the start of the demo, MB', megabytes),
    ],
  }
}

/** MB (1,000,000 bytes) of the server process, `seconds`
 * after the start of `npm run demo`, without a request. */
async function idleMemory(seconds: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-bench-demo-'))
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/run.mjs'), 'demo'],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: '0',
        DATABASE_URL: '',
        STORAGE_URL: '',
        SMTP_URL: '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    let output = ''
    for await (const text of server.stdout.setEncoding('utf8')) {
      output += text
      if (output.includes('Tezgah is ready')) break
    }
    if (!output.includes('Tezgah is ready')) throw new Error(`The demo did not start: ${output}`)
    await pause(seconds * 1000)
    return megabytesOf(await childOf(server.pid))
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** `npm run demo` is a launcher; the server is its only child process. */
const childOf = async (pid: number | undefined) =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')[0])
