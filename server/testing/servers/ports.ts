import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Each worker of a test run has ports of its own, or two could be given the same one. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0)
const portsEach = 1_000
const firstPort = 20_000 + (worker % 12) * portsEach
const given = new Set<number>()

/** A port below those that systems give to outgoing connections: it stays
 * free until a server listens on it, also again after a restart. */
export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, firstPort + portsEach)
  if (given.has(port)) return freePort()
  given.add(port)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

export async function isListening(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
