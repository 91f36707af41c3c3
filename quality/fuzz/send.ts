import { Agent, request as http } from 'node:http'

export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}
/** Without a response the status is 0 and the body the reason. */
export type TimedResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  ms: number
}

const timeout = 15_000 // ms
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Sends the request unchanged: `fetch` would normalize path and headers. */
export async function send(url: string, request: Request): Promise<TimedResponse> {
  const answer = await attempt(url, request)
  // The server may close a kept-alive connection at the moment of its reuse: retry on a new one.
  return answer.status === 0 && /ECONNRESET|socket hang up|EPIPE/.test(answer.body.toString())
    ? attempt(url, request, new Agent())
    : answer
}

function attempt(
  url: string,
  { method, path, headers, body }: Request,
  through = agent,
): Promise<TimedResponse> {
  const since = performance.now()
  return new Promise(resolve => {
    const done = (status: number, headers: TimedResponse['headers'], bytes: Buffer) =>
      resolve({ status, headers, body: bytes, ms: performance.now() - since })
    const failed = (error: Error) => done(0, {}, Buffer.from(String(error)))
    const { hostname, port } = new URL(url)
    const length = body && { 'content-length': String(body.length) }
    const outgoing = http(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent: through, timeout },
      reply => {
        const parts: Buffer[] = []
        if (reply.headers['content-type'] === 'text/event-stream')
          reply.once('data', part => {
            done(reply.statusCode ?? 0, reply.headers, part)
            outgoing.destroy() // the stream has no end
          })
        reply.on('data', part => parts.push(part)).on('error', failed)
        reply.on('end', () => done(reply.statusCode ?? 0, reply.headers, Buffer.concat(parts)))
      },
    )
    outgoing
      .on('error', failed)
      .on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeout} ms`)))
    outgoing.end(body)
  })
}

export function asCurl(url: string, { method, path, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const head = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const line = ['curl -i --path-as-is --globoff', `-X ${method}`, ...head, quoted(url + path)].join(
    ' ',
  )
  if (!body) return line
  return `printf %s ${quoted(body.toString('base64'))} | base64 -d | ${line} --data-binary @-`
}
