import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A door on loopback to another port of it, which can be shut as if nobody were there, or be left without an answer. */
export async function openGate(to: number) {
  const sockets = new Set<Socket>()
  let answering = true
  const server: Server = createServer(visitor => {
    sockets.add(visitor.on('error', () => {}))
    if (!answering) return
    const host = connect(to, '127.0.0.1').on('error', () => visitor.destroy())
    sockets.add(host)
    visitor.pipe(host).pipe(visitor)
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
      hangUp()
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    /** Takes calls, and says nothing. */
    async fallSilent() {
      answering = false
      hangUp()
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}
