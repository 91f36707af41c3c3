import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { pathOf } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { createHttp } from './fastify.ts'

// Clients that hold connections: unfinished headers and
// bodies, and more connections than the server can have.

const log: string[] = []
const portal = await openPortal(
  {},
  { log, timeLimits: { headers: 900, body: 900, idle: 3_000 }, maxConnections: 20 },
)
const fixtures = fixturesIn(portal)

async function open(port = portal.port) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** All that the socket receives until it is closed: for a client that still writes, by a reset. */
async function readAll(socket: Socket) {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of socket) chunks.push(chunk)
  } catch (error) {
    if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return Buffer.concat(chunks).toString()
}

const start = (...lines: string[]) => `${lines.join('\r\n')}\r\nHost: x\r\n`

// Security: T10
test('a client that never completes its headers gets 408 and loses its connection', async () => {
  const socket = await open()
  socket.write(start('GET /healthz HTTP/1.1'))
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 .*"message":"/s)
})

// Security: T10
test.each(['Content-Length: 500', 'Transfer-Encoding: chunked'])(
  'a client that sends its body a byte at a time gets 408 and loses its connection: %s',
  async length => {
    const { domain } = await fixtures.vendor()
    const socket = await open()
    socket.write(
      `${start(`POST /api/v1/domain/${domain}/user/login HTTP/1.1`, 'Content-Type: application/json', length)}\r\n`,
    )
    const drip = setInterval(
      () => socket.write(length.endsWith('chunked') ? '1\r\n \r\n' : ' '),
      100,
    )
    onTestFinished(() => clearInterval(drip))
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 .*"message":"/s)
  },
)

// Security: T13
test.each([
  ['to a malformed path', 'POST /api/%ff HTTP/1.1', ''],
  [
    'to a call with a malformed parameter',
    'POST /api/v1/domain/x/ticket/%ff/presence HTTP/1.1',
    '',
  ],
  [
    'of a malformed upload',
    'PUT /api/v1/domain/x/file/%ff/content?expires=1&signature=x HTTP/1.1',
    '',
  ],
  [
    'to a parameter of 400 characters',
    `POST /api/v1/domain/x/ticket/${'a'.repeat(400)}/presence HTTP/1.1`,
    '',
  ],
  [
    'to a domain of 400 characters',
    `POST /api/v1/domain/${'a'.repeat(400)}/user/login HTTP/1.1`,
    '',
  ],
  ['with an expectation', 'POST /x HTTP/1.1', 'Expect: foo\r\n'],
  ['behind another request', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nPOST /api/%ff HTTP/1.1', ''],
])('a body that is sent a byte at a time %s loses its connection', async (_, line, header) => {
  const socket = await open()
  socket.write(`${start(line)}${header}Content-Length: 5000\r\n\r\n`)
  const drip = setInterval(() => socket.write(' '), 100)
  onTestFinished(() => clearInterval(drip))
  const began = performance.now()
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 /)
  expect(performance.now() - began).toBeLessThan(2_500)
})

// Security: T13
test('a client that sends empty lines after its request loses its connection', async () => {
  const socket = await open()
  socket.write(`${start('GET /healthz HTTP/1.1')}\r\n`)
  const drip = setInterval(() => socket.write('\r\n'), 100)
  onTestFinished(() => clearInterval(drip))
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a client that sends a request now and then keeps its connection', async () => {
  const socket = await open()
  let answers = ''
  socket.on('data', data => {
    answers += data
  })
  for (let i = 0; i < 5; i++) {
    socket.write(`${start('GET /healthz HTTP/1.1')}\r\n`)
    await pause(1_000)
  }
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(5)
})

const upload = (target: string, size: number) =>
  `${start(`PUT ${target} HTTP/1.1`, 'Content-Type: text/plain', `Content-Length: ${size}`, 'Connection: close')}\r\n`

// Security: T10
test('a client that goes on sending the body of a refused upload loses its connection', async () => {
  const { domain } = await fixtures.vendor()
  const socket = await open()
  const target = `/api/v1/domain/${domain}${pathOf(routes.files.upload, { file: crypto.randomUUID() })}?expires=1&signature=x`
  socket.write(upload(target, 5_000).replace('Connection: close\r\n', ''))
  const drip = setInterval(() => socket.write(' '), 100)
  onTestFinished(() => clearInterval(drip))
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('an upload may take longer than the limit of other bodies', async () => {
  const { member } = await fixtures.company()
  const body = { fileName: 'uzun.txt', fileSize: 12, fileType: 'text/plain' }
  const { body: slot } = await portal.as(member).call(routes.files.request, { body })
  const socket = await open()
  socket.write(upload(pathAndQuery(slot.url), 12))
  for (let byte = 0; byte < 12; byte++) {
    socket.write('a')
    await pause(150)
  }
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

// Security: T15
test.each([
  ['of unfinished headers', start('GET /healthz HTTP/1.1')],
  [
    'of unfinished bodies',
    `${start('POST /api/v1/domain/x/user/login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 500')}\r\n{`,
  ],
  ['that send nothing', ''],
])(
  'connections %s, as many as the server can have, make room for another client, and that is logged once per second',
  async (_, part) => {
    await pause(1_000) // the log's second of an earlier test
    log.length = 0
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open()))
    for (const socket of sockets) socket.write(part)
    await pause(50)
    const others = await Promise.all(Array.from({ length: 5 }, () => open()))
    for (const other of others) other.write(`${start('GET /healthz HTTP/1.1')}\r\n`)
    for (const other of others)
      expect(String(await once(other, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
    expect(await Promise.all(sockets.slice(0, 5).map(readAll))).toEqual(Array(5).fill(''))
    expect(
      log.map(line => JSON.parse(line)).filter(({ msg }) => msg.startsWith('connection closed')),
    ).toMatchObject([{ max: 20 }])
  },
)

// Security: T10
test('connections whose requests are being answered are not closed for another one, which is refused', async () => {
  const http = createHttp({ logLevel: 'silent', trustProxy: 'loopback', maxConnections: 2 })
  onTestFinished(() => http.close())
  const answers: ((text: string) => void)[] = []
  http.get('/slow', () => new Promise<string>(resolve => answers.push(resolve)))
  await http.listen({ host: '127.0.0.1', port: 0 })
  const openTo = () => open((http.server.address() as AddressInfo).port)
  const sockets = await Promise.all([openTo(), openTo()])
  for (const socket of sockets)
    socket.write(`${start('GET /slow HTTP/1.1', 'Connection: close')}\r\n`)
  await expect.poll(() => answers.length).toBe(2)
  expect(await readAll(await openTo())).toBe('')
  for (const answer of answers) answer('bitti')
  expect(await Promise.all(sockets.map(readAll))).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 /),
    expect.stringMatching(/^HTTP\/1\.1 200 /),
  ])
})
