import dns from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens on each address of `localhost`, where Fastify would
 * start a second server without the limits of the first one. */
export async function listen(http: FastifyInstance, host: string, port: number) {
  if (host !== 'localhost') return void (await http.listen({ host, port }))
  const [first, ...others] = await dns.lookup(host, { all: true })
  const forwarding = others.map(({ address }) => ({
    address,
    server: createServer({ allowHalfOpen: true, noDelay: true }, socket =>
      http.server.emit('connection', socket),
    ).on('error', () => {}), // a machine may have a name for an address that it lacks
  }))
  http.addHook('preClose', async () => {
    http.server.closeIdleConnections()
    await Promise.all(
      forwarding.map(({ server }) => server.listening && once(server.close(), 'close')),
    )
  })
  await http.listen({ host: first?.address ?? host, port })
  const { port: chosen } = http.server.address() as AddressInfo
  for (const { address, server } of forwarding) {
    server.listen(chosen, address)
    await once(server, 'listening').catch(() => {})
  }
}
