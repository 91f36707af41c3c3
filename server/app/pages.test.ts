import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createHttp } from '#platform/http/fastify.ts'
import { sharedPortal } from '#testing/portal.ts'
import { registerApp } from './app.ts'

// Which URLs get the web client's page, and which an error of the API.

const { platform } = await sharedPortal()
const folder = mkdtempSync(join(tmpdir(), 'tezgah-web-'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><script nonce="__CSP_NONCE__"></script>')
writeFileSync(
  join(folder, 'login.html'),
  '<!doctype html><script nonce="__CSP_NONCE__"></script><form></form>',
)
for (const name of ['icon.svg', 'icon.svg.br', 'icon.svg.gz'])
  writeFileSync(join(folder, name), name)
const http = createHttp({ logLevel: 'silent', trustProxy: 'loopback' })
await registerApp(http, platform, folder)
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})
const get = async (url: string, method: 'GET' | 'POST' = 'GET') => {
  const { statusCode, headers, body } = await http.inject({
    method,
    url,
    headers: { accept: 'text/html' },
  })
  return { statusCode, headers, body }
}

test.each([
  ['/', 200],
  ['/account/%C5%9Fi%C5%9Fli/tickets?search=%', 200],
  ['/account/%E0%A4%A/tickets', 400],
  ['/%', 400],
  ['/%zz?search=1', 400],
  ['//account/100%', 400],
  ['/security.bak', 404],
  ['/.env', 404],
  ['/admin/companies~', 404],
  ['/account/1.2/tickets', 200],
  ['/security.', 200],
  ['/security%3E.', 200],
  ['/login?mail=ayse@demir.test', 200],
])("the page at %s is the portal's own, which says what is wrong: %i", async (address, status) => {
  const { statusCode, headers, body } = await get(address)
  expect([statusCode, headers['content-type'], body.slice(0, 15)]).toEqual([
    status,
    'text/html; charset=utf-8',
    '<!doctype html>',
  ])
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining(`'nonce-${nonce}'`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test.each([
  ['/login', true],
  ['/login?mail=ayse@demir.test', true],
  ['/', false],
  ['/login/', false],
  ['/forgotpassword', false],
])('the page at %s has the sign-in form before its script: %s', async (address, hasForm) => {
  expect((await get(address)).body.includes('<form>')).toBe(hasForm)
})

test.each(['/login.html', '/index.html'])('%s has no address of its own', async address => {
  expect((await get(address)).statusCode).toBe(404)
})

describe('an address that is none is refused in JSON to a program', () => {
  test.each(['/api/v1/domain/%E0%A4%A/portal', '/api/%', '/assets/%zz.js', '//api/%'])(
    'at %s, which is no page',
    async address => {
      const { statusCode, headers, body } = await http.inject({ url: address })
      expect([statusCode, headers['content-type']]).toEqual([
        400,
        'application/json; charset=utf-8',
      ])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      })
      expect(JSON.parse(body)).toMatchObject({ name: 'ValidationError' })
    },
  )

  test('where something is sent to it', async () => {
    const { statusCode, body } = await get('/account/%E0%A4%A/tickets', 'POST')
    expect([statusCode, JSON.parse(body).name]).toEqual([400, 'ValidationError'])
  })
})

test.each([
  ['br, gzip', 'icon.svg.br', 'br'],
  ['gzip', 'icon.svg.gz', 'gzip'],
  ['identity', 'icon.svg', undefined],
])('a browser that accepts %s gets the file %s', async (accepted, file, encoding) => {
  const { headers, body } = await http.inject({
    url: '/icon.svg',
    headers: { 'accept-encoding': accepted },
  })
  expect([body, headers['content-encoding'], headers['content-type']]).toEqual([
    file,
    encoding,
    'image/svg+xml',
  ])
})

test.each(['/icon.svg.br', '/icon.svg.gz'])('%s has no address of its own', async address => {
  expect((await get(address)).statusCode).toBe(404)
})
