import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, pathAndQuery } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal()
const given = givenIn(portal)

test('the server stops though somebody’s upload stands still', async () => {
  const { member } = await given.company()
  const slot = await portal.as(member).call(routes.files.request, { body: { fileName: 'a.png', fileSize: 9, fileType: 'image/png' } })
  const socket = connect(portal.port, '127.0.0.1').on('error', () => {})
  socket.write(`PUT ${pathAndQuery(slot.body.url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\nnine `)
  await once(portal.http.server, 'request')
  await portal.stop(200)
  await expect.poll(() => socket.destroyed).toBe(true)
})
