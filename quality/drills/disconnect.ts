import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { copyInstallation, createPortalProcess, isDone, temporaryFolder } from './portal-process.ts'

const size = 300_000

/** Clients disconnect during uploads, the server is killed
 * during others, and all of them are sent again. */
export const disconnect: Drill = async ({ short, installation, toStop }) => {
  const count = short ? 20 : 100 // at most a hundred calls of a user wait
  const portal = createPortalProcess(
    toStop,
    { LIMIT_FACTOR: '10' },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const { customer, company, machine } = installation.people
  const folder = join(portal.dataDir, 'files')
  const countStored = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
      /[0-9a-f-]{36}$/.test(path),
    ).length
  const countPartial = () => readdirSync(join(folder, '.incoming')).length
  const counts = { shown: 0, notAgain: 0, damaged: 0 }
  let slowest = 0

  async function requestUpload() {
    const body = { fileName: 'ölçüm.bin', fileSize: size, fileType: 'application/octet-stream' }
    const { id, url } = await portal.call(customer, routes.files.request, { body })
    const { pathname, search } = new URL(url)
    return { id, path: pathname + search, bytes: randomBytes(size) }
  }
  type Upload = Awaited<ReturnType<typeof requestUpload>>

  /** Sends the fraction `part` of an upload, and destroys the socket when `until` resolves. */
  async function sendPart({ path, bytes }: Upload, part: number, until: Promise<unknown>) {
    const { hostname, port } = new URL(portal.url())
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: drill\r\nContent-Type: image/png\r\nContent-Length: ${size}\r\n\r\n`,
    )
    socket.write(bytes.subarray(0, Math.floor(size * part)))
    await until
    socket.destroy()
  }

  async function sendAgain({ id, path, bytes }: Upload) {
    if (
      (await portal.send(customer, routes.files.confirm, { params: { file: id } })).status !== 409
    )
      counts.shown++
    const answer = await portal.fetchPath(path, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: bytes,
    })
    slowest = Math.max(slowest, answer.ms)
    if (!isDone(answer)) {
      counts.notAgain++
      return
    }
    await portal.call(customer, routes.files.confirm, { params: { file: id } })
    const body = {
      title: 'Hidrolik kaçağı',
      machine,
      message: 'Piston altında yağ var.',
      files: [id],
    }
    const { conversation } = await portal.call(customer, routes.tickets.open, {
      params: { company },
      body,
    })
    const { pathname, search } = new URL(conversation[0]?.files[0]?.signedURL ?? '')
    if (!(await portal.fetchPath(pathname + search)).body.equals(bytes)) counts.damaged++
  }

  const uploads = await Promise.all(Array.from({ length: count }, requestUpload))
  await Promise.all(
    uploads.map((upload, n) => sendPart(upload, n / count, pause(100 + Math.random() * 200))),
  )
  const since = performance.now()
  while (countPartial() > 0 && performance.now() - since < 10_000) await pause(20)
  const removed = (performance.now() - since) / 1000
  const left = countPartial()
  const leftStored = countStored()
  for (const upload of uploads) await sendAgain(upload)

  const underKill = await Promise.all(Array.from({ length: 10 }, requestUpload))
  const killed = Promise.withResolvers<void>()
  const breaking = Promise.all(
    underKill.map((upload, n) => sendPart(upload, (n + 1) / 11, killed.promise)),
  )
  await pause(300)
  const received = countPartial()
  await portal.kill()
  killed.resolve()
  await breaking
  const ready = await portal.start()
  for (const upload of underKill) await sendAgain(upload)
  return {
    thresholds: [
      atMost(0, `partial files left of ${count} aborted uploads`, left),
      atMost(0, 'aborted uploads stored as complete files', leftStored),
      atMost(limits.ready, 'time until the last partial file is removed, s', removed),
      atLeast(5, 'uploads in progress when the server was killed', received),
      atMost(0, 'aborted uploads that can be confirmed', counts.shown),
      atMost(0, 'aborted uploads that cannot be sent again', counts.notAgain),
      atMost(0, 'files with other bytes than sent', counts.damaged),
      atMost(limits.response, 'slowest repeated upload, s', slowest / 1000),
      atMost(limits.ready, 'time until the server is ready again, s', ready),
    ],
    figures: { count, size, leftByTheKilledServer: countPartial() },
  }
}
