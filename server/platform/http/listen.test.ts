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
    let received = 0
    http.get('/', async () => 'served')
    http.get('/slow', () => {
      received++
      return new Promise(() => {})
    })
    await listen(http, 'localhost', 0)
    lookup.mockRestore()
    onTestFinished(() => http.close())
    const { port } = http.server.address() as AddressInfo
    const request = (host: string, path: string) => {
      const socket = connect(port, host).on('error', () => {})
      onTestFinished(() => void socket.destroy())
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      return socket
    }
    const answerFrom = async (host: string) => {
      const socket = request(host, '/')
      const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
      return Buffer.isBuffer(data) ? data.toString().split('\r\n').at(-1) : 'refused'
    }
    const hosts = ['127.0.0.1', '127.0.0.2']
    for (const host of hosts) expect(await answerFrom(host)).toBe('served')
    for (const host of hosts) request(host, '/slow')
    await expect.poll(() => received).toBe(2)
    for (const host of hosts) expect(await answerFrom(host)).toBe('refused')
  },
)
