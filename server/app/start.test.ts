import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, pathAndQuery } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal()
const given = givenIn(portal)

/** Somebody whose upload stops in the middle; their line stays open. */
async function standingUpload() {
  const { member } = await given.company()
  const slot = await portal.as(member).call(routes.files.request, { body: { fileName: 'a.png', fileSize: 9, fileType: 'image/png' } })
  const socket = connect(portal.port, '127.0.0.1').on('error', () => {})
  socket.write(`PUT ${pathAndQuery(slot.body.url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\nnine `)
  await once(portal.http.server, 'request')
  return socket
}

test('an upload whose line is dead is given up after two minutes, and leaves nothing', async () => {
  const { server } = portal.http
  expect(server.timeout).toBe(120_000)
  server.timeout = 500
  const left = () => readdir(join(portal.dataDir, 'files', '.incoming'))
  const socket = await standingUpload()
  server.timeout = 120_000
  await expect.poll(left).toHaveLength(1)
  await expect.poll(left, { timeout: 5_000 }).toEqual([])
  expect(socket.destroyed).toBe(true)
})

test('the server stops though somebody’s upload stands still', async () => {
  const socket = await standingUpload()
  await portal.stop(200)
  await expect.poll(() => socket.destroyed).toBe(true)
})

test('a copy that is told to stop says that it is leaving, goes on answering meanwhile, and keeps no line open', async () => {
  const { port, stop } = await openPortal({ STOP_DELAY: '1s' })
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    return [status, headers.get('connection')]
  }
  expect(await ask('/readyz')).toEqual([200, 'keep-alive'])
  const stopped = stop()
  expect(await ask('/readyz')).toEqual([503, 'close'])
  expect(await ask('/api/v1/openapi.json')).toEqual([200, 'close'])
  await stopped
  await expect(ask('/healthz')).rejects.toThrow()
})

test('what is under way when the server stops is finished', async () => {
  const leaving = await openPortal()
  const { member } = await givenIn(leaving).company()
  const slot = await leaving.as(member).call(routes.files.request, { body: { fileName: 'a.png', fileSize: 9, fileType: 'image/png' } })
  const upload = request({ port: leaving.port, path: pathAndQuery(slot.body.url), method: 'PUT', headers: { 'content-length': 9 } })
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  const bytes = Buffer.from('iVBORw0KGgo/', 'base64')
  upload.write(bytes.subarray(0, 8))
  await once(leaving.http.server, 'request')
  const stopped = leaving.stop()
  upload.end(bytes.subarray(8))
  expect((await answered)[0].statusCode).toBe(200)
  await stopped
})
