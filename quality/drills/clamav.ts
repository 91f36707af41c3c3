import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { eicar } from '#platform/storage/scanner.ts'
import { programAt } from '#testing/pooler.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { type Answer, copyOf, openPortal, type People, type Portal, temporaryFolder } from './portal.ts'

/**
 * ClamAV's daemon goes away while files come in, and comes back; the server is restarted meanwhile, and killed while the daemon has its files
 * and says nothing.
 */
export const clamav: Drill = async ({ short, first, toStop }) => {
  const program = programAt('clamd')
  if (!program) return { promised: [], figures: {}, notTried: ['a scanner that goes away: there is no clamd here (Debian: clamav-daemon)'] }
  const count = short ? 4 : 40
  const folder = temporaryFolder(toStop)
  const daemon = scannerIn(folder, program, toStop)
  await daemon.start()
  // One person asks for eighty files all the time.
  const portal = openPortal(toStop, { CLAMAV_URL: `unix:${daemon.socket}`, LIMIT_FACTOR: '100' }, copyOf(first, temporaryFolder(toStop)))
  await portal.start()
  const uploads = startUploads(portal, first.people)

  await uploads.add(count)
  await uploads.settled(60_000)

  await daemon.kill()
  await uploads.add(count)
  await uploads.stayClosed(short ? 300 : 5_000)
  await portal.stop()
  if (short) await daemon.start() // what has failed twice is tried again only after ten seconds and more
  await portal.start()
  if (!short) {
    await uploads.stayClosed(15_000)
    await daemon.start()
  }
  await uploads.add(count)
  const afterAway = await uploads.settled(120_000)

  let afterKill = 0
  if (!short) {
    daemon.freeze()
    await uploads.add(count)
    await uploads.stayClosed(5_000)
    await portal.kill()
    await portal.start()
    await uploads.stayClosed(1_000)
    daemon.thaw()
    afterKill = await uploads.settled(180_000)
  }
  const stored = await uploads.bytesLeft()
  const { counts, slowest } = uploads.seen()
  return {
    promised: [
      atLeast(3 * count, 'files uploaded, every second one infected', counts.uploaded),
      atLeast((3 * count) / 2, 'files of them that were infected', counts.infected),
      atMost(0, 'infected files that were given out', counts.infectedGivenOut),
      atMost(0, 'files that were given out while no scanner could look at them', counts.givenOutUnseen),
      atMost(0, 'answers for a file that waits without Retry-After, or that are none', counts.strange),
      atMost(limits.answer, 'seconds that an answer took, at most', slowest / 1000),
      atMost(0, 'files that were never looked at', counts.neverSettled),
      atMost(0, 'clean files that were not given out in the end, or not as they were sent', counts.cleanLost),
      atMost(0, 'infected files whose bytes are still stored', stored),
      atMost(60 + (short ? 60 : 0), 'seconds until all were looked at when the scanner was back', afterAway),
      atMost(150, 'seconds until all were looked at after the server was killed over them', afterKill),
    ],
    figures: { counts, afterAway, afterKill },
  }
}

/** A daemon that knows one kind of malware: no list of it need be loaded, so it starts within a second. */
function scannerIn(folder: string, program: string, toStop: AsyncDisposableStack) {
  const known = join(folder, 'known')
  mkdirSync(known)
  const digest = createHash('md5').update(eicar).digest('hex')
  writeFileSync(join(known, 'eicar.hdb'), `${digest}:${eicar.length}:Eicar-Test-Signature\n`)
  const socket = join(folder, 'clamd.sock')
  const settings = join(folder, 'clamd.conf')
  writeFileSync(settings, `DatabaseDirectory ${known}\nLocalSocket ${socket}\nLogFile ${join(folder, 'log')}\nForeground yes\n`)
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
        if (running.exitCode !== null || performance.now() - since > 60_000) throw new Error('clamd does not start')
        await pause(20)
      }
    },
    kill: () => end('SIGKILL'),
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
  }
}

