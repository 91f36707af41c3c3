import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { copyOf, isDone, openPortal, temporaryFolder } from './portal.ts'

const size = 300_000

/** Clients hang up in the middle of their upload, the server is killed under others, and all of them try again. */
export const hangUp: Drill = async ({ short, first, toStop }) => {
  const count = short ? 20 : 200
  const portal = openPortal(toStop, { LIMIT_FACTOR: '10' }, copyOf(first, temporaryFolder(toStop)))
  await portal.start()
  const { customer, company, machine } = first.people
  const folder = join(portal.dataDir, 'files')
  const stored = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => /[0-9a-f-]{36}$/.test(path)).length
  const halves = () => readdirSync(join(folder, '.incoming')).length
  const counts = { shown: 0, notAgain: 0, damaged: 0 }
  let slowest = 0

  async function place() {
    const body = { fileName: 'ölçüm.bin', fileSize: size, fileType: 'application/octet-stream' }
    const { id, url } = await portal.call(customer, routes.files.request, { body })
    const { pathname, search } = new URL(url)
    return { id, path: pathname + search, bytes: randomBytes(size) }
  }
  type Place = Awaited<ReturnType<typeof place>>

  /** Sends so much of an upload, and then no more: the line is cut when `until` resolves. */
  async function sendPart({ path, bytes }: Place, part: number, until: Promise<unknown>) {
    const { hostname, port } = new URL(portal.url())
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: drill\r\nContent-Type: image/png\r\nContent-Length: ${size}\r\n\r\n`)
    socket.write(bytes.subarray(0, Math.floor(size * part)))
    await until
    socket.destroy()
  }

  /** Nothing of it can be had; then it is sent again, and is as it was sent. */
  async function tryAgain({ id, path, bytes }: Place) {
    if ((await portal.ask(customer, routes.files.confirm, { params: { file: id } })).status !== 409) counts.shown++
    const answer = await portal.askAt(path, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes })
    slowest = Math.max(slowest, answer.ms)
    if (!isDone(answer)) {
      counts.notAgain++
      return
    }
    await portal.call(customer, routes.files.confirm, { params: { file: id } })
    const body = { title: 'Hidrolik kaçağı', machine, message: 'Piston altında yağ var.', files: [id] }
    const { conversation } = await portal.call(customer, routes.tickets.open, { params: { company }, body })
    const { pathname, search } = new URL(conversation[0]?.files[0]?.signedURL ?? '')
    if (!(await portal.askAt(pathname + search)).body.equals(bytes)) counts.damaged++
  }

  const places = await Promise.all(Array.from({ length: count }, place))
  await Promise.all(places.map((one, n) => sendPart(one, n / count, pause(100 + Math.random() * 200))))
  const since = performance.now()
  while (halves() > 0 && performance.now() - since < 10_000) await pause(20)
  const swept = (performance.now() - since) / 1000
  const left = halves()
  const leftInPlace = stored()
  for (const one of places) await tryAgain(one)

  const underKill = await Promise.all(Array.from({ length: 10 }, place))
  const killed = Promise.withResolvers<void>()
  const breaking = Promise.all(underKill.map((one, n) => sendPart(one, (n + 1) / 11, killed.promise)))
  await pause(300)
  const received = halves()
  await portal.kill()
  killed.resolve()
  await breaking
  const ready = await portal.start()
  for (const one of underKill) await tryAgain(one)
  return {
    promised: [
      atMost(0, `halves left of ${count} uploads that were broken off`, left),
      atMost(0, 'of them that came to the place of a whole one', leftInPlace),
      atMost(limits.ready, 'seconds until the last half is gone', swept),
      atLeast(5, 'uploads that the server was killed under', received),
      atMost(0, 'uploads that broke off and can be had', counts.shown),
      atMost(0, 'uploads that cannot be sent again', counts.notAgain),
      atMost(0, 'files that are not as they were sent', counts.damaged),
      atMost(limits.answer, 'seconds that an upload took when sent again, at most', slowest / 1000),
      atMost(limits.ready, 'seconds until it is ready again', ready),
    ],
    figures: { count, size, leftByTheKilledServer: halves() },
  }
}
