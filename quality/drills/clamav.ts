import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { eicar } from '#platform/storage/scanner.ts'
import { findProgram } from '#testing/servers/pooler.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import {
  copyInstallation,
  createPortalProcess,
  type People,
  type PortalProcess,
  type TimedResponse,
  temporaryFolder,
} from './portal-process.ts'

/** clamd is killed and restarted during uploads; meanwhile the server
 * is restarted, and killed while a frozen clamd holds its files. */
export const clamav: Drill = async ({ short, installation, toStop }) => {
  const program = findProgram('clamd')
  if (!program)
    return {
      thresholds: [],
      figures: {},
      skipped: ['an unavailable scanner: clamd is not installed (Debian: clamav-daemon)'],
    }
  const count = short ? 4 : 40
  const folder = temporaryFolder(toStop)
  const daemon = createScanner(folder, program, toStop)
  await daemon.start()
  // One user polls eighty files: raise the rate limits.
  const portal = createPortalProcess(
    toStop,
    { CLAMAV_URL: `unix:${daemon.socket}`, LIMIT_FACTOR: '100' },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const uploads = startUploads(portal, installation.people)

  await uploads.add(count)
  await uploads.waitUntilScanned(60_000)

  await daemon.kill()
  await uploads.add(count)
  await uploads.expectWithheld(short ? 300 : 5_000)
  await portal.stop()
  if (short) await daemon.start() // after two failures the backoff is at least ten seconds
  await portal.start()
  if (!short) {
    await uploads.expectWithheld(15_000)
    await daemon.start()
  }
  await uploads.add(count)
  const afterAway = await uploads.waitUntilScanned(120_000)

  let afterKill = 0
  if (!short) {
    daemon.freeze()
    await uploads.add(count)
    await uploads.expectWithheld(5_000)
    await portal.kill()
    await portal.start()
    await uploads.expectWithheld(1_000)
    daemon.thaw()
    afterKill = await uploads.waitUntilScanned(180_000)
  }
  const stored = await uploads.countStoredInfected()
  const { counts, slowest } = uploads.results()
  return {
    thresholds: [
      atLeast(3 * count, 'files uploaded, every second one infected', counts.uploaded),
      atLeast((3 * count) / 2, 'infected files among them', counts.infected),
      atMost(0, 'infected files served', counts.infectedGivenOut),
      atMost(0, 'files served unscanned while no scanner was available', counts.givenOutUnseen),
      atMost(
        0,
        'unexpected responses for a waiting file, such as one without Retry-After',
        counts.strange,
      ),
      atMost(limits.response, 'slowest response, s', slowest / 1000),
      atMost(0, 'files never scanned', counts.neverSettled),
      atMost(0, 'clean files not served in the end, or with other bytes', counts.cleanLost),
      atMost(0, 'infected files whose bytes are still stored', stored),
      atMost(60, 'time until all files were scanned after the scanner came back, s', afterAway),
      atMost(150, 'time until all files were scanned after the server was killed, s', afterKill),
    ],
    figures: { counts, afterAway, afterKill },
  }
}

/** A clamd with a single signature: without a database to load it starts within a second. */
function createScanner(folder: string, program: string, toStop: AsyncDisposableStack) {
  const database = join(folder, 'database')
  mkdirSync(database)
  const digest = createHash('md5').update(eicar).digest('hex')
  writeFileSync(join(database, 'eicar.hdb'), `${digest}:${eicar.length}:Eicar-Test-Signature\n`)
  const socket = join(folder, 'clamd.sock')
  const settings = join(folder, 'clamd.conf')
  writeFileSync(
    settings,
    `DatabaseDirectory ${database}\nLocalSocket ${socket}\nLogFile ${join(folder, 'log')}\nForeground yes\n`,
  )
  let running: ChildProcess | undefined

  async function end(signal: NodeJS.Signals) {
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGCONT')
    running.kill(signal)
    await ended
  }
  toStop.defer(() => end('SIGKILL'))
  return {
    socket,
    async start() {
      rmSync(socket, { force: true })
      running = spawn(program, ['-c', settings], { stdio: 'ignore' })
      const since = performance.now()
      while (!existsSync(socket)) {
        if (running.exitCode !== null || performance.now() - since > 60_000)
          throw new Error('clamd does not start')
        await pause(20)
      }
    },
    kill: () => end('SIGKILL'),
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
  }
}

type SentFile = { id: string; path: string; bytes: Buffer; infected: boolean; scanned: boolean }

function startUploads(portal: PortalProcess, { customer }: People) {
  const sent: SentFile[] = []
  const counts = {
    uploaded: 0,
    infected: 0,
    infectedGivenOut: 0,
    givenOutUnseen: 0,
    strange: 0,
    neverSettled: 0,
    cleanLost: 0,
  }
  let slowest = 0

  async function upload(n: number) {
    const infected = n % 2 === 1
    const bytes = infected ? Buffer.from(eicar) : randomBytes(50_000)
    const body = {
      fileName: infected ? 'fatura.com' : 'ölçüm.bin',
      fileSize: bytes.length,
      fileType: 'application/octet-stream',
    }
    const { id, url } = await portal.call(customer, routes.files.request, { body })
    const pathOf = (address: string) => new URL(address).pathname + new URL(address).search
    const put = {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    }
    const answer = await portal.fetchPath(pathOf(url), put)
    if (answer.status !== 200)
      throw new Error(`An upload is answered ${answer.status} ${answer.body}`)
    counts.uploaded++
    if (infected) counts.infected++
    const confirmed = await portal.send(customer, routes.files.confirm, { params: { file: id } })
    if (confirmed.status === 200)
      sent.push({
        id,
        path: pathOf(confirmed.body.signedURL ?? ''),
        bytes,
        infected,
        scanned: false,
      })
    // otherwise the scan was faster
    else if (!infected || errorName(confirmed.body) !== 'FileInfectedError') counts.strange++
  }

  /** Downloads a file. Returns whether it has been scanned. */
  async function isScanned(file: SentFile): Promise<boolean> {
    const answer = await portal.fetchPath(file.path)
    slowest = Math.max(slowest, answer.ms)
    if (answer.status === 200) {
      if (file.infected) counts.infectedGivenOut++
      else if (!answer.body.equals(file.bytes)) counts.cleanLost++
      return true
    }
    const name = errorName(isJson(answer) ? JSON.parse(answer.body.toString()) : {})
    if (
      answer.status === 409 &&
      name === 'FileNotCheckedError' &&
      answer.headers.get('retry-after')
    )
      return false
    if (answer.status === 409 && name === 'FileInfectedError' && file.infected) return true
    counts.strange++
    console.log(`  a file's URL is answered ${answer.status} ${answer.body.subarray(0, 200)}`)
    return false
  }
  const waiting = () => sent.filter(({ scanned }) => !scanned)

  return {
    async add(count: number) {
      for (let n = 0; n < count; n++) await upload(n)
    },
    /** Polls for `ms` and counts unscanned files that are served. */
    async expectWithheld(ms: number) {
      for (const until = performance.now() + ms; performance.now() < until; await pause(50))
        for (const file of waiting()) if (await isScanned(file)) counts.givenOutUnseen++
    },
    async waitUntilScanned(timeout: number) {
      const since = performance.now()
      for (;;) {
        for (const file of waiting()) file.scanned = await isScanned(file)
        if (waiting().length === 0) break
        if (performance.now() - since > timeout) {
          counts.neverSettled += waiting().length
          break
        }
        await pause(100)
      }
      return (performance.now() - since) / 1000
    },
    /** How many infected files are still stored; a job removes them and has 30 s for it. */
    async countStoredInfected() {
      for (const until = performance.now() + 30_000; performance.now() < until; await pause(100))
        if (countInfected(portal.dataDir, sent) === 0) break
      return countInfected(portal.dataDir, sent)
    },
    results: () => ({ counts, slowest }),
  }
}

function countInfected(dataDir: string, sent: SentFile[]) {
  const names = new Set(
    readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).map(path =>
      path.slice(-36),
    ),
  )
  return sent.filter(({ id, infected }) => infected && names.has(id)).length
}

const errorName = (body: unknown) => (body as { name?: string }).name
const isJson = ({ headers }: TimedResponse) =>
  headers.get('content-type')?.startsWith('application/json') ?? false