type Sent = { id: string; path: string; bytes: Buffer; infected: boolean; settled: boolean }

/** A customer's files, every second one infected, and what their links answer. */
function startUploads(portal: Portal, { customer }: People) {
  const sent: Sent[] = []
  const counts = { uploaded: 0, infected: 0, infectedGivenOut: 0, givenOutUnseen: 0, strange: 0, neverSettled: 0, cleanLost: 0 }
  let slowest = 0

  async function upload(n: number) {
    const infected = n % 2 === 1
    const bytes = infected ? Buffer.from(eicar) : randomBytes(50_000)
    const body = { fileName: infected ? 'fatura.com' : 'ölçüm.bin', fileSize: bytes.length, fileType: 'application/octet-stream' }
    const { id, url } = await portal.call(customer, routes.files.request, { body })
    const link = (address: string) => new URL(address).pathname + new URL(address).search
    const put = { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body: new Uint8Array(bytes) }
    const answer = await portal.askAt(link(url), put)
    if (answer.status !== 200) throw new Error(`An upload is answered ${answer.status} ${answer.body}`)
    counts.uploaded++
    if (infected) counts.infected++
    const confirmed = await portal.ask(customer, routes.files.confirm, { params: { file: id } })
    if (confirmed.status === 200) sent.push({ id, path: link(confirmed.body.signedURL ?? ''), bytes, infected, settled: false })
    else if (!infected || nameIn(confirmed.body) !== 'FileInfectedError') counts.strange++ // else it has been found already
  }

  /** Asks for a file: whether it was looked at. */
  async function look(file: Sent): Promise<boolean> {
    const answer = await portal.askAt(file.path)
    slowest = Math.max(slowest, answer.ms)
    if (answer.status === 200) {
      if (file.infected) counts.infectedGivenOut++
      else if (!answer.body.equals(file.bytes)) counts.cleanLost++
      return true
    }
    const name = nameIn(isJson(answer) ? JSON.parse(answer.body.toString()) : {})
    if (answer.status === 409 && name === 'FileNotCheckedError' && answer.headers.get('retry-after')) return false
    if (answer.status === 409 && name === 'FileInfectedError' && file.infected) return true
    counts.strange++
    console.log(`  a file's link is answered ${answer.status} ${answer.body.subarray(0, 200)}`)
    return false
  }
  const waiting = () => sent.filter(({ settled }) => !settled)

  return {
    async add(count: number) {
      for (let n = 0; n < count; n++) await upload(n)
    },
    /** Nothing that has not been looked at is given out for so many ms. */
    async stayClosed(ms: number) {
      for (const until = performance.now() + ms; performance.now() < until; await pause(50))
        for (const file of waiting()) if (await look(file)) counts.givenOutUnseen++
    },
    /** Until all of them have been looked at; the seconds which that took. */
    async settled(patience: number) {
      const since = performance.now()
      for (;;) {
        for (const file of waiting()) file.settled = await look(file)
        if (waiting().length === 0) break
        if (performance.now() - since > patience) {
          counts.neverSettled += waiting().length
          break
        }
        await pause(100)
      }
      return (performance.now() - since) / 1000
    },
    /** How many infected files are still stored; a job removes them, and has a while for it. */
    async bytesLeft() {
      for (const until = performance.now() + 30_000; performance.now() < until; await pause(100))
        if (infectedIn(portal.dataDir, sent) === 0) break
      return infectedIn(portal.dataDir, sent)
    },
    seen: () => ({ counts, slowest }),
  }
}

/** How many infected files are still where files are kept. */
function infectedIn(dataDir: string, sent: Sent[]) {
  const names = new Set(readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).map(path => path.slice(-36)))
  return sent.filter(({ id, infected }) => infected && names.has(id)).length
}

const nameIn = (body: unknown) => (body as { name?: string }).name
const isJson = ({ headers }: Answer) => headers.get('content-type')?.startsWith('application/json') ?? false
