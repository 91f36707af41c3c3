import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'

/** A door on loopback to another port of it, or to a Unix socket, which can be shut as if nobody were there, or be left without an answer. */
export async function openGate(to: number | { path: string }) {
  const host: NetConnectOpts = typeof to === 'number' ? { port: to, host: '127.0.0.1' } : to
  const sockets = new Set<Socket>()
  let answering = true
  let left = Number.POSITIVE_INFINITY
  const server: Server = createServer(visitor => {
    sockets.add(visitor.on('error', () => {}))
    if (!answering) return
    const behind = connect(host).on('error', () => visitor.destroy())
    sockets.add(behind)
    behind.on('data', ({ length }: Buffer) => {
      left -= length
      if (left < 0) hangUp()
    })
    visitor.pipe(behind).pipe(visitor)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port,
    async shut() {
      server.close()
      hangUp()
    },
    async open() {
      answering = true
      left = Number.POSITIVE_INFINITY
      hangUp()
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    /** Aborts all connections after this many more bytes of responses. */
    abortAfter(bytes: number) {
      left = bytes
    },
    /** Lets nothing through any more, neither of old calls nor of new ones. */
    standStill() {
      answering = false
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Takes calls, and says nothing. */
    async fallSilent() {
      answering = false
      hangUp()
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}
