import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { everyRoute, routes } from '#contract/routes.ts'
import { type Example, examplesIn, toInjectOptions } from '#testing/calls/examples.ts'
import { hashTables } from '#testing/database/rows.ts'
import { openPortal } from '#testing/portal.ts'

// Invalid addresses, ids, methods, queries and HTTP messages.

const portal = await openPortal()
const { example, send, refusal } = await examplesIn(portal)
const { fixture } = await example('sessions.me', routes.sessions.me)
const path = (below: string) => `/api/v1/domain/${fixture.domain}${below}`

test('an unknown address is refused', async () => {
  const addresses = [
    '//',
    '//[',
    '/\\',
    '/api/',
    '/api/v1/domain/%/portal',
    '/api/v1/domain/%zz/portal',
    '/api/v1/domain/%c0%80/portal',
    '/api/v1/domain/%00/portal',
    '/api/v1/domain//portal',
    '/api/v1/domain/..%2f..%2f/portal',
    '/api/v1/domain/[/portal',
    '/api/v1/domain/x',
    `/api/v1/domain/${'a'.repeat(254)}/portal`,
    `/api/v1/domain/${'a'.repeat(5_000)}/portal`,
    `/api/v1/${'a'.repeat(14_000)}`,
    '/api/v1/openapi.json/',
    '//api/v1/x',
  ]
  for (const address of addresses) {
    for (const method of ['GET', 'POST', 'OPTIONS', 'PATCH']) {
      const { status, body } = await overSocket(
        `${method} ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      // the web client shows that there is no such page
      const isPage = method === 'GET' && body.startsWith('<!doctype html>')
      expect([
        method,
        address,
        isPage || ((status === 404 || status === 400) && JSON.parse(body).message),
      ]).toEqual([method, address, isPage || expect.stringMatching(/\.$/)])
    }
  }
})

test.each(everyRoute.filter(({ route }) => route.path.includes(':')))(
  '$name answers 404 for a malformed id',
  async ({ name, route }) => {
    const valid = await example(name, route, fixture)
    const before = await hashTables(portal.owner)
    for (const param of Object.keys(valid.request.params ?? {})) {
      for (const id of [
        '1',
        'null',
        '../admin',
        '\0',
        '\u202e',
        'ı'.repeat(40),
        '00000000-0000-0000-0000-000000000000\n',
        "' or 1=1 --",
        'g0000000-0000-0000-0000-000000000000',
        '%00',
        '{}',
      ]) {
        const request = {
          ...valid.request,
          params: { ...valid.request.params, [param]: id },
        } as Example['request']
        const { status, name } = await send({ ...valid, request }, 'tr')
        expect([param, id, status, name]).toEqual([param, id, 404, 'NotFoundError'])
      }
    }
    expect(await hashTables(portal.owner)).toEqual(before)
  },
)

test.each(everyRoute)('$name answers 404 for other methods', async ({ name, route }) => {
  const { bytes: _, ...valid } = await example(name, route, fixture)
  const before = await hashTables(portal.owner)
  const known = everyRoute
    .filter(other => other.route.path.replace(/:\w+/g, ':') === route.path.replace(/:\w+/g, ':'))
    .map(other => other.route.method as string)
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const) {
    if (known.includes(method)) continue
    expect([
      method,
      await refusal({
        ...toInjectOptions({ ...valid, bytes: undefined }),
        method: method as 'PATCH',
      }),
    ]).toEqual([method, [404, 'NotFoundError']])
  }
  expect(await hashTables(portal.owner)).toEqual(before)
})

test.each(everyRoute.filter(({ route }) => route.method === 'GET'))(
  '$name answers HEAD as GET, without the body',
  async ({ name, route }) => {
    const valid = toInjectOptions(await example(name, route, fixture))
    const [get, head] = [
      await portal.http.inject(valid),
      await portal.http.inject({ ...valid, method: 'HEAD' }),
    ]
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      get.headers['content-length'],
    ])
  },
)

test('invalid numbers and columns of a list are refused', async () => {
  const messages = {
    'page=-1': 'Bir tam sayı olmalı.',
    'page=1e9': 'Bir tam sayı olmalı.',
    'page=10001': 'En çok 10000 olabilir.',
    'page=1.5': 'Bir tam sayı olmalı.',
    'page=%00': 'Bir tam sayı olmalı.',
    'page=1&page=2': 'Tek bir metin olmalı.',
    'size=0': 'En az 1 olmalı.',
    'size=101': 'En çok 100 olabilir.',
    'size=99999999999999999999': 'Bir tam sayı olmalı.',
    'sort=password_hash': expect.stringContaining('Şunlardan biri olmalı: name, -name,'),
    'sort=name;drop': expect.stringContaining('Şunlardan biri olmalı'),
    'sort=__proto__': expect.stringContaining('Şunlardan biri olmalı'),
  }
  for (const [query, msg] of Object.entries(messages)) {
    const reply = await portal.http.inject({
      method: 'GET',
      url: `${path('/admin/machine')}?${query}`,
      headers: { authorization: `Bearer ${fixture.admin.token}` },
    })
    expect([query, reply.statusCode, reply.json().errors]).toEqual([
      query,
      400,
      [{ msg, path: query.split('=')[0] }],
    ])
  }
})

test('a search for special characters matches them literally', async () => {
  const search = async (text: string) => {
    const reply = await portal.http.inject({
      method: 'GET',
      url: `${path('/admin/machine')}?search=${encodeURIComponent(text)}`,
      headers: { authorization: `Bearer ${fixture.admin.token}` },
    })
    return [reply.statusCode, reply.json().machines.length]
  }
  for (const text of [
    '%',
    '_',
    '\\',
    '\\%',
    "'",
    "' or 1=1 --",
    '*',
    '(',
    '[[',
    '\u0001',
    '\u{1f527}',
    'ẞ'.repeat(200),
  ])
    expect([text, await search(text)]).toEqual([text, [200, 0]])
  expect(await search(' ')).toEqual([200, expect.toSatisfy((found: number) => found > 0)])
})

test('invalid days are refused, and the first and last valid ones accepted', async () => {
  const valid = await example('machines.assign', routes.machines.assign)
  const assign = (dateOfPurchase: string) => {
    const body = {
      ...(valid.request.body as object),
      serialNumber: randomUUID(),
      dateOfPurchase,
      dateOfWarrantyEnd: null,
    }
    return send({ ...valid, request: { ...valid.request, body } }, 'tr')
  }
  for (const day of [
    '0000-01-01',
    '1899-12-31',
    '3000-01-01',
    '9999-12-31',
    '10000-01-01',
    '-0001-01-01',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '0000-01-01T00:00:00Z',
  ])
    expect([day, (await assign(day)).errors?.[0]?.path]).toEqual([day, 'dateOfPurchase'])
  for (const day of ['1900-01-01', '2999-12-31', '2028-02-29', '2026-01-31T23:00:00.000Z'])
    expect([day, (await assign(day)).status]).toEqual([day, 200])
})

test('malformed HTTP gets an error response', async () => {
  const login = `POST ${path('/user/login')} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  const malformed = {
    'GARBAGE\r\n\r\n': 400,
    '\0\0\0\0': 400,
    'GET / HTTP/9.9\r\n\r\n': 400,
    'GET portal HTTP/1.1\r\nHost: x\r\n\r\n': 400,
    'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n': 400,
    [`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`]: 431,
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`]: 431,
    [`${login}Content-Length: abc\r\n\r\n`]: 400,
    [`${login}Content-Length: -1\r\n\r\n`]: 400,
    [`${login}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`]: 400,
    [`${login}Transfer-Encoding: chunked\r\n\r\nzz\r\n`]: 400,
    [`${login}Content-Length: 2\r\n\r\n{}GARBAGE\r\n\r\n`]: 400,
    [`${login}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`]: 400,
    [`${login}Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n`]: 400,
    [`${login}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`]: 400,
    [`${login}X: a\r\n Content-Length: 2\r\n\r\n{}`]: 400,
    [`${login}Transfer-Encoding: chunked\r\n\r\n2;\n{}\r\n0\r\n\r\n`]: 400,
    [`${login}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`]: 400,
    'GET /healthz HTTP/1.1\nHost: x\n\n': 400,
    // Too many headers are refused, so that one that a proxy appends is not dropped.
    [`GET /metrics HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(1_500)}X-Forwarded-For: 203.0.113.5\r\n\r\n`]: 431,
  }
  for (const [text, expected] of Object.entries(malformed)) {
    const { status, body } = await overSocket(text)
    expect([text.slice(0, 60), status, JSON.parse(body).message]).toEqual([
      text.slice(0, 60),
      expected,
      expect.stringMatching(/^İstek .+\.$/),
    ])
  }
})

test('a HEAD request gets no body, also when it is malformed', async () => {
  for (const text of [
    `HEAD /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    `HEAD /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ])
    expect(await overSocket(text)).toEqual({ status: 431, body: '' })
})

/** The response to these raw bytes. */
function overSocket(bytes: string) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    let response = ''
    const socket = connect(portal.port, '127.0.0.1', () => socket.write(bytes))
    socket
      .setEncoding('utf8')
      .setTimeout(5_000, () => socket.destroy(new Error(`no answer to ${bytes.slice(0, 60)}`)))
    socket.on('data', (data: string) => {
      response += data
    })
    socket.on('error', reject).on('end', () =>
      resolve({
        status: Number(response.slice(9, 12)),
        body: response.slice(response.indexOf('\r\n\r\n') + 4),
      }),
    )
  })
}
