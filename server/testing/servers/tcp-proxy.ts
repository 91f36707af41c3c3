import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'
import { freePort } from './ports.ts'

/** A TCP proxy on loopback to a port or a Unix socket, which
 * can close, stall or abort connections. */
export async function openTcpProxy(to: number | { path: string }) {
  const host: NetConnectOpts = typeof to === 'number' ? { port: to, host: '127.0.0.1' } : to
  const sockets = new Set<Socket>()
  let isForwarding = true
  let bytesLeft = Number.POSITIVE_INFINITY
  const server: Server = createServer(client => {
    sockets.add(client.on('error', () => {}))
    if (!isForwarding) return
    const upstream = connect(host).on('error', () => client.destroy())
    sockets.add(upstream)
    upstream.on('data', ({ length }: Buffer) => {
      bytesLeft -= length
      if (bytesLeft < 0) destroySockets()
    })
    client.pipe(upstream).pipe(client)
  })
  await once(server.listen(await freePort(), '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const destroySockets = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port,
    async close() {
      server.close()
      destroySockets()
    },
    /** Leaves open connections that are forwarded: a client may send on one at any time. */
    async open() {
      if (!isForwarding) destroySockets()
      isForwarding = true
      bytesLeft = Number.POSITIVE_INFINITY
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    abortAfter(bytes: number) {
      bytesLeft = bytes
    },
    /** Forwards nothing any more, of open and of new connections. */
    stall() {
      isForwarding = false
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Aborts open connections; accepts new ones without a reply. */
    async acceptWithoutReply() {
      isForwarding = false
      destroySockets()
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}
