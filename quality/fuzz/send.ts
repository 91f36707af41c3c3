import { Agent, request as http } from 'node:http'

/** A request to the byte, as it goes out. */
export type Request = { method: string; path: string; headers: Record<string, string>; body: Buffer | undefined }
/** What came back; status 0 where nothing did, and why. */
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer; ms: number }

/** No answer within this many ms is a hang. */
const patience = 15_000
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Sends it as it is: no client in between puts its path or its headers in order. */
export async function send(url: string, request: Request): Promise<Answer> {
  const answer = await attempt(url, request)
  // A line that was kept open may be closed by the other side at the moment when we use it again.
  return answer.status === 0 && /ECONNRESET|socket hang up|EPIPE/.test(answer.body.toString()) ? attempt(url, request, new Agent()) : answer
}

function attempt(url: string, { method, path, headers, body }: Request, through = agent): Promise<Answer> {
  const since = performance.now()
  return new Promise(resolve => {
    const done = (status: number, given: Answer['headers'], bytes: Buffer) =>
      resolve({ status, headers: given, body: bytes, ms: performance.now() - since })
    const failed = (error: Error) => done(0, {}, Buffer.from(String(error)))
    const { hostname, port } = new URL(url)
    const length = body && { 'content-length': String(body.length) }
    const asking = http({ hostname, port, method, path, headers: { ...length, ...headers }, agent: through, timeout: patience }, reply => {
      const parts: Buffer[] = []
      reply.on('data', part => parts.push(part)).on('error', failed)
      reply.on('end', () => done(reply.statusCode ?? 0, reply.headers, Buffer.concat(parts)))
    })
    asking.on('error', failed).on('timeout', () => asking.destroy(new Error(`no answer within ${patience} ms`)))
    asking.end(body)
  })
}

/** The request as a line that repeats it in a shell. */
export function asCurl(url: string, { method, path, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const head = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const line = ['curl -i --path-as-is --globoff', `-X ${method}`, ...head, quoted(url + path)].join(' ')
  if (!body) return line
  return `printf %s ${quoted(body.toString('base64'))} | base64 -d | ${line} --data-binary @-`
}
