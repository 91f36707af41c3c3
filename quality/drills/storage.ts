import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { startBucket } from '#testing/servers/bucket.ts'
import { openTcpProxy } from '#testing/servers/tcp-proxy.ts'
import { atLeast, atMost, type Drill, limits, type Threshold } from './drill.ts'
import {
  copyInstallation,
  createPortalProcess,
  isDone,
  type People,
  type PortalProcess,
  type TimedResponse,
  temporaryFolder,
} from './portal-process.ts'

/** The disk of the files is full, then read-only, then missing. */
export const files: Drill = async ({ short, installation, toStop }) => {
  const dataDir = temporaryFolder(toStop)
  const folder = join(dataDir, 'files')
  mkdirSync(folder)
  const mounted = mountTmpfs(folder, 64, toStop)
  const portal = createPortalProcess(
    toStop,
    { LIMIT_FACTOR: '10' },
    copyInstallation(installation, dataDir),
  ) // one user's uploads fail repeatedly
  await portal.start()
  const uploads = startUploads(portal, installation.people)
  const count = short ? 3 : 20
  await uploads.verifyWorking(count)
  if (mounted.ok) {
    const filling = join(folder, 'filling')
    fillDisk(filling, 0)
    await uploads.verifyRefused('full', count)
    rmSync(filling)
    await uploads.verifyWorking(count)
    // Only half of an upload fits.
    fillDisk(filling, 100_000)
    await uploads.verifyRefused('full in the middle', count)
    rmSync(filling)
    await uploads.verifyWorking(count)
    mounted.remount('ro')
    await uploads.verifyRefused('read-only', count)
    mounted.remount('rw')
    await uploads.verifyWorking(count)
  }
  const skipped = mounted.ok ? [] : [`a full and a read-only disk: ${mounted.why}`]
  const moveAway = () => {
    const inside = readdirSync(folder)
    for (const name of inside) renameSync(join(folder, name), join(folder, `${name}-away`))
    return () => {
      for (const name of inside) renameSync(join(folder, `${name}-away`), join(folder, name))
    }
  }
  const moveBack = moveAway()
  await uploads.verifyRefused('away', count)
  moveBack()
  await uploads.verifyWorking(count)
  const left = readdirSync(join(folder, '.incoming'))
  return {
    thresholds: [
      ...uploads.thresholds(mounted.ok ? 4 * count : count),
      atMost(0, 'partial files left on the disk', left.length),
    ],
    figures: uploads.figures(),
    skipped,
  }
}

