import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { createHttp } from '#platform/http/fastify.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { registerApp } from './app.ts'

// The security headers of every response (docs/security.md).

const portal = await openPortal()
const { rows: initialUsers } = await portal.owner.query('select email from users')
const fixtures = fixturesIn(portal)
const { domain, admin } = await fixtures.vendor()
const folder = mkdtempSync(join(tmpdir(), 'tezgah-security-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><script nonce="__CSP_NONCE__"></script>')
writeFileSync(join(folder, 'assets/core.js'), 'void 0')
writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')

/** The portal with its pages and the demo's mailbox, at a PUBLIC_URL. */
async function startAt(publicUrl: string) {
  const http = createHttp({ logLevel: 'silent', trustProxy: 'loopback' })
  await registerApp(
    http,
    { ...portal.platform, config: { ...portal.platform.config, publicUrl, demo: true } },
    folder,
  )
  afterAll(() => http.close())
  return http
}
const http = await startAt('http://localhost:3000')
const overHttps = await startAt('https://destek.example.com')
afterAll(() => rmSync(folder, { recursive: true }))

const file = await fixtures.upload(admin, { confirm: false })
const { body: record } = await portal.as(admin).call(routes.files.confirm, { params: { file } })

/** One URL of each kind of response, with its Cache-Control. */
const samples = {
  'a call': { url: `/api/v1/domain/${domain}/portal`, cacheControl: 'no-store' },
  'a refusal': { url: `/api/v1/domain/${domain}/user/me`, cacheControl: 'no-store' },
  'a call that is none': { url: '/api/nothing', cacheControl: 'no-store' },
  'a file': { url: pathAndQuery(record.signedURL ?? ''), cacheControl: 'private, max-age=600' },
  'a file to be looked at': {
    url: pathAndQuery(record.previewURL ?? ''),
    cacheControl: 'private, max-age=600',
  },
  'a page': { url: '/login', cacheControl: 'no-store' },
  'a script of the pages': {
    url: '/assets/core.js',
    cacheControl: 'public, max-age=31536000, immutable',
  },
  'an icon': { url: '/favicon.svg', cacheControl: 'public, max-age=3600' },
  'the API as a page': { url: '/api/docs', cacheControl: 'no-store' },
  'the API as a document': { url: '/api/v1/openapi.json', cacheControl: 'no-store' },
  'a mail of the demo': { url: `http://${domain}/mailbox`, cacheControl: 'no-store' },
  'what a proxy asks': { url: '/healthz', cacheControl: 'no-store' },
}
const kinds = Object.keys(samples) as (keyof typeof samples)[]
const pages = ['a page', 'the API as a page', 'a mail of the demo'] as const
const headersOf = async (kind: keyof typeof samples, at = http) =>
  (await at.inject(samples[kind].url)).headers

describe.each(kinds)('%s', kind => {
  test('sends X-Content-Type-Options: nosniff', async () => {
    expect((await headersOf(kind))['x-content-type-options']).toBe('nosniff')
  })

  test('sends a Content-Security-Policy without unsafe sources, and cannot be framed by another site', async () => {
    const policy = String((await headersOf(kind))['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'/)
    expect(policy).toMatch(
      kind.startsWith('a file') ? /frame-ancestors 'self'/ : /frame-ancestors 'none'/,
    )
    expect(policy).not.toMatch(/script-src[^;]*('unsafe|\*|data:|https?:)/)
  })

  test('sends Cross-Origin-Resource-Policy and Cross-Origin-Opener-Policy: same-origin', async () => {
    expect(await headersOf(kind)).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  test('sends Referrer-Policy: no-referrer', async () => {
    expect((await headersOf(kind))['referrer-policy']).toBe('no-referrer')
  })

  test('sends its Cache-Control', async () => {
    expect((await headersOf(kind))['cache-control']).toBe(samples[kind].cacheControl)
  })

  test('sends no CORS headers', async () => {
    const { headers } = await http.inject({
      url: samples[kind].url,
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(Object.keys(headers).filter(name => name.startsWith('access-control-'))).toEqual([])
  })

  test('sends no Server header', async () => {
    const names = Object.keys(await headersOf(kind))
    expect(names.filter(name => ['server', 'x-powered-by'].includes(name))).toEqual([])
  })

  test('sends Strict-Transport-Security where the portal has an HTTPS address, and only there', async () => {
    const https = await headersOf(kind, overHttps)
    expect(https['strict-transport-security']).toBe('max-age=31536000')
    expect(await headersOf(kind)).not.toHaveProperty('strict-transport-security')
  })
})

test.each(pages)(
  '%s cannot use camera, microphone, location or payment of its reader',
  async kind => {
    const policy = (await headersOf(kind))['permissions-policy']
    expect(policy).toBe(
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    )
  },
)

test('a page of the portal can embed neither frames nor objects', async () => {
  const policy = String((await headersOf('a page'))['content-security-policy'])
  expect(policy).not.toMatch(/frame-src|object-src/) // falls back to default-src 'none'
})

// Security: 11.5.1
test('scripts carry a fresh CSP nonce', async () => {
  const policies = await Promise.all(
    [1, 2].map(async () => String((await headersOf('a page'))['content-security-policy'])),
  )
  const nonces = policies.map(policy => /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
  expect(nonces.map(nonce => Buffer.from(nonce, 'base64').length)).toEqual([16, 16])
  expect(new Set(nonces).size).toBe(2)
})

test('an uploaded HTML file is sandboxed by its Content-Security-Policy', async () => {
  expect((await headersOf('a file to be looked at'))['content-security-policy']).toMatch(
    /; sandbox$/,
  )
})

// Security: 6.3.2
test('a new installation has no user at all', () => {
  expect(initialUsers).toEqual([])
})
