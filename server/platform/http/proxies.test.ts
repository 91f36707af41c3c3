import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { routes } from '#contract/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { installedProxies, readDocumentedConfigs, startProxy } from '#testing/servers/proxies.ts'
import { publicAddresses } from '../../doctor/proxy.ts'

// The examples of docs/proxy.md in each installed proxy, in front of a portal.

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: Buffer | string }

describe.each(installedProxies)('%s, configured as in docs/proxy.md,', async name => {
  const portal = await openPortal()
  const { admin, staff, domain } = await fixturesIn(portal).vendor('localhost')
  let proxy: Awaited<ReturnType<typeof startProxy>>
  const trusted = tls.getCACertificates()
  beforeAll(async () => {
    proxy = await startProxy(name, portal.port)
    tls.setDefaultCACertificates([...trusted, proxy.certificate])
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted)
    await proxy.stop()
  })

  const visit = (
    path: string,
    { method = 'GET', headers = {}, body }: RequestOptions = {},
    port = proxy.https,
  ) =>
    new Promise<{ status: number; body: string; location: string | undefined }>(
      (resolve, reject) => {
        const send = port === proxy.https ? https.request : request
        const sent = send(
          {
            host: '127.0.0.1',
            servername: 'localhost',
            port,
            path,
            method,
            headers: { host: 'localhost', ...headers },
          },
          reply => {
            const { statusCode: status = 0, headers } = reply
            text(reply).then(body => resolve({ status, body, location: headers.location }), reject)
          },
        )
        sent.on('error', reject)
        sent.end(body)
      },
    )
  const signIn = (forwardedFor: string) =>
    visit(`/api/v1/domain/${domain}/user/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': forwardedFor,
        forwarded: `for=${forwardedFor}`,
      },
      body: JSON.stringify({ email: staff.email, password: 'Yanlis1234' }),
    })

  test('passes an event on at once', async () => {
    const { vendorId } = (await portal.platform.signing.verifyToken(staff.token ?? '')) as {
      vendorId: string
    }
    const events = Promise.withResolvers<string>()
    const headers = { host: 'localhost', authorization: `Bearer ${staff.token}` }
    const sent = https.get(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port: proxy.https,
        path: `/api/v1/domain/${domain}/event`,
        headers,
      },
      reply => {
        let text = ''
        reply.setEncoding('utf8').on('data', part => {
          text += part
          if (text === part)
            void portal.platform.database.inVendor(vendorId, async db =>
              db.notify({ kind: 'notification', user: staff.userId }),
            )
          if (text.includes('notification')) events.resolve(text)
        })
        reply.on('error', () => {})
      },
    )
    sent.on('error', events.reject)
    expect(await events.promise).toContain('data: {"kind":"notification"}')
    sent.destroy()
  })

  test('passes the checks of doctor', async () => {
    const config = readConfig({
      DATA_DIR: portal.dataDir,
      PUBLIC_URL: `https://localhost:${proxy.https}`,
    })
    const findings = await publicAddresses(config, portal.connection)
    expect(findings).toEqual(
      ['reached', '/metrics is refused', 'a forged X-Forwarded-For is not believed'].map(
        (seen, n) => ({
          check: ['address', 'metrics', 'forwarded'][n],
          state: 'ok',
          detail: `https://localhost:${proxy.https}: ${seen}`,
        }),
      ),
    )
  })

  // Security: P5
  test('counts the wrong passwords of one client together, whatever X-Forwarded-For it sends', async () => {
    const answers = []
    for (let guess = 1; guess <= 21; guess++)
      answers.push((await signIn(`198.51.100.${guess}`)).status)
    expect(answers).toEqual([...Array(20).fill(401), 429])
  })

  // Security: T15
  test.skipIf(name === 'caddy')(
    'ends unfinished headers and bodies',
    async () => {
      const began = performance.now()
      const connection = { host: '127.0.0.1', port: proxy.https }
      const endOf = async (socket: Socket, part: string) => {
        socket.on('error', () => {}).resume()
        socket.write(part)
        await once(socket, 'close')
        return Math.round((performance.now() - began) / 1_000)
      }
      const start = 'POST /api/v1/domain/localhost/user/login HTTP/1.1\r\nHost: localhost\r\n'
      const seconds = await Promise.all([
        endOf(tls.connect({ ...connection, servername: 'localhost' }), start),
        endOf(
          tls.connect({ ...connection, servername: 'localhost' }),
          `${start}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
        ),
      ])
      expect(Math.max(...seconds)).toBeLessThanOrEqual(33)
      expect(Math.min(...seconds)).toBeLessThanOrEqual(18)
    },
    60_000,
  )

  test('hides the monitoring endpoints', async () => {
    for (const path of ['/metrics', '/readyz', '/%6detrics'])
      expect((await visit(path)).status).toBe(404)
    expect((await visit('/healthz')).status).toBe(200)
  })

  test('redirects HTTP to HTTPS', async () => {
    const { status, location } = await visit('/healthz', {}, proxy.http)
    expect([Math.floor(status / 100), location]).toEqual([
      3,
      expect.stringMatching(/^https:\/\/localhost(:\d+)?\/healthz$/),
    ])
  })

  test('forwards an upload of 20 MB unchanged', async () => {
    const bytes = randomBytes(20 * 1024 ** 2)
    const slot = (
      await portal.as(admin).call(routes.files.request, {
        body: {
          fileName: 'kayıt.bin',
          fileSize: bytes.length,
          fileType: 'application/octet-stream',
        },
      })
    ).body
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
    }
    expect(
      await visit(pathAndQuery(slot.url), { method: 'PUT', headers, body: bytes }),
    ).toMatchObject({ status: 200 })
    const { body } = await portal
      .as(admin)
      .call(routes.files.confirm, { params: { file: slot.id } })
    expect(body).toMatchObject({ fileSize: bytes.length, state: 'ready' })
  })

  test('forwards the portal’s own refusal of an upload that is larger than announced', async () => {
    const slot = (
      await portal.as(admin).call(routes.files.request, {
        body: { fileName: 'kısa.bin', fileSize: 1_000, fileType: 'application/octet-stream' },
      })
    ).body
    const body = randomBytes(5 * 1024 ** 2)
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
    }
    const reply = await visit(pathAndQuery(slot.url), { method: 'PUT', headers, body })
    expect([reply.status, JSON.parse(reply.body).requestId]).toEqual([400, expect.any(String)])
  })
})

describe('the configuration of Traefik', () => {
  const [settings, dynamic] = readDocumentedConfigs('yaml').map(lines => parse(lines))

  test('trusts no client’s X-Forwarded-For and has no read timeout for uploads', () => {
    const { web, websecure } = z
      .object({ web: z.object({ address: z.string() }), websecure: z.looseObject({}) })
      .parse(settings.entryPoints)
    expect(web.address).toBe(':80')
    expect(websecure).toEqual({
      address: ':443',
      transport: { respondingTimeouts: { readTimeout: '0s' } },
    })
  })

  test('refers only to names that it defines', () => {
    const { routers, middlewares, services } = dynamic.http
    for (const router of Object.values<Record<string, unknown>>(routers)) {
      expect(Object.keys(services)).toContain(router.service)
      for (const entryPoint of router.entryPoints as string[])
        expect(Object.keys(settings.entryPoints)).toContain(entryPoint)
      for (const middleware of (router.middlewares ?? []) as string[])
        expect(Object.keys(middlewares)).toContain(middleware)
      expect(settings.certificatesResolvers).toHaveProperty(
        (router.tls as { certResolver: string }).certResolver,
      )
    }
    expect(services.tezgah.loadBalancer).toEqual({ servers: [{ url: 'http://127.0.0.1:3000' }] })
  })
})
