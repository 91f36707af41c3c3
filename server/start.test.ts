import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
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
