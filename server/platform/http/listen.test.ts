import dns from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttp } from './fastify.ts'
import { listen } from './listen.ts'

// Security: T14
test.runIf(process.platform === 'linux')(
  'the limit of connections is that of all addresses of localhost together',
  async () => {
    const http = createHttp({ logLevel: 'silent', trustProxy: 'loopback', maxConnections: 2 })
    const addresses = ['127.0.0.1', '127.0.0.2', '192.0.2.1'].map(address => ({
      address,
      family: 4,
    }))
    const lookup = vi.spyOn(dns, 'lookup').mockResolvedValue(addresses as never)
    http.get('/', async () => 'served')
    await listen(http, 'localhost', 0)
    lookup.mockRestore()
    onTestFinished(() => http.close())
    const { port } = http.server.address() as AddressInfo
    const answerFrom = async (host: string) => {
      const socket = connect(port, host).on('error', () => {})
      onTestFinished(() => void socket.destroy())
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
      return Buffer.isBuffer(data) ? data.toString().split('\r\n').at(-1) : 'refused'
    }
    expect(await answerFrom('127.0.0.1')).toBe('served')
    expect(await answerFrom('127.0.0.2')).toBe('served')
    for (const host of ['127.0.0.1', '127.0.0.2']) expect(await answerFrom(host)).toBe('refused')
  },
)
