import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { startBucket } from '#testing/bucket.ts'
import { openGate } from '#testing/tcp-proxy.ts'
import { atLeast, atMost, type Drill, limits, type Promised } from './drill.ts'
import { type Answer, copyOf, isDone, openPortal, type People, type Portal, temporaryFolder } from './portal.ts'

/** The disk of the files is full, read-only and away, one after the other. */
export const files: Drill = async ({ short, first, toStop }) => {
  const dataDir = temporaryFolder(toStop)
  const folder = join(dataDir, 'files')
  mkdirSync(folder)
  const mounted = mountSmall(folder, 64, toStop)
  const portal = openPortal(toStop, { LIMIT_FACTOR: '10' }, copyOf(first, dataDir)) // one person's uploads fail again and again
  await portal.start()
  const uploads = startUploads(portal, first.people)
  const count = short ? 3 : 20
  await uploads.whileWell(count)
  if (mounted.ok) {
    const filling = join(folder, 'filling')
    fill(filling, 0)
    await uploads.whileBroken('full', count)
    rmSync(filling)
    await uploads.whileWell(count)
    // Half of an upload fits, and its rest does not.
    fill(filling, 100_000)
    await uploads.whileBroken('full in the middle', count)
    rmSync(filling)
    await uploads.whileWell(count)
    mounted.remount('ro')
    await uploads.whileBroken('read-only', count)
    mounted.remount('rw')
    await uploads.whileWell(count)
  }
  const parts = mounted.ok ? [] : [`a full and a read-only disk: ${mounted.why}`]
  const away = () => {
    const inside = readdirSync(folder)
    for (const name of inside) renameSync(join(folder, name), join(folder, `${name}-away`))
    return () => {
      for (const name of inside) renameSync(join(folder, `${name}-away`), join(folder, name))
    }
  }
  const comeBack = away()
  await uploads.whileBroken('away', count)
  comeBack()
  await uploads.whileWell(count)
  const left = readdirSync(join(folder, '.incoming'))
  return {
    promised: [...uploads.promised(mounted.ok ? 4 * count : count), atMost(0, 'halves of uploads left on the disk', left.length)],
    figures: uploads.figures(),
    notTried: parts,
  }
}

/** The bucket is stopped, and then takes calls without a word more; and comes back after each. */
export const bucket: Drill = async ({ short, first, toStop }) => {
  const s3 = await startBucket()
  toStop.defer(() => s3.stop())
  const gate = await openGate(Number(new URL(new URL(s3.url).searchParams.get('endpoint') ?? '').port))
  toStop.defer(() => gate.shut())
  const portal = openPortal(
    toStop,
    { STORAGE_URL: `s3://S3RVER:S3RVER@files?endpoint=http://127.0.0.1:${gate.port}` },
    copyOf(first, temporaryFolder(toStop)),
  )
  await portal.start()
  const uploads = startUploads(portal, first.people)
  const count = short ? 3 : 10
  await uploads.whileWell(count)
  await gate.shut()
  await uploads.whileBroken('stopped', count)
  await gate.open()
  await uploads.whileWell(count)
  await gate.fallSilent()
  await uploads.whileBroken('silent', count)
  await gate.open()
  await uploads.whileWell(count)
  return { promised: uploads.promised(2 * count), figures: uploads.figures() }
}

const size = 200_000

