import { once } from 'node:events'
import { createServer, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Stream = { response: ServerResponse; held: Buffer[]; isCut: boolean; begin: () => void }

/** An HTTP proxy that passes calls on, and can cut event
 * streams or hold their bytes back as one that buffers does. */
export async function startStreamProxy(target: string, toStop: AsyncDisposableStack) {
  const streams = new Set<Stream>()
  let isHolding = false
  let cuts = 0

  function cut(stream: Stream, bytes: Buffer = Buffer.alloc(0)) {
    streams.delete(stream)
    if (stream.response.destroyed) return
    cuts++
    stream.begin()
    stream.response.write(bytes, () => stream.response.destroy())
  }

  const server = createServer((request, response) => {
    const { method = 'GET', url = '', headers } = request
    const upstream = httpRequest(target + url, { method, headers, agent: false }, answer => {
      const begin = () => {
        if (response.headersSent) return
        response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders()
      }
      if (!answer.headers['content-type']?.startsWith('text/event-stream')) {
        begin()
        answer.on('error', () => response.destroy())
        answer.pipe(response)
        return
      }
      const stream: Stream = { response, held: [], isCut: false, begin }
      streams.add(stream)
      if (!isHolding) begin()
      answer.on('data', (bytes: Buffer) => {
        if (isHolding) stream.held.push(bytes)
        else if (stream.isCut && bytes.includes('data:')) cut(stream, bytes.subarray(0, 12))
        else response.write(bytes)
      })
      answer.on('end', () => !isHolding && response.end())
      answer.on('error', () => response.destroy())
      response.on('close', () => streams.delete(stream))
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  toStop.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** how many streams were cut */
    cuts: () => cuts,
    /** Cuts each open stream within the next event that it passes on. */
    cutWithinNextEvent() {
      for (const stream of streams) stream.isCut = true
    },
    hold() {
      isHolding = true
    },
    /** Cuts each stream, whose client has only the first of the bytes that were held back. */
    cutAfterFirstHeld() {
      for (const stream of streams) cut(stream, stream.held[0])
    },
    release() {
      isHolding = false
      for (const { begin, held, response } of streams) {
        begin()
        for (const bytes of held.splice(0)) response.write(bytes)
      }
    },
  }
}
