import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { bodyLimitOf } from './body-limit.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, http, owner } = portal
const { admin, visitor, domain, vendorId } = await fixtures.vendor()

const limit = bodyLimitOf(routes.companies.create)
const send = (
  payload: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) =>
  http.inject({
    method: 'POST',
    url: `/api/v1/domain/${domain}/admin/company`,
    payload,
    headers: { authorization: `Bearer ${admin.token}`, ...headers },
  })

describe('an error', () => {
  test.each([
    [undefined, 'tr'],
    ['', 'tr'],
    ['tr', 'tr'],
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['en;q=0.5, tr', 'tr'],
    ['de, en;q=0.3', 'en'],
    ['de', 'tr'],
    ['*', 'tr'],
  ])('for the Accept-Language "%s" is in %s', async (header, language) => {
    const headers = header === undefined ? {} : { 'accept-language': header }
    const reply = await http.inject({ url: `/api/v1/domain/${domain}/user/me`, headers })
    expect(reply.json().message).toBe(
      { tr: 'Devam etmek için giriş yapın.', en: 'Sign in to continue.' }[language],
    )
  })

  test('names each wrong field in the reader’s language', async () => {
    const body = { email: 'kimse', name: '', surname: 'Su' }
    const { body: answer } = await as({ ...admin, language: 'en' }).call(routes.users.invite, {
      params: { company: '0198a5a0-0000-7000-8000-000000000000' },
      body,
    })
    expect(answer).toEqual({
      name: 'ValidationError',
      message: 'Some of the information sent is missing or wrong.',
      errors: [
        { msg: 'Not a valid e-mail address.', path: 'email' },
        { msg: 'This field is required.', path: 'name' },
      ],
      requestId: expect.any(String),
    })
  })

  test('contains the id of its request', async () => {
    const { headers, body } = await as(visitor).call(routes.sessions.me)
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['x-request-id']).toBe(body.requestId)
  })

  test('that is unexpected reveals no internals', async () => {
    const { admin: unlucky } = await fixtures.vendor()
    await owner.query('alter table machines rename to gone')
    const { status, body } = await as(unlucky).call(routes.machines.list)
    await owner.query('alter table gone rename to machines')
    expect([status, body]).toEqual([
      500,
      {
        name: 'UnexpectedError',
        message:
          'Beklenmeyen bir hata oluştu. Yeniden deneyin; sürerse istek numarasıyla bize yazın.',
        requestId: expect.any(String),
      },
    ])
  })
})

describe('an unknown call', () => {
  test.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/'],
    ['POST', '/'],
    ['DELETE', `/api/v1/domain/${domain}/user/me`],
    ['PUT', `/api/v1/domain/${domain}/admin/company`],
    ['POST', '//'],
    ['POST', '/%'],
    ['GET', '/api/v1/domain/%/user/me'],
    ['POST', 'http:///x'],
  ] as const)('%s %s is answered in JSON', async (method, url) => {
    const { statusCode, headers, json } = await http.inject({ method, url })
    expect([404, 400]).toContain(statusCode)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(json()).toMatchObject({
      name: statusCode === 404 ? 'NotFoundError' : 'ValidationError',
      requestId: expect.any(String),
    })
  })

  test.each([
    'unknown.tezgah.test',
    '..',
    'a b',
    '%00',
    'x'.repeat(254),
    "'; drop table vendors; --",
  ])('at the domain "%s" is answered 404', async unknown => {
    const { statusCode, body } = await http.inject(
      `/api/v1/domain/${encodeURIComponent(unknown)}/portal`,
    )
    expect([statusCode, JSON.parse(body).name]).toEqual([404, 'NotFoundError'])
  })

  test('a domain is case-insensitive, and may end with the dot of the DNS root', async () => {
    for (const same of [domain.toUpperCase(), `${domain}.`])
      expect((await http.inject(`/api/v1/domain/${same}/portal`)).json()).toMatchObject({
        name: `Satıcı ${domain}`,
      })
  })
})

describe('a body', () => {
  test.each([
    ['malformed JSON', '{"name": '],
    ['text', 'Şişli Pres', { 'content-type': 'text/plain' }],
    ['a form', 'name=Pres', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '1'],
  ])('that is %s is refused', async (_, payload, headers?: Record<string, string>) => {
    const { statusCode, json } = await send(payload, headers)
    expect([statusCode, json().name, json().errors.length]).toEqual([400, 'ValidationError', 1])
  })

  test.each([
    ['a little too large', limit + 1],
    ['much too large', 5_000_000],
  ])('that is %s is refused as too large', async (_, size) => {
    const { statusCode, json } = await send(JSON.stringify({ name: 'x' }).padEnd(size))
    expect([statusCode, json().name]).toEqual([413, 'TooLargeError'])
  })

  test('may contain white space up to the limit of its call', async () => {
    expect((await send(JSON.stringify({ name: 'Buyuk' }).padEnd(limit))).statusCode).toBe(200)
  })

  // Security: 8.2.3
  test('may have unknown fields, which are ignored and not stored', async () => {
    const unknownFields = {
      _id: vendorId,
      id: vendorId,
      vendorId,
      vendor_id: vendorId,
      dateRemoved: '2026-01-01',
      dateAdded: '2000-01-01',
      ['__proto__']: { admin: true },
    }
    const answer = await send(JSON.stringify({ name: 'Meraklı', ...unknownFields }))
    const { _id, dateAdded, ...rest } = answer.json()
    expect([answer.statusCode, rest]).toEqual([
      200,
      { name: 'Meraklı', dateSupportEnd: null, machines: [] },
    ])
    expect(_id).not.toBe(vendorId)
    expect(dateAdded.slice(0, 4)).not.toBe('2000')
  })
})

test('every response forbids sniffing, caching and framing', async () => {
  for (const url of [
    `/api/v1/domain/${domain}/portal`,
    `/api/v1/domain/${domain}/user/me`,
    '/api/nothing',
  ]) {
    const { headers } = await http.inject(url)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  }
})
