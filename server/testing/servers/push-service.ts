import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushPayload } from '#contract/push.ts'

/** A browser's keys and subscription; `decrypt` reads a push to it (RFC 8291). */
export function createBrowser(endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`) {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    decrypt(body: Buffer): PushPayload {
      const keyLength = body.readUInt8(20)
      const serverKey = body.subarray(21, 21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
      const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(serverKey), auth, info, 32))
      const derive = (name: string, length: number) =>
        Buffer.from(
          hkdfSync('sha256', secret, body.subarray(0, 16), `Content-Encoding: ${name}\0`, length),
        )
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive('aes128gcm', 16),
        derive('nonce', 12),
      ).setAuthTag(body.subarray(-16))
      const text = Buffer.concat([
        decipher.update(body.subarray(21 + keyLength, -16)),
        decipher.final(),
      ])
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
    },
  }
}

/** A valid subscription at a known push service. */
export const createPushSubscription = () => createBrowser().subscription

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A push service on loopback; `answer` is its status, or what a path answers. */
export async function startPushService() {
  const received: Received[] = []
  const statuses = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: await buffer(request) })
    response
      .writeHead(statuses.get(path) ?? 201, { location: 'http://127.0.0.1:9/elsewhere' })
      .end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    received,
    /** A browser that is subscribed here; `pushes` are those that it has received. */
    createBrowser() {
      const path = `/${randomUUID()}`
      const browser = createBrowser(`http://${host}${path}`)
      const requests = () => received.filter(each => each.path === path)
      return {
        ...browser,
        requests,
        pushes: () => requests().map(({ body }) => browser.decrypt(body)),
        answer: (status: number) => void statuses.set(path, status),
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
