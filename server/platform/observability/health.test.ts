import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, http, connection, dataDir } = portal

const statusOf = async (url: string) => (await http.inject(url)).statusCode
const healthy = async () => [await statusOf('/healthz'), await statusOf('/readyz')]

test('a healthy server is up and ready', async () => {
  expect(await healthy()).toEqual([200, 200])
})

describe.each([
  ['working', 200],
  ['unavailable', 503],
])('while the storage is %s', (_, status) => {
  test('/readyz checks it once per second, for any number of requests', async () => {
    const { http, platform } = await openPortal()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const check = vi.spyOn(platform.storage, 'check')
    if (status === 503) check.mockRejectedValue(new StorageUnavailable())
    const requestStatus = async () => (await http.inject('/readyz')).statusCode
    expect(await Promise.all(Array.from({ length: 20 }, requestStatus))).toEqual(
      Array(20).fill(status),
    )
    expect([await requestStatus(), await requestStatus()]).toEqual([status, status])
    expect(check).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_000)
    expect(await requestStatus()).toBe(status)
    expect(check).toHaveBeenCalledTimes(2)
  })
})

test('/readyz reports a storage outage and its end', async () => {
  const { http, platform } = await openPortal()
  const waitForStatus = (status: number) =>
    waitFor(async () => expect((await http.inject('/readyz')).statusCode).toBe(status))
  await waitForStatus(200)
  const check = vi.spyOn(platform.storage, 'check').mockRejectedValue(new StorageUnavailable())
  await waitForStatus(503)
  check.mockRestore()
  await waitForStatus(200)
})

test('metrics name routes and contain no domains or ids', async () => {
  const { admin, companyId, domain } = await fixtures.company()
  await as(admin).call(routes.users.list, { params: { company: companyId } })
  const { headers, body } = await http.inject('/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/domain/:domain/admin/company/:company/user",status="200"} 1',
  )
  expect(body).not.toContain(domain)
  expect(body).not.toContain(companyId)
})

test('metrics contain the load of the database connections and of the queue', async () => {
  const { body } = await http.inject('/metrics')
  expect(body).toMatch(/^database_connections\{state="idle"\} \d+$/m)
  expect(body).toMatch(/^jobs_waiting\{queue="user.invited"\} 0$/m)
  expect(body).toMatch(/^jobs_oldest_seconds\{queue="user.invited"\} 0$/m)
  expect(body).toMatch(/^jobs_failed\{queue="user.invited"\} 0$/m)
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
})

