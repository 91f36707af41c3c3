import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { everyRoute, routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { bodyLimitOf, isTooDeep } from './body-limit.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

/** The response to a request whose body is not complete. */
function answerTo(
  domain: string,
  path: string,
  headers: Record<string, string>,
  sent = '',
): Promise<string> {
  const head = [
    `POST /api/v1/domain/${domain}${path} HTTP/1.1`,
    `Host: ${domain}`,
    'Content-Type: application/json',
  ]
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`)
  return new Promise((resolve, reject) => {
    const socket = connect(portal.port, '127.0.0.1')
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer before the body was sent')))
    socket.on('data', data => {
      resolve(String(data))
      socket.destroy()
    })
    socket.on('error', reject)
    socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`)
  })
}

describe('a megabyte of nested arrays', async () => {
  const { member, domain, companyId, ticketId } = await fixtures.ticket()
  const reply = `/account/${companyId}/ticket/${ticketId}/message`

  // Security: P4
  test.each(['/user/login', '/user/forgot', '/user/activate', reply])(
    'is refused at %s by its announced length, before it is sent',
    async path => {
      const answer = await answerTo(domain, path, {
        'Content-Length': '1000000',
        Authorization: `Bearer ${member.token}`,
      })
      expect(answer).toMatch(/^HTTP\/1\.1 413 .*"name":"TooLargeError"/s)
    },
  )

  test('is refused without an announced length once it has passed the limit', async () => {
    const part = '['.repeat(bodyLimitOf(routes.sessions.login) + 1)
    const answer = await answerTo(
      domain,
      '/user/login',
      { 'Transfer-Encoding': 'chunked' },
      `${part.length.toString(16)}\r\n${part}\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  // Security: P4
  test('within the size limit is refused as nested too deeply', async () => {
    const payload = '['.repeat(bodyLimitOf(routes.tickets.replyOfAccount) - 1)
    for (const [language, text] of [
      ['tr', 'İstek okunamadı: JSON çok fazla iç içe geçmiş.'],
      ['en', 'The request could not be read: its JSON is nested too deeply.'],
    ] as const) {
      const { statusCode, body } = await portal.http.inject({
        method: 'POST',
        url: `/api/v1/domain/${domain}${reply}`,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${member.token}`,
          'accept-language': language,
        },
        payload,
      })
      expect([statusCode, JSON.parse(body).message]).toEqual([400, text])
    }
  })
})

// Security: P4
test('a client over its limit, or with a forged token, is refused before it sends its body', async () => {
  const { domain } = await fixtures.vendor()
  expect((await portal.http.inject({ url: `/api/v1/domain/${domain}/portal` })).statusCode).toBe(
    200,
  )
  await owner.query("update attempts set date_ends = now() + interval '70 seconds'")
  const headers = { 'Content-Length': '100' }
  expect(await answerTo(domain, '/user/login', headers)).toMatch(/^HTTP\/1\.1 429 /)
  expect(
    await answerTo(domain, '/user/logout', { ...headers, Authorization: 'Bearer a.b.c' }),
  ).toMatch(/^HTTP\/1\.1 429 /)
})

test('a message of the longest text is taken, however its characters are escaped', async () => {
  const { member, domain, companyId, ticketId } = await fixtures.ticket()
  const escaped = '\\u015f'.repeat(limits.message)
  const { statusCode, body } = await portal.http.inject({
    method: 'POST',
    url: `/api/v1/domain/${domain}/account/${companyId}/ticket/${ticketId}/message`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
    payload: `{"contents":"${escaped}"}`,
  })
  expect([statusCode, JSON.parse(body).message]).toEqual([200, 'ş'.repeat(limits.message)])
  const ticket = await as(member).call(routes.tickets.getOfAccount, {
    params: { company: companyId, ticket: ticketId },
  })
  expect(ticket.body.conversation).toHaveLength(2)
})

test('every call accepts at most 136 KB, and three quarters of them at most 16 KB', () => {
  const sizes = everyRoute.map(({ route }) => bodyLimitOf(route)).sort((a, b) => a - b)
  expect(sizes.at(-1)).toBeLessThanOrEqual(136 * 1024)
  expect(sizes[Math.floor(sizes.length * 0.75)]).toBeLessThanOrEqual(16 * 1024)
})

test('a field without a maximum length prevents the start of the server', () => {
  expect(() => bodyLimitOf({ body: z.object({ name: z.string() }) })).toThrow('has no bound')
})

test('the nesting depth of a JSON text is that of its value', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0
  fc.assert(
    fc.property(fc.json({ maxDepth: 24, depthSize: 'max' }), json => {
      expect(isTooDeep(json)).toBe(depthOf(JSON.parse(json)) > 16)
    }),
  )
})
