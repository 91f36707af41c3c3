import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)

/** Begins an upload that stalls with its connection open. */
async function beginStalledUpload() {
  const { member } = await fixtures.company()
  const slot = await portal
    .as(member)
    .call(routes.files.request, { body: { fileName: 'a.png', fileSize: 9, fileType: 'image/png' } })
  const socket = connect(portal.port, '127.0.0.1').on('error', () => {})
  socket.write(
    `PUT ${pathAndQuery(slot.body.url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\nnine `,
  )
  await once(portal.http.server, 'request')
  return socket
}

test('an upload over a dead connection is aborted after two minutes, and leaves nothing', async () => {
  const { server } = portal.http
  expect(server.timeout).toBe(120_000)
  server.timeout = 3_000
  const incoming = () => readdir(join(portal.dataDir, 'files', '.incoming'))
  const socket = await beginStalledUpload()
  server.timeout = 120_000
  await expect.poll(incoming).toHaveLength(1)
  await expect.poll(incoming).toEqual([])
  expect(socket.destroyed).toBe(true)
})

test('the server stops although an upload has stalled', async () => {
  const socket = await beginStalledUpload()
  await portal.stop(200)
  await expect.poll(() => socket.destroyed).toBe(true)
})

test('an instance that is stopping reports it on /readyz, goes on answering meanwhile, and keeps no connection open', async () => {
  const { port, stop } = await openPortal({ STOP_DELAY: '1s' })
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    const body = (path === '/readyz' ? await response.json() : {}) as { status?: string }
    return [response.status, response.headers.get('connection'), body.status]
  }
  expect(await get('/readyz')).toEqual([200, 'keep-alive', 'ready'])
  const stopped = stop()
  expect(await get('/readyz')).toEqual([503, 'close', 'stopping'])
  expect(await get('/api/v1/openapi.json')).toEqual([200, 'close', undefined])
  await stopped
  await expect(get('/healthz')).rejects.toThrow()
})

test('requests in progress when the server stops are finished', async () => {
  const stopping = await openPortal()
  const { member } = await fixturesIn(stopping).company()
  const slot = await stopping
    .as(member)
    .call(routes.files.request, { body: { fileName: 'a.png', fileSize: 9, fileType: 'image/png' } })
  const upload = request({
    port: stopping.port,
    path: pathAndQuery(slot.body.url),
    method: 'PUT',
    headers: { 'content-length': 9 },
  })
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  const bytes = Buffer.from('iVBORw0KGgo/', 'base64')
  upload.write(bytes.subarray(0, 8))
  await once(stopping.http.server, 'request')
  const stopped = stopping.stop()
  upload.end(bytes.subarray(8))
  expect((await answered)[0].statusCode).toBe(200)
  await stopped
})