test('metrics count mails by outcome', async () => {
  const other = await openPortal({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const { http, as } = other
  const { admin } = await fixturesIn(other).vendor()
  await as(admin).call(routes.team.invite, {
    body: { email: 'yeni@tezgah.test', name: 'Yeni', surname: 'Kişi', role: 'staff' },
  })
  const outcome = async (name: string) =>
    new RegExp(`^mails_total\\{outcome="${name}"\\} (\\d+)$`, 'm').exec(
      (await http.inject('/metrics')).body,
    )?.[1]
  await waitFor(async () => expect(Number(await outcome('unavailable'))).toBeGreaterThan(0))
  expect([await outcome('sent'), await outcome('refused')]).toEqual(['0', '0'])
})

test('the metrics are served while the queue does not respond', async () => {
  const { http, platform } = await openPortal()
  vi.spyOn(platform.jobs, 'queueLoads').mockReturnValue(new Promise(() => {}))
  expect((await http.inject('/metrics')).body).toMatch(/^database_connections/m)
})

describe('the metrics', () => {
  test('are refused to remote clients', async () => {
    const reply = await http.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })
    expect([reply.statusCode, reply.json().name]).toEqual([404, 'NotFoundError'])
    const through = await http.inject({
      url: '/metrics',
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    expect(through.statusCode).toBe(404)
  })

  // Security: P5
  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'http'],
    ['x-forwarded-port', '3000'],
    ['x-forwarded-server', 'localhost'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['x-client-ip', '127.0.0.1'],
    ['x-cluster-client-ip', '127.0.0.1'],
    ['x-original-forwarded-for', '127.0.0.1'],
    ['true-client-ip', '127.0.0.1'],
    ['cf-connecting-ip', '127.0.0.1'],
    ['fastly-client-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
    ['host', 'support.example.com'],
  ])(
    'are refused without the token through a proxy on the same machine, by its header %s: "%s"',
    async (name, value) => {
      expect((await http.inject({ url: '/metrics', headers: { [name]: value } })).statusCode).toBe(
        404,
      )
    },
  )

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'are available to a client on the same machine, at %s',
    async remoteAddress => {
      for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
        expect(
          (await http.inject({ url: '/metrics', remoteAddress, headers: { host } })).statusCode,
        ).toBe(200)
    },
  )

  test('are refused to a client on another machine, whatever address it claims', async () => {
    const { http } = await openPortal({ TRUST_PROXY: '203.0.113.0/24' })
    const claim = { 'x-forwarded-for': '127.0.0.1' }
    expect(
      (await http.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers: claim }))
        .statusCode,
    ).toBe(404)
  })

  // Security: P5
  test('are refused without a token as soon as PUBLIC_URL is public: a proxy can look like a client on this machine', async () => {
    const statusOf = async (settings: Record<string, string>, authorization = '') => {
      const { http } = await openPortal(settings)
      const headers = { host: '127.0.0.1', ...(authorization && { authorization }) }
      return (await http.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers }))
        .statusCode
    }
    const PUBLIC_URL = 'https://destek.example.com'
    expect(await statusOf({ PUBLIC_URL })).toBe(404)
    expect(
      await statusOf(
        { PUBLIC_URL, METRICS_TOKEN: 'olcum-icin-uzun-soz' },
        'Bearer olcum-icin-uzun-soz',
      ),
    ).toBe(200)
    expect(await statusOf({ PUBLIC_URL: 'http://localhost:3000' })).toBe(200)
  })

  test('are available only with the token when one is set, from any address', async () => {
    const { http } = await openPortal({ METRICS_TOKEN: 'olcum-icin-uzun-soz' })
    const as = async (authorization?: string) =>
      (
        await http.inject({
          url: '/metrics',
          remoteAddress: '203.0.113.7',
          headers: { ...(authorization && { authorization }) },
        })
      ).statusCode
    expect([
      await as('Bearer olcum-icin-uzun-soz'),
      await as('Bearer baska-bir-uzun-soz'),
      await as(),
    ]).toEqual([200, 404, 404])
    expect((await http.inject('/metrics')).statusCode).toBe(404)
  })
})

test('calls are answered 503 while the database is unavailable, and 200 afterwards', async () => {
  const { admin } = await fixtures.vendor()
  const superuser = new pg.Client(inject('postgres').superuser)
  await superuser.connect()
  await superuser.query(`alter database ${connection.database} with allow_connections false`)
  await superuser.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [connection.database],
  )
  const { status, body, headers } = await as({ ...admin, language: 'en' }).call(
    routes.companies.list,
  )
  expect([status, body.name, body.message, Number(headers['retry-after'])]).toEqual([
    503,
    'UnavailableError',
    'We cannot serve you right now. Try again in a moment.',
    expect.any(Number),
  ])
  expect(await healthy()).toEqual([200, 503])
  await superuser.query(`alter database ${connection.database} with allow_connections true`)
  await superuser.end()
  expect((await as(admin).call(routes.companies.list)).status).toBe(200)
  expect(await healthy()).toEqual([200, 200])
})

test('downloads are answered 503 while the storage is unavailable, and other calls work', async () => {
  const { admin, machineId } = await fixtures.company()
  const file = await fixtures.upload(admin)
  const added = await as(admin).call(routes.files.addToMachine, {
    params: { machine: machineId },
    body: { file },
  })
  const { pathname, search } = new URL(added.body.signedURL)
  const files = join(dataDir, 'files')
  await rename(files, `${files}-away`)
  const reply = await http.inject(pathname + search)
  expect([reply.statusCode, reply.json().name, reply.headers['retry-after']]).toEqual([
    503,
    'UnavailableError',
    '5',
  ])
  expect((await as(admin).call(routes.companies.list)).status).toBe(200)
  await expect.poll(healthy).toEqual([200, 503])
  await rename(`${files}-away`, files)
  expect((await http.inject(pathname + search)).statusCode).toBe(200)
  await expect.poll(healthy).toEqual([200, 200])
})
