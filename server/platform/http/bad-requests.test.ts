import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { everyRoute, routes } from '#contract/routes.ts'
import { examplesIn, toInjectOptions } from '#testing/calls/examples.ts'
import { hashTables } from '#testing/database/rows.ts'
import { openPortal } from '#testing/portal.ts'

// Bodies that are no JSON object or too large, and invalid headers.

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const { example, refusal } = await examplesIn(portal)
const { fixture } = await example('sessions.me', routes.sessions.me)
const path = (below: string) => `/api/v1/domain/${fixture.domain}${below}`
const withBody = everyRoute.filter(({ route }) => route.body)
const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe.each(withBody)('$name', ({ name, route }) => {
  test('is refused when its body is no JSON object', async () => {
    const valid = await example(name, route, fixture)
    const before = await hashTables(portal.owner)
    const bodies = [
      '[]',
      '[{}]',
      '"text"',
      'null',
      '7',
      'true',
      ...(route.body?.safeParse(undefined).success ? [] : ['', ' ']),
      '{',
      '{"a":1',
      '{}x',
      '{"a":"\u0000"}',
      '\ufeff{}',
      deep(500),
      '['.repeat(3_000),
    ]
    for (const payload of bodies)
      expect([payload.slice(0, 9), await refusal({ ...toInjectOptions(valid), payload })]).toEqual([
        payload.slice(0, 9),
        [400, 'ValidationError'],
      ])
    expect(await hashTables(portal.owner)).toEqual(before)
  })

  test('is refused when its body has another content type', async () => {
    const valid = await example(name, route, fixture)
    const before = await hashTables(portal.owner)
    const payload = JSON.stringify(valid.request.body)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      ';;;',
      'json',
    ])
      expect([
        type,
        await refusal({ ...toInjectOptions(valid, { 'content-type': type }), payload }),
      ]).toEqual([type, [400, 'ValidationError']])
    expect(await hashTables(portal.owner)).toEqual(before)
  })

  test('ignores __proto__ and constructor in its body', async () => {
    const valid = await example(name, route)
    const payload = JSON.stringify(valid.request.body)
    const hidden = `{"__proto__":${payload},"constructor":{"prototype":${payload}}}`
    const isEmptyValid = route.body?.safeParse({}).success // as every field is optional
    if (!isEmptyValid)
      expect(await refusal({ ...toInjectOptions(valid), payload: hidden })).toEqual([
        400,
        'ValidationError',
      ])
    const answer = await portal.http.inject({
      ...toInjectOptions(valid),
      payload: payload.replace(
        '{',
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
      ),
    })
    expect([answer.statusCode, answer.body.includes('polluted'), 'polluted' in {}]).toEqual([
      200,
      false,
      false,
    ])
  })

  test('is refused with a 10 MB body', async () => {
    const valid = await example(name, route, fixture)
    const before = await hashTables(portal.owner)
    const payload = JSON.stringify({
      ...(valid.request.body as object),
      unknown: 'a'.repeat(10_000_000),
    })
    for (const body of [payload, deep(100_000), '['.repeat(200_000)])
      expect(await refusal({ ...toInjectOptions(valid), payload: body })).toEqual([
        413,
        'TooLargeError',
      ])
    expect(await hashTables(portal.owner)).toEqual(before)
  })
})

test('a client that sends too large a body receives the refusal before the connection closes', async () => {
  const head = [
    `POST ${path('/user/login')} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 10000000',
    '',
    '',
  ]
  const client = `
    const socket = require('node:net').connect(${portal.port}, '127.0.0.1')
    socket.write(${JSON.stringify(head.join('\r\n'))})
    socket.write(Buffer.alloc(10_000_000, 97))
    socket.on('data', data => { console.log(String(data)); socket.destroy() }).on('error', error => console.log(error.code))`
  for (let attempt = 0; attempt < 5; attempt++) {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', client])
    expect(stdout).toMatch(/^HTTP\/1\.1 413 .*"name":"TooLargeError"/s)
  }
})

test.each(everyRoute.filter(({ route }) => route.creates))(
  '$name is refused with an invalid Idempotency-Key',
  async ({ name, route }) => {
    const valid = await example(name, route)
    const payload = JSON.stringify(valid.request.body)
    const keys = {
      ['a'.repeat(201)]: 'En çok 200 karakter olabilir.',
      ['a'.repeat(8_000)]: 'En çok 200 karakter olabilir.',
      'iki kelime': 'Yalnızca boşluksuz ASCII karakterler içerebilir.',
      ÿ: 'Yalnızca boşluksuz ASCII karakterler içerebilir.',
    }
    const before = await hashTables(portal.owner)
    for (const [key, msg] of Object.entries(keys)) {
      const reply = await portal.http.inject({
        ...toInjectOptions(valid, { 'idempotency-key': key }),
        payload,
      })
      expect([reply.statusCode, reply.json().errors]).toEqual([
        400,
        [{ msg, path: 'Idempotency-Key' }],
      ])
    }
    expect(await hashTables(portal.owner)).toEqual(before)
    expect(
      (
        await portal.http.inject({
          ...toInjectOptions(valid, { 'idempotency-key': crypto.randomUUID().padEnd(200, 'a') }),
          payload,
        })
      ).statusCode,
    ).toBe(200)
  },
)

test('an invalid token is refused, and ignored by calls that need none', async () => {
  const token = String(fixture.member.token)
  const [header, claims, signature] = token.split('.') as [string, string, string]
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const tokens = [
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token} x`,
    `Bearer ${token}.x`,
    'Bearer a.b.c',
    'Bearer ..',
  ]
  const forged = [
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    `${header}.${claims}.${signature.slice(0, -2)}`,
    `${header}.e30.${signature}`,
    `${'a'.repeat(9_000)}.b.c`,
  ]
  for (const authorization of [...tokens, ...forged.map(forgery => `Bearer ${forgery}`)]) {
    const me = { method: 'GET', url: path('/user/me'), headers: { authorization } } as const
    expect([authorization.slice(0, 20), await refusal(me)]).toEqual([
      authorization.slice(0, 20),
      [401, 'UnauthorizedError'],
    ])
    const publicCall = await portal.http.inject({
      method: 'GET',
      url: path('/portal'),
      headers: { authorization },
    })
    expect([authorization.slice(0, 20), publicCall.statusCode]).toEqual([
      authorization.slice(0, 20),
      200,
    ])
  }
  const lowerCase = await portal.http.inject({
    method: 'GET',
    url: path('/user/me'),
    headers: { authorization: `bearer ${token}` },
  })
  expect(lowerCase.statusCode).toBe(200)
})

test('every Accept-Language is answered in Turkish or in English', async () => {
  const messageFor = async (language: string) =>
    (
      await portal.http.inject({
        method: 'GET',
        url: path('/user/me'),
        headers: { 'accept-language': language },
      })
    ).json().message
  const [turkish, english] = [await messageFor('tr'), await messageFor('en')]
  for (const language of [
    '',
    '*',
    'de',
    'xx-YY',
    ',,,;;;',
    'en;q=abc',
    'en;q=0',
    'en;q=1.2.3',
    'tr;q=0.5, en;q=0.4',
    'en,'.repeat(3_000).slice(60),
    '\u00ff',
  ])
    expect([language, [turkish, english]]).toEqual([
      language,
      expect.arrayContaining([await messageFor(language)]),
    ])
  expect(await messageFor('en-US,en;q=0.9,tr;q=0.8')).toBe(english)
})
