import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A DNS server on loopback that has TXT records only.
 * `environment` makes a server process ask it. */
export async function startDns(toStop: AsyncDisposableStack) {
  const records = new Map<string, string>()
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, question } = readQuestion(query)
    asked.set(name, (asked.get(name) ?? 0) + 1)
    socket.send(
      writeAnswer(query, question, type === txt ? records.get(name) : undefined),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  toStop.defer(() => void socket.close())
  const preload = pathToFileURL(join(import.meta.dirname, 'name-server.mjs'))
  return {
    records,
    /** How often a record whose name matches was asked for. */
    countAsked: (pattern: RegExp) =>
      [...asked].reduce((sum, [name, times]) => sum + (pattern.test(name) ? times : 0), 0),
    environment: {
      DRILL_DNS: `127.0.0.1:${socket.address().port}`,
      NODE_OPTIONS: `--import ${preload}`,
    },
  }
}
export type Dns = Awaited<ReturnType<typeof startDns>>

const txt = 16
const headerSize = 12

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = headerSize
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(headerSize, at + 5),
  }
}

/** RFC 1035, 4.1: an answer with one TXT record, or that the name does not exist. */
function writeAnswer(query: Buffer, question: Buffer, text: string | undefined): Buffer {
  const header = Buffer.alloc(headerSize)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(text === undefined ? 0x8583 : 0x8580, 2) // authoritative, NXDOMAIN or no error
  header.writeUInt16BE(1, 4)
  if (text === undefined) return Buffer.concat([header, question])
  header.writeUInt16BE(1, 6)
  const strings = text.match(/.{1,255}/g) ?? ['']
  const data = Buffer.concat(strings.map(part => Buffer.from([part.length, ...Buffer.from(part)])))
  const record = Buffer.alloc(headerSize)
  record.writeUInt16BE(0xc00c, 0) // the name of the question
  record.writeUInt16BE(txt, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(300, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([header, question, record, data])
}
