import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startInstance } from '#testing/processes/instance.ts'

// A file of a gigabyte is uploaded and downloaded, and the server's memory is measured.

const environment = { UPLOAD_LIMIT: '2 GB' }
const portal = await openPortal(environment)
const { as } = portal
const { admin, machineId } = await fixturesIn(portal).company()
const mebibyte = 1024 ** 2

// Security: 5.2.1
test('a file of a gigabyte takes no more memory than a small one', async () => {
  const server = await serverProcess()
  const warm = await server.peakDuring(() => uploadAndDownload(server.port, 64 * mebibyte))
  const peak = await server.peakDuring(() => uploadAndDownload(server.port, 1024 * mebibyte))
  expect((peak - warm) / mebibyte).toBeLessThan(200)
})

/** Another instance on the same data. */
async function serverProcess() {
  const { port, pid, stop } = await startInstance(portal, environment)
  onTestFinished(stop)

  async function residentMemory() {
    const [, kilobytes] =
      /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  }
  /** The highest resident memory during `work`, in bytes. */
  async function peakDuring(work: () => Promise<void>) {
    let peakBytes = await residentMemory()
    const timer = setInterval(async () => {
      peakBytes = Math.max(peakBytes, await residentMemory())
    }, 20)
    await work().finally(() => clearInterval(timer))
    return peakBytes
  }
  return { port, peakDuring }
}

/** Uploads a file of `size` bytes, downloads and removes it. */
async function uploadAndDownload(port: number, size: number) {
  const { body: slot } = await as(admin).call(routes.files.request, {
    body: { fileName: 'model.stp', fileSize: size, fileType: 'model/step' },
  })
  const sent = createHash('sha256')
  const upload = request({
    port,
    path: pathAndQuery(slot.url),
    method: 'PUT',
    headers: { 'content-length': size, 'content-type': 'model/step' },
  })
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  await pipeline(Readable.from(bytes(size, sent)), upload)
  const [answer] = await answered
  answer.resume()
  expect(answer.statusCode).toBe(200)
  const { body: file } = await as(admin).call(routes.files.addToMachine, {
    params: { machine: machineId },
    body: { file: slot.id },
  })

  const download = request({ port, path: pathAndQuery(file.signedURL) })
  download.end()
  const [bytesAgain] = (await once(download, 'response')) as [IncomingMessage]
  const received = createHash('sha256')
  await pipeline(bytesAgain, received)
  expect(received.digest('hex')).toBe(sent.digest('hex'))
  await as(admin).call(routes.files.removeFromMachine, {
    params: { machine: machineId, file: slot.id },
  })
}

/** `size` bytes in numbered blocks of a mebibyte. */
function* bytes(size: number, sum: ReturnType<typeof createHash>) {
  for (let number = 0; number * mebibyte < size; number++) {
    const block = Buffer.alloc(mebibyte, `block ${number} `)
    sum.update(block)
    yield block
  }
}
