import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { pipeline } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { openSigning } from '#platform/crypto/signing.ts'
import { probeToken } from '#platform/observability/probe.ts'
import { openPortal } from '#testing/portal.ts'
import { publicAddresses } from './proxy.ts'

// What `npm run doctor` finds out about the proxy in front,
// through well and badly configured proxies.

type Headers = IncomingHttpHeaders
const portal = await openPortal()

/** Starts a proxy before a portal that changes the headers of requests; returns its port. */
async function proxyBefore(
  { port }: { port: number },
  change: (headers: Headers, client: string) => Headers,
  replyHeaders: Record<string, string> = {},
) {
  const proxy = createServer((incoming, outgoing) => {
    const headers = change(
      { ...incoming.headers, connection: 'close' },
      incoming.socket.remoteAddress ?? '',
    )
    const { method, url: path } = incoming
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, reply => {
      outgoing.writeHead(reply.statusCode ?? 502, { ...reply.headers, ...replyHeaders })
      pipeline(reply, outgoing, () => {})
    })
    pipeline(incoming, forwarded, () => {})
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return (proxy.address() as AddressInfo).port
}

const passes = (headers: Headers) => headers
const replaces = (headers: Headers, client: string) => ({ ...headers, 'x-forwarded-for': client })
const appends = (headers: Headers, client: string) => ({
  ...headers,
  'x-forwarded-for': `${headers['x-forwarded-for']}, ${client}`,
})
const appendsAs =
  (...addresses: string[]) =>
  (headers: Headers) =>
    addresses.reduce(appends, headers)
const removes = ({ 'x-forwarded-for': _, ...headers }: Headers): Headers => ({
  ...headers,
  host: 'localhost',
})

async function check(port: number, settings: Record<string, string> = {}, of = portal) {
  const config = readConfig({
    DATA_DIR: of.dataDir,
    PUBLIC_URL: `http://localhost:${port}`,
    ...settings,
  })
  const findings = await publicAddresses(config, of.connection)
  return Object.fromEntries(findings.map(finding => [finding.check, finding]))
}
const statesOf = (findings: Awaited<ReturnType<typeof check>>) =>
  Object.values(findings).map(({ check, state }) => [check, state])

describe('behind a proxy', () => {
  test.each([
    ['replaces', replaces],
    ['appends to', appends],
  ])('that %s X-Forwarded-For, every check passes', async (_, change) => {
    expect(statesOf(await check(await proxyBefore(portal, change)))).toEqual([
      ['address', 'ok'],
      ['metrics', 'ok'],
      ['forwarded', 'ok'],
    ])
  })

  // Security: P5
  test('that passes the visitor’s X-Forwarded-For through, a problem is reported, with the setting for each proxy', async () => {
    const { metrics, forwarded } = await check(await proxyBefore(portal, passes))
    expect(forwarded).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('X-Forwarded-For that a visitor writes is believed'),
    })
    for (const line of [
      'nginx: proxy_set_header X-Forwarded-For $remote_addr;',
      'haproxy: http-request set-header',
      'caddy: ',
      'traefik: ',
    ])
      expect(forwarded?.todo).toContain(line)
    expect(metrics?.state).toBe('failed') // this visitor sent no header, and none arrived
  })

  test('that names itself, its own setting is shown and no other', async () => {
    const { forwarded } = await check(await proxyBefore(portal, passes, { server: 'nginx/1.22.1' }))
    expect(forwarded?.todo).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(forwarded?.todo).not.toContain('haproxy')
  })

  test('that sets no X-Forwarded-For, it is reported that all visitors count as one and can read /metrics', async () => {
    const { metrics, forwarded } = await check(await proxyBefore(portal, removes))
    expect(forwarded).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('all visitors count as one'),
    })
    expect(metrics).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('/metrics is answered to every visitor'),
      todo: expect.stringContaining('METRICS_TOKEN'),
    })
  })

  test('that TRUST_PROXY does not name, its address is reported', async () => {
    const other = await openPortal({ TRUST_PROXY: '10.0.0.0/8' })
    const { forwarded } = await check(
      await proxyBefore(other, appendsAs('203.0.113.9')),
      { TRUST_PROXY: '10.0.0.0/8' },
      other,
    )
    expect(forwarded).toMatchObject({
      state: 'failed',
      todo: expect.stringContaining('TRUST_PROXY name 127.0.0.1'),
    })
    const { forwarded: passed } = await check(
      await proxyBefore(other, passes),
      { TRUST_PROXY: '10.0.0.0/8' },
      other,
    )
    expect(passed).toMatchObject({ state: 'note', detail: expect.stringContaining('not believed') })
  })

  test('that is the second of two, of which TRUST_PROXY names the last only, the address of the first is reported', async () => {
    const { forwarded } = await check(
      await proxyBefore(portal, appendsAs('203.0.113.9', '10.1.2.3')),
    )
    expect(forwarded).toMatchObject({
      state: 'failed',
      todo: expect.stringContaining('TRUST_PROXY name 10.1.2.3'),
    })
  })

  test.each([
    ['counts one proxy more than there is', '2', 'lower TRUST_PROXY'],
    ['names the address of a visitor', '127.0.0.1,203.0.113.9', 'the addresses of proxies only'],
  ])('and with a TRUST_PROXY that %s, a problem is reported', async (_, setting, todo) => {
    const other = await openPortal({ TRUST_PROXY: setting })
    const { forwarded } = await check(
      await proxyBefore(other, appendsAs('203.0.113.9')),
      { TRUST_PROXY: setting },
      other,
    )
    expect(forwarded).toMatchObject({ state: 'failed', todo: expect.stringContaining(todo) })
  })

  test('each vendor’s domain is requested, and an unreachable one is reported', async () => {
    const other = await openPortal()
    await other.owner.query(
      "insert into vendors (vendor_id, name) values ('01a1fe87-0000-7000-8000-000000000001', 'Saç Makina')",
    )
    for (const domain of ['127.0.0.1', '127.0.0.2', 'destek.sac.test'])
      await other.owner.query(
        "insert into vendor_domains (vendor_id, domain) values ('01a1fe87-0000-7000-8000-000000000001', $1)",
        [domain],
      )
    const port = await proxyBefore(other, replaces)
    const config = readConfig({ DATA_DIR: other.dataDir, PUBLIC_URL: `http://localhost:${port}` })
    const findings = await publicAddresses(config, other.connection)
    expect(findings).toContainEqual({
      check: 'address',
      state: 'ok',
      detail: `http://localhost:${port}, http://127.0.0.1:${port}: reached`,
    })
    const unreachable = findings.find(
      ({ check, state }) => check === 'address' && state === 'failed',
    )
    expect(unreachable?.detail).toContain(`http://127.0.0.2:${port}: `)
    // PUBLIC_URL leads to this machine only
    expect(JSON.stringify(findings)).not.toContain('destek.sac.test')
  })
})

