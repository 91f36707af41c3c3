import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal()
const given = givenIn(portal)
const { as, http, connection, dataDir } = portal

const statusOf = async (url: string) => (await http.inject(url)).statusCode
const healthy = async () => [await statusOf('/healthz'), await statusOf('/readyz')]

test('a healthy server is up and ready', async () => {
  expect(await healthy()).toEqual([200, 200])
})

test('however many ask at once whether it is ready, the storage is tried once', async () => {
  const check = vi.spyOn(portal.platform.storage, 'check')
  expect(await Promise.all(Array.from({ length: 20 }, () => statusOf('/readyz')))).toEqual(Array(20).fill(200))
  expect(check).toHaveBeenCalledTimes(1)
  check.mockRestore()
})

test('its measurements name calls, never whom they were about', async () => {
  const { admin, companyId, domain } = await given.company()
  await as(admin).call(routes.users.list, { params: { company: companyId } })
  const { headers, body } = await http.inject('/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/domain/:domain/admin/company/:company/user",status="200"} 1',
  )
  expect(body).not.toContain(domain)
  expect(body).not.toContain(companyId)
})

test('while the database is away calls are answered 503, and 200 when it is back', async () => {
  const { admin } = await given.vendor()
  const superuser = new pg.Client(inject('postgres').superuser)
  await superuser.connect()
  await superuser.query(`alter database ${connection.database} with allow_connections false`)
  await superuser.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [connection.database])
  const { status, body, headers } = await as({ ...admin, language: 'en' }).call(routes.companies.list)
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

test('while the files are away uploads and downloads are answered 503, and everything else goes on', async () => {
  const { admin, machineId } = await given.company()
  const file = await given.upload(admin)
  const added = await as(admin).call(routes.files.addToMachine, { params: { machine: machineId }, body: { file } })
  const { pathname, search } = new URL(added.body.signedURL)
  const files = join(dataDir, 'files')
  await rename(files, `${files}-away`)
  const reply = await http.inject(pathname + search)
  expect([reply.statusCode, reply.json().name, reply.headers['retry-after']]).toEqual([503, 'UnavailableError', '5'])
  expect((await as(admin).call(routes.companies.list)).status).toBe(200)
  expect(await healthy()).toEqual([200, 503])
  await rename(`${files}-away`, files)
  expect((await http.inject(pathname + search)).statusCode).toBe(200)
  expect(await healthy()).toEqual([200, 200])
})