/** One who uploads, looks at what they uploaded, and writes tickets without files meanwhile. */
function startUploads(portal: Portal, people: People) {
  const kept = new Map<string, Buffer>()
  const counts = { tries: 0, unavailable: 0, withoutRetryAfter: 0, otherwise: 0, shownHalf: 0, tickets: 0, ticketsRefused: 0, lost: 0 }
  const faults: Record<string, { slowest: number; statuses: number[] }> = {}
  let slowest = 0
  let slowestBack = 0

  async function place() {
    const body = { fileName: 'ölçüm.bin', fileSize: size, fileType: 'application/octet-stream' }
    const { id, url } = await portal.call(people.customer, routes.files.request, { body })
    const { pathname, search } = new URL(url)
    return { id, path: pathname + search, bytes: randomBytes(size) }
  }
  const put = ({ path, bytes }: { path: string; bytes: Buffer }) =>
    portal.askAt(path, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes })

  async function upload() {
    const file = await place()
    const answer = await put(file)
    return { ...file, answer }
  }

  /** Puts what was uploaded on a ticket; resolves to where it is downloaded from. */
  async function attach(id: string) {
    await portal.call(people.customer, routes.files.confirm, { params: { file: id } })
    const ticket = await openTicket([id])
    if (!isDone(ticket)) throw new Error(`A ticket with an uploaded file is answered ${ticket.status}`)
    const { pathname, search } = new URL(ticket.body.conversation[0]?.files[0]?.signedURL ?? '')
    return pathname + search
  }

  const openTicket = (files: string[] = []) =>
    portal.ask(people.customer, routes.tickets.open, {
      params: { company: people.company },
      body: { title: 'Hidrolik kaçağı', machine: people.machine, message: 'Piston altında yağ var.', files },
    })

  return {
    /** All of it works, within 5 s at most; what was kept before is there as it was. */
    async whileWell(count: number) {
      const since = performance.now()
      while (!isDone((await upload()).answer)) {
        if (performance.now() - since > 30_000) throw new Error('Uploads do not go on after the fault')
        await pause(20)
      }
      while ((await portal.askAt('/readyz')).status !== 200) await pause(20)
      slowestBack = Math.max(slowestBack, performance.now() - since)
      for (let n = 0; n < count; n++) {
        const { id, answer, bytes } = await upload()
        if (isDone(answer)) kept.set(await attach(id), bytes)
        else counts.otherwise++
      }
      for (const [path, bytes] of kept) {
        const { status, body } = await portal.askAt(path)
        if (body.equals(bytes)) continue
        counts.lost++
        console.log(`  a file of ${bytes.length} bytes is answered ${status} with ${body.length} bytes: ${body.subarray(0, 200)}`)
      }
    },
    /** No upload is taken, none is half there, and each can be sent once more; tickets without files go on. */
    async whileBroken(fault: string, count: number) {
      const seen = { slowest: 0, statuses: [] as number[] }
      faults[fault] = seen
      const meet = (answer: Answer) => {
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
        meet(answer)
        const confirmed = await portal.ask(people.customer, routes.files.confirm, { params: { file: id } })
        if (confirmed.status !== 409) counts.shownHalf++
        const ticket = await openTicket()
        counts.tickets++
        if (!isDone(ticket)) counts.ticketsRefused++
        slowest = Math.max(slowest, ticket.ms)
      }
    },
    promised: (least: number): Promised[] => [
      atLeast(least, 'uploads that were answered 503 during the faults', counts.unavailable),
      atMost(0, 'uploads that were answered otherwise', counts.otherwise),
      atMost(0, 'answers 503 without Retry-After', counts.withoutRetryAfter),
      atMost(limits.answer, 'seconds that an answer took during the faults, at most', slowest / 1000),
      atMost(0, 'refused uploads of which something was shown', counts.shownHalf),
      atMost(0, `tickets without files that were refused meanwhile, of ${counts.tickets}`, counts.ticketsRefused),
      atMost(0, `files that were acknowledged and are not as they were, of ${kept.size}`, counts.lost),
      atMost(limits.ready, 'seconds after a fault until uploads go on, at most', slowestBack / 1000),
    ],
    figures: () => ({ ...counts, faults }),
  }
}

type Mounted = { ok: true; remount(how: 'ro' | 'rw'): void } | { ok: false; why: string }

/** A file system of its own, of so many MB, at a folder; where this machine lets us make one. */
export function mountSmall(folder: string, megabytes: number, toStop: AsyncDisposableStack): Mounted {
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  } catch (error) {
    return {
      ok: false,
      why: `this user may not mount a small file system (${String((error as Error).message)
        .split('\n')
        .at(1)})`,
    }
  }
  toStop.defer(() => {
    run('umount', '--lazy', folder)
  })
  return { ok: true, remount: how => void run('mount', '-o', `remount,${how}`, folder) }
}

/** Takes all room that is there but so many bytes. */
export function fill(file: string, left: number) {
  const { bavail, bsize } = statfsSync(dirname(file))
  try {
    writeFileSync(file, Buffer.alloc(Math.floor((bavail * bsize - left) / bsize) * bsize))
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error // others write meanwhile, and it is full all the sooner
  }
}