/** The bucket refuses connections, then accepts them without responding; it recovers after each. */
export const bucket: Drill = async ({ short, installation, toStop }) => {
  const s3 = await startBucket()
  toStop.defer(() => s3.stop())
  const tcpProxy = await openTcpProxy(
    Number(new URL(new URL(s3.url).searchParams.get('endpoint') ?? '').port),
  )
  toStop.defer(() => tcpProxy.close())
  const portal = createPortalProcess(
    toStop,
    { STORAGE_URL: `s3://S3RVER:S3RVER@files?endpoint=http://127.0.0.1:${tcpProxy.port}` },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const uploads = startUploads(portal, installation.people)
  const count = short ? 3 : 10
  await uploads.verifyWorking(count)
  await tcpProxy.close()
  await uploads.verifyRefused('stopped', count)
  await tcpProxy.open()
  await uploads.verifyWorking(count)
  await tcpProxy.acceptWithoutReply()
  await uploads.verifyRefused('silent', count)
  await tcpProxy.open()
  await uploads.verifyWorking(count)
  return { thresholds: uploads.thresholds(2 * count), figures: uploads.figures() }
}

const size = 200_000

/** A user who uploads files, downloads them again and opens tickets without files meanwhile. */
function startUploads(portal: PortalProcess, people: People) {
  const stored = new Map<string, Buffer>()
  const counts = {
    tries: 0,
    unavailable: 0,
    withoutRetryAfter: 0,
    otherwise: 0,
    shownHalf: 0,
    tickets: 0,
    ticketsRefused: 0,
    lost: 0,
  }
  const faults: Record<string, { slowest: number; statuses: number[] }> = {}
  let slowest = 0
  let slowestBack = 0

  async function requestUpload() {
    const body = { fileName: 'ölçüm.bin', fileSize: size, fileType: 'application/octet-stream' }
    const { id, url } = await portal.call(people.customer, routes.files.request, { body })
    const { pathname, search } = new URL(url)
    return { id, path: pathname + search, bytes: randomBytes(size) }
  }
  const put = ({ path, bytes }: { path: string; bytes: Buffer }) =>
    portal.fetchPath(path, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes })

  async function upload() {
    const file = await requestUpload()
    const answer = await put(file)
    return { ...file, answer }
  }

  async function attach(id: string) {
    await portal.call(people.customer, routes.files.confirm, { params: { file: id } })
    const ticket = await openTicket([id])
    if (!isDone(ticket))
      throw new Error(`A ticket with an uploaded file is answered ${ticket.status}`)
    const { pathname, search } = new URL(ticket.body.conversation[0]?.files[0]?.signedURL ?? '')
    return pathname + search
  }

  const openTicket = (files: string[] = []) =>
    portal.send(people.customer, routes.tickets.open, {
      params: { company: people.company },
      body: {
        title: 'Hidrolik kaçağı',
        machine: people.machine,
        message: 'Piston altında yağ var.',
        files,
      },
    })

  return {
    /** Waits for the recovery, uploads `count` files and compares all stored ones. */
    async verifyWorking(count: number) {
      const since = performance.now()
      while (!isDone((await upload()).answer)) {
        if (performance.now() - since > 30_000)
          throw new Error('Uploads do not recover after the fault')
        await pause(20)
      }
      while ((await portal.fetchPath('/readyz')).status !== 200) await pause(20)
      slowestBack = Math.max(slowestBack, performance.now() - since)
      for (let n = 0; n < count; n++) {
        const { id, answer, bytes } = await upload()
        if (isDone(answer)) stored.set(await attach(id), bytes)
        else counts.otherwise++
      }
      for (const [path, bytes] of stored) {
        const { status, body } = await portal.fetchPath(path)
        if (body.equals(bytes)) continue
        counts.lost++
        console.log(
          `  a file of ${bytes.length} bytes is answered ${status} with ${body.length} bytes: ${body.subarray(0, 200)}`,
        )
      }
    },
    /** During the fault every upload is answered 503 and cannot
     * be confirmed; tickets without files still work. */
    async verifyRefused(fault: string, count: number) {
      const seen = { slowest: 0, statuses: [] as number[] }
      faults[fault] = seen
      const count503 = (answer: TimedResponse) => {
        counts.tries++
        seen.slowest = Math.max(seen.slowest, answer.ms)
        slowest = Math.max(slowest, answer.ms)
        if (!seen.statuses.includes(answer.status)) seen.statuses.push(answer.status)
        if (answer.status !== 503) counts.otherwise++
        else counts.unavailable++
        if (answer.status === 503 && !answer.headers.get('retry-after')) counts.withoutRetryAfter++
      }
      for (let n = 0; n < count; n++) {
        const { id, answer } = await upload()
        count503(answer)
        const confirmed = await portal.send(people.customer, routes.files.confirm, {
          params: { file: id },
        })
        if (confirmed.status !== 409) counts.shownHalf++
        const ticket = await openTicket()
        counts.tickets++
        if (!isDone(ticket)) counts.ticketsRefused++
        slowest = Math.max(slowest, ticket.ms)
      }
    },
    thresholds: (minimum: number): Threshold[] => [
      atLeast(minimum, 'uploads answered 503 during the faults', counts.unavailable),
      atMost(0, 'uploads answered otherwise', counts.otherwise),
      atMost(0, '503 responses without Retry-After', counts.withoutRetryAfter),
      atMost(limits.response, 'slowest response during the faults, s', slowest / 1000),
      atMost(0, 'refused uploads that could be confirmed', counts.shownHalf),
      atMost(
        0,
        `tickets without files refused meanwhile, of ${counts.tickets}`,
        counts.ticketsRefused,
      ),
      atMost(0, `acknowledged files lost or changed, of ${stored.size}`, counts.lost),
      atMost(limits.ready, 'longest recovery of uploads after a fault, s', slowestBack / 1000),
    ],
    figures: () => ({ ...counts, faults }),
  }
}

type TmpfsMount = { ok: true; remount(how: 'ro' | 'rw'): void } | { ok: false; why: string }

/** Mounts a tmpfs of `megabytes` at a folder, if this user may. */
export function mountTmpfs(
  folder: string,
  megabytes: number,
  toStop: AsyncDisposableStack,
): TmpfsMount {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  } catch (error) {
    return {
      ok: false,
      why: `this user may not mount a tmpfs (${String((error as Error).message)
        .split('\n')
        .at(1)})`,
    }
  }
  toStop.defer(() => {
    run('umount', '--lazy', folder)
  })
  return { ok: true, remount: how => void run('mount', '-o', `remount,${how}`, folder) }
}

export function fillDisk(file: string, left: number) {
  const { bavail, bsize } = statfsSync(dirname(file))
  try {
    writeFileSync(file, Buffer.alloc(Math.floor((bavail * bsize - left) / bsize) * bsize))
  } catch (error) {
    // concurrent writers filled the disk first
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  }
}