describe('without a proxy', () => {
  test('a portal for this machine only passes', async () => {
    const findings = await check(portal.port)
    expect(statesOf(findings)).toEqual([
      ['address', 'ok'],
      ['metrics', 'ok'],
      ['forwarded', 'ok'],
    ])
    expect(findings.metrics?.detail).toContain('to this machine only')
  })

  const outer = Object.values(networkInterfaces()).flatMap(each => each ?? [])
  const own = outer.find(({ family, internal }) => family === 'IPv4' && !internal)?.address

  test.runIf(own)(
    'if visitors reach the server directly, /metrics is refused to them and no header is believed',
    async () => {
      const other = await openPortal({ HOST: own as string })
      const findings = await check(other.port, { PUBLIC_URL: `http://${own}:${other.port}` }, other)
      expect(statesOf(findings)).toEqual([
        ['address', 'note'],
        ['metrics', 'ok'],
        ['forwarded', 'ok'],
      ])
    },
  )

  test.runIf(own)(
    'if TRUST_PROXY expects one, it is reported that a forged header is believed',
    async () => {
      const other = await openPortal({ HOST: own as string, TRUST_PROXY: '1' })
      const { forwarded } = await check(
        other.port,
        { PUBLIC_URL: `http://${own}:${other.port}` },
        other,
      )
      expect(forwarded).toMatchObject({
        state: 'failed',
        todo: expect.stringContaining('TRUST_PROXY'),
      })
    },
  )
})

describe('it is reported', () => {
  test('that PUBLIC_URL is unreachable, and nothing more of it', async () => {
    const findings = await check(9)
    expect(statesOf(findings)).toEqual([['address', 'failed']])
    expect(findings.address?.detail).toMatch(/localhost:9: .*ECONNREFUSED/)
  })

  test('that another program answers there', async () => {
    const other = createServer((_, reply) => void reply.end('Merhaba')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { address } = await check((other.address() as AddressInfo).port)
    expect(address).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('not as Tezgah does'),
    })
  })

  test('that the installation there has another secret', async () => {
    const { forwarded } = await check(portal.port, {
      TOKEN_SECRET: 'the secret of another installation',
    })
    expect(forwarded).toMatchObject({
      state: 'failed',
      todo: expect.stringContaining('TOKEN_SECRET'),
    })
  })
})

describe('how a request reached the server', () => {
  const signing = openSigning(portal.platform.config.tokenSecret)
  const health = async (authorization?: string) =>
    (
      await portal.http.inject({
        url: '/healthz',
        headers: { 'x-forwarded-for': '203.0.113.5', ...(authorization && { authorization }) },
      })
    ).json()

  test('is shown to a token of this installation', async () => {
    expect(await health(`Bearer ${probeToken(signing)}`)).toEqual({
      status: 'up',
      connection: {
        client: '203.0.113.5',
        peer: '127.0.0.1',
        peerPort: expect.any(Number),
        forwardedFor: '203.0.113.5',
      },
    })
  })

  // Security: P5
  test('is not shown without a token, to one of another installation, or to an expired one', async () => {
    const foreign = probeToken(openSigning('the secret of another installation'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 60_000 })
    const old = probeToken(signing)
    vi.useRealTimers()
    const later = `${Date.now() + 60_000}.${old.split('.')[1]}`
    for (const token of [
      undefined,
      `Bearer ${foreign}`,
      `Bearer ${old}`,
      `Bearer ${later}`,
      'Bearer .',
      `Basic ${probeToken(signing)}`,
    ])
      expect(await health(token)).toEqual({ status: 'up' })
  })
})
