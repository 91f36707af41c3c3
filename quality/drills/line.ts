import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A line to the server on this machine, of so many bytes per second
 * towards it on each connection, which can break. */
export async function startLine(
  toStop: AsyncDisposableStack,
  { bytesPerSecond }: { bytesPerSecond: number },
) {
  const open = new Set<Socket>()
  let target = 0
  let isBroken = false
  let sent = 0
  const server = createServer(client => {
    if (isBroken) return void client.destroy()
    const upstream = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    client.on('data', bytes => {
      sent += bytes.length
      client.pause()
      upstream.write(bytes)
      setTimeout(() => client.resume(), (bytes.length / bytesPerSecond) * 1000)
    })
    upstream.pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  toStop.defer(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    connectTo(port: number) {
      target = port
    },
    /** bytes towards the server */
    sent: () => sent,
    /** Cuts all connections, and takes none for so many ms. */
    async breakFor(ms: number) {
      isBroken = true
      cut()
      await pause(ms)
      isBroken = false
    },
  }
}
