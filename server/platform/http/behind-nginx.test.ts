import { Agent, type ClientRequest, get, request } from 'node:http'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startNginx } from '#testing/servers/nginx.ts'
import { findProgram } from '#testing/servers/pooler.ts'
import { waitFor } from '#testing/wait-for.ts'

// Attacks through Debian's nginx, which shares its connections to
// the server among clients; without nginx, on the server itself.

const portal = await openPortal({ UPLOAD_LIMIT: '40 MB' })
const { as } = portal
const fixtures = fixturesIn(portal)
const { domain, admin, machineId, member } = await fixtures.company()
const nginx = findProgram('nginx') ? await startNginx(portal.port) : undefined
afterAll(() => nginx?.stop())
const targets: [string, number][] = nginx
  ? Object.entries(nginx.ports)
  : [['sent directly', portal.port]]
const path = (below: string) => `/api/v1/domain/${domain}${below}`

/** The response to raw bytes, until the connection is closed or idle. */
function exchange(port: number, bytes: string) {
  return new Promise<string>(resolve => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket
      .setTimeout(30_000, () => socket.destroy())
      .on('data', data => {
        socket.setTimeout(1_000)
        response += data.toString('latin1')
      })
    socket.on('error', () => {}).on('close', () => resolve(response))
  })
}
const statusesIn = (responses: string) =>
  [...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

describe.each(targets)('with request bodies %s', (_, port) => {
  const post = `POST ${path('/user/login')} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  const smuggled = 'GET /smuggled.bak HTTP/1.1\r\nHost: x\r\nX: '
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const counted = `Content-Length: ${5 + smuggled.length}\r\n`

  test.each([
    ['a length beside chunks', `${post}${counted}${chunked}\r\n0\r\n\r\n${smuggled}`],
    [
      'chunks beside a length',
      `${post}Content-Length: 4\r\n${chunked}\r\n${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
    ],
    [
      'a space before the colon',
      `${post}Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a control character before the value',
      `${post}Transfer-Encoding: \x0bchunked\r\n${counted}\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'another encoding',
      `${post}Transfer-Encoding: xchunked\r\n${counted}\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two encodings', `${post}${chunked}Transfer-Encoding: x\r\n\r\n0\r\n\r\n${smuggled}`],
    [
      'two lengths',
      `${post}Content-Length: 2\r\nContent-Length: ${2 + smuggled.length}\r\n\r\n{}${smuggled}`,
    ],
    ['a list of lengths', `${post}Content-Length: 2, ${2 + smuggled.length}\r\n\r\n{}${smuggled}`],
    [
      'a folded header',
      `${post}X: a\r\n Transfer-Encoding: chunked\r\n${counted}\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a header behind a bare CR',
      `${post}X: a\rTransfer-Encoding: chunked\r\n${counted}\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'headers behind bare LFs',
      `${post}X: a\nTransfer-Encoding: chunked\n${counted}\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'an extension of a chunk that ends in LF',
      `${post}${chunked}\r\n2;\n{}\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a chunk size that overflows',
      `${post}${chunked}\r\n10000000000000002\r\n{}\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a length named in Connection',
      `${post}Connection: close, Content-Length\r\nContent-Length: 2\r\n\r\n{}${smuggled}`,
    ],
    [
      'an upgrade',
      `GET /smuggled.bak HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${smuggled}`,
    ],
    [
      'an absolute address',
      `GET http://127.0.0.1:1/smuggled.bak HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ],
  ])(
    'an ambiguous request is refused, and no other client receives the response to the request hidden in it: %s',
    async (_, bytes) => {
      const statuses = statusesIn(await exchange(port, bytes))
      expect(statuses.filter(status => status < 400)).toEqual([])
      const agent = new Agent({ keepAlive: true, maxSockets: 4 })
      const others = await Promise.all(
        Array.from({ length: 8 }, () =>
          responseTo(get({ port, agent, host: '127.0.0.1', path: path('/portal') })),
        ),
      )
      agent.destroy()
      expect(others).toEqual(
        others.map(() => ({ status: 200, body: expect.stringContaining(domain) })),
      )
    },
  )

  test.each([
    [
      'a forged link',
      404,
      (url: string) => put(port, url.replace(/signature=.{4}/, 'signature=AAAA'), 30_000_000),
    ],
    ['another length than announced', 400, (url: string) => put(port, url, 20_000_000)],
    ['more than UPLOAD_LIMIT', 413, (url: string) => put(port, url, 41_943_041)],
    ['a form of 30 MB', 413, () => put(port, path('/user/login'), 30_000_000, 'POST')],
  ])('a refusal reaches a client that is still sending: %s', async (_, status, send) => {
    expect(await send(await slot(30_000_000))).toEqual({
      status,
      body: expect.stringContaining('"message"'),
    })
  })

  test('an upload of 30 MB arrives complete', async () => {
    expect(await put(port, await slot(30_000_000), 30_000_000)).toMatchObject({ status: 200 })
  })

  test('an aborted download closes the stored file', async () => {
    const id = await fixtures.upload(admin, { bytes: Buffer.alloc(30_000_000) })
    const { body } = await as(admin).call(routes.files.addToMachine, {
      params: { machine: machineId },
      body: { file: id },
    })
    const opened = vi.spyOn(portal.platform.storage, 'get')
    const download = get({
      port,
      host: '127.0.0.1',
      path: pathAndQuery(body.signedURL),
      agent: false,
    })
    download
      .on('error', () => {})
      .on('response', reply => reply.once('data', () => download.destroy()))
    await waitFor(() => expect(opened).toHaveResolved())
    const [stored] = await Promise.all(
      opened.mock.results.map(({ value }) => value as Promise<{ bytes: Readable }>),
    )
    await waitFor(() => expect(stored?.bytes.closed).toBe(true))
    expect(stored?.bytes.readableEnded).toBe(false)
    opened.mockRestore()
  })
})

describe.runIf(nginx)('an nginx that sets X-Forwarded-For', () => {
  const metrics = (port: number, headers: string) =>
    exchange(port, `GET /metrics HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`)

  test.each([
    ['sends no header', ''],
    ['claims 127.0.0.1', 'X-Forwarded-For: 127.0.0.1\r\n'],
    ['claims ::1', 'X-Forwarded-For: ::1\r\n'],
    [
      'claims it in other notations',
      'X-Forwarded-For: ::ffff:127.0.0.1, 127.0.0.1,\r\nX_Forwarded_For: 127.0.0.1\r\n',
    ],
    ['asks for the header to be dropped', 'Connection: X-Forwarded-For\r\n'],
    ['sends 1,500 headers', 'A:b\r\n'.repeat(1_500)],
  ])('determines the client address, and a client that %s does not', async (_, headers) => {
    for (const [, port] of targets) {
      const answer = await metrics(port, `X-Test-Visitor: 203.0.113.5\r\n${headers}`)
      expect(answer).toMatch(/^HTTP\/1\.1 4/)
      expect(answer).not.toContain('process_cpu')
    }
  })
})

const slot = async (fileSize: number) => {
  const { body } = await as(member).call(routes.files.request, {
    body: { fileName: 'a', fileSize, fileType: 'application/octet-stream' },
  })
  return pathAndQuery(body.url)
}

/** Sends `size` bytes, also after an early response. */
function put(port: number, path: string, size: number, method = 'PUT') {
  const headers = {
    'content-length': size,
    'content-type': method === 'PUT' ? 'application/octet-stream' : 'application/json',
  }
  const upload = request({ port, host: '127.0.0.1', path, method, headers, agent: false })
  const piece = Buffer.alloc(65_536)
  let sent = 0
  const send = () => {
    while (sent < size) {
      const length = Math.min(piece.length, size - sent)
      sent += length
      if (!upload.write(piece.subarray(0, length))) return
    }
    upload.end()
  }
  upload.on('drain', send)
  send()
  return responseTo(upload)
}

function responseTo(request: ClientRequest) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request.on('error', reject).on('response', reply => {
      let body = ''
      reply.setEncoding('utf8').on('data', data => {
        body += data
      })
      reply.on('error', reject).on('end', () => resolve({ status: reply.statusCode ?? 0, body }))
    })
  })
}
