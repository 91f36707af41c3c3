import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

/** The port of a server with 300 file descriptors, which serves a file of 10 MB. */
async function startWithFewDescriptors() {
  const folder = await mkdtemp(join(tmpdir(), 'tezgah-descriptors-'))
  await writeFile(join(folder, 'index.html'), '')
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(10_000_000))
  const server = `
    import { createHttp } from '#platform/http/fastify.ts'
    import { serveWeb } from '#platform/http/web.ts'
    const http = createHttp({ logLevel: 'silent', trustProxy: 'loopback' })
    await serveWeb(http, ${JSON.stringify(folder)})
    await http.listen({ host: '127.0.0.1', port: 0 })
    console.log(http.server.address().port)`
  const child = spawn(
    'sh',
    ['-c', 'ulimit -n 300 && exec "$0" --input-type=module -e "$1"', process.execPath, server],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(import.meta.dirname, '../../..') },
  )
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  const [line] = await once(child.stdout, 'data')
  return Number(line)
}

// Security: T14
test.skipIf(process.platform === 'win32')(
  'clients that read nothing of their downloads leave the server file descriptors for another one',
  async () => {
    const port = await startWithFewDescriptors()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const read = async () => {
      const request = get({ port, host: '127.0.0.1', path: '/large.bin', agent })
      const [response] = await once(request, 'response')
      let size = 0
      for await (const chunk of response) size += chunk.length
      return [response.statusCode, size]
    }
    expect(await read()).toEqual([200, 10_000_000])
    for (let i = 0; i < 290; i++) {
      const socket = connect(port, '127.0.0.1')
        .on('error', () => {})
        .pause()
      onTestFinished(() => void socket.destroy())
      socket.write('GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n')
      if (i % 20 === 0) await pause(50)
    }
    await pause(1_000)
    expect(await read()).toEqual([200, 10_000_000])
    agent.destroy()
  },
)
