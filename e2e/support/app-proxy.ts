import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a path answers instead of the portal: a changed text, or null for 404. */
type Change = (text: string) => string | null

/** A proxy in front of a portal, on the same host: `change`
 * makes it a later build, `close` takes the network away. */
export async function startAppProxy(portalUrl: string) {
  const changes = new Map<string, Change>()
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    const change = changes.get(url)
    const headers = { ...request.headers, ...(change && { 'accept-encoding': 'identity' }) }
    const passed = forward(
      portalUrl + url,
      { method: request.method ?? 'GET', headers },
      async answer => {
        if (!change)
          return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
        const text = change(Buffer.concat(await answer.toArray()).toString())
        const { 'content-length': _, 'content-encoding': __, ...rest } = answer.headers
        response.writeHead(text === null ? 404 : (answer.statusCode ?? 502), rest).end(text ?? '')
      },
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const listen = async () => {
    server.listen(port, 'localhost')
    await once(server, 'listening')
  }
  const close = async () => {
    server.closeAllConnections()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return {
    url: `http://${new URL(portalUrl).hostname}:${port}`,
    change: (path: string, how: Change) => void changes.set(path, how),
    close,
    listen,
    [Symbol.asyncDispose]: close,
  }
}
