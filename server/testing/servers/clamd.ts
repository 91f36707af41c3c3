import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { eicar } from '#platform/storage/scanner.ts'
import { freePort } from './ports.ts'

type Behaviour = {
  limit?: number // StreamMaxLength and MaxFileSize, in bytes
  maxScanSize?: number // MaxScanSize, in bytes
  maxRecursion?: number
  reply?: string // reply to INSTREAM
  version?: string
  disconnectOn?: string // closes the connection on a file with this text
  holdOn?: string // replies to a file with this text after `release`
}

/** A clamd(8) on loopback that detects EICAR. `behaviour` can change while it runs. */
export async function startClamd(behaviour: Behaviour = {}) {
  let scanned = 0
  let held: PromiseWithResolvers<void> | undefined
  let delayed = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()

  async function serve(socket: Socket): Promise<unknown> {
    let buffered = Buffer.alloc(0)
    const chunks = socket[Symbol.asyncIterator]()
    async function take(count: number) {
      while (buffered.length < count) {
        const { value, done } = await chunks.next()
        if (done) throw new Error('the client closed the connection')
        buffered = Buffer.concat([buffered, value as Buffer])
      }
      const taken = buffered.subarray(0, count)
      buffered = buffered.subarray(count)
      return taken
    }
    async function readCommand() {
      let name = ''
      for (let letter = ''; letter !== '\0'; letter = (await take(1)).toString()) name += letter
      return name
    }
    const command = await readCommand()
    if (command === 'zVERSION')
      return socket.end(`${behaviour.version ?? 'ClamAV 1.4.6/27316/Sun Nov 22 08:24:00 2026'}\0`)
    if (command !== 'zINSTREAM') return socket.end('UNKNOWN COMMAND\0')
    let file = Buffer.alloc(0)
    for (;;) {
      const length = (await take(4)).readUInt32BE()
      if (length === 0) break
      file = Buffer.concat([file, await take(length)])
      if (file.length > (behaviour.limit ?? 26_214_400))
        return socket.end('INSTREAM size limit exceeded. ERROR\0')
    }
    await held?.promise
    scanned++
    if (behaviour.holdOn && file.includes(behaviour.holdOn)) await delayed.promise
    if (behaviour.disconnectOn && file.includes(behaviour.disconnectOn)) return socket.destroy()
    const found =
      file.length <= (behaviour.maxScanSize ?? file.length) &&
      unpack(file, behaviour.maxRecursion ?? 1_000).includes(eicar)
    return socket.end(behaviour.reply ?? `stream: ${found ? 'Win.Test.EICAR_HDB-1 FOUND' : 'OK'}\0`)
  }

  let server: Server | undefined
  async function listen(port: number) {
    server = createServer(socket => {
      sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
      serve(socket).catch(() => socket.destroy())
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  async function stop() {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server?.close(resolve))
  }
  const port = await listen(await freePort())
  return {
    url: `tcp://127.0.0.1:${port}`,
    behaviour,
    scanned: () => scanned,
    /** Delays all replies until `release`. */
    hold: () => {
      held ??= Promise.withResolvers()
    },
    release: () => {
      held?.resolve()
      held = undefined
      delayed.resolve()
      delayed = Promise.withResolvers()
    },
    stop,
    restart: () => listen(port),
  }
}

const unpack = (file: Buffer, levels: number): Buffer =>
  levels > 0 && file.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))
    ? unpack(gunzipSync(file), levels - 1)
    : file
