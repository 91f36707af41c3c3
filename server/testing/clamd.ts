import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { eicar } from '#platform/storage/scanner.ts'

type Behaviour = {
  /** StreamMaxLength and MaxFileSize, in bytes. */
  limit?: number
  looksAt?: number
  /** MaxRecursion: a deeper archive is called clean, as without AlertExceedsMax. */
  maxRecursion?: number
  /** What it says instead of what it has found, and of itself. */
  says?: string
  version?: string
  /** A file with this in it makes it hang up. */
  chokesOn?: string
  /** Over a file with this in it, it says nothing before `release`. */
  thinksOver?: string
}

/** A scanner that speaks as clamd(8) does, on a free port of loopback, and knows one kind of malware. `behaviour` may change meanwhile. */
export async function startClamd(behaviour: Behaviour = {}) {
  let scanned = 0
  let held: PromiseWithResolvers<void> | undefined
  let thought = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()

  async function talk(socket: Socket): Promise<unknown> {
    let read = Buffer.alloc(0)
    const more = socket[Symbol.asyncIterator]()
    /** So many bytes of what is sent. */
    async function take(count: number) {
      while (read.length < count) {
        const { value, done } = await more.next()
        if (done) throw new Error('they hung up')
        read = Buffer.concat([read, value as Buffer])
      }
      const taken = read.subarray(0, count)
      read = read.subarray(count)
      return taken
    }
    async function command() {
      let name = ''
      for (let letter = ''; letter !== '\0'; letter = (await take(1)).toString()) name += letter
      return name
    }
    const asked = await command()
    if (asked === 'zVERSION') return socket.end(`${behaviour.version ?? 'ClamAV 1.4.6/27316/Sun Nov 22 08:24:00 2026'}\0`)
    if (asked !== 'zINSTREAM') return socket.end('UNKNOWN COMMAND\0')
    let file = Buffer.alloc(0)
    for (;;) {
      const length = (await take(4)).readUInt32BE()
      if (length === 0) break
      file = Buffer.concat([file, await take(length)])
      if (file.length > (behaviour.limit ?? 26_214_400)) return socket.end('INSTREAM size limit exceeded. ERROR\0')
    }
    await held?.promise
    scanned++
    if (behaviour.thinksOver && file.includes(behaviour.thinksOver)) await thought.promise
    if (behaviour.chokesOn && file.includes(behaviour.chokesOn)) return socket.destroy()
    const found = file.length <= (behaviour.looksAt ?? file.length) && unpacked(file, behaviour.maxRecursion ?? 1_000).includes(eicar)
    return socket.end(behaviour.says ?? `stream: ${found ? 'Win.Test.EICAR_HDB-1 FOUND' : 'OK'}\0`)
  }

  let server: Server | undefined
  async function listen(port: number) {
    server = createServer(socket => {
      sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
      talk(socket).catch(() => socket.destroy())
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  async function stop() {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server?.close(resolve))
  }
  const port = await listen(0)
  return {
    url: `tcp://127.0.0.1:${port}`,
    behaviour,
    scanned: () => scanned,
    /** Answers nobody until `release`. */
    hold: () => {
      held ??= Promise.withResolvers()
    },
    release: () => {
      held?.resolve()
      held = undefined
      thought.resolve()
      thought = Promise.withResolvers()
    },
    stop,
    comeBack: () => listen(port),
  }
}

const unpacked = (file: Buffer, levels: number): Buffer =>
  levels > 0 && file.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b])) ? unpacked(gunzipSync(file), levels - 1) : file
