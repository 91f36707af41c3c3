import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'

// Spans are exported every five seconds and when the server stops.

type Value = { stringValue?: string; intValue?: number }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: Value }[]
}

const caller = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const traceparent = `00-${caller.trace}-${caller.span}-01`

test('a request is a span named after its route, below its caller’s and above those of its work', async () => {
  const { portal, spans } = await openTracedPortal()
  const { admin, companyId } = await fixturesIn(portal).company()
  const { headers } = await portal
    .as(admin)
    .call(routes.users.list, { params: { company: companyId } }, { headers: { traceparent } })
  const ofCaller = (await spans()).filter(({ traceId }) => traceId === caller.trace)
  const request = ofCaller.find(({ parentSpanId }) => parentSpanId === caller.span)
  const others = ofCaller.filter(span => span !== request)
  expect(request).toMatchObject({
    name: `GET /api/v1/domain/:domain${routes.users.list.path}`,
    kind: 2,
  })
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': `/api/v1/domain/:domain${routes.users.list.path}`,
    'http.response.status_code': 200,
    'tezgah.request_id': headers['x-request-id'],
  })
  expect(others.length).toBeGreaterThan(0)
  for (const below of others)
    expect([below.name, below.parentSpanId]).toEqual(['postgresql', request?.spanId])
})

test('calls, mails and uploads have spans, which contain no user input and no secrets', async () => {
  const { portal, spans, sent } = await openTracedPortal()
  const fixtures = fixturesIn(portal)
  const { admin, member, companyId, companyMachineId, companyName } = await fixtures.company()
  const email = 'gizli.kisi@musteri.test'
  await portal
    .as(admin)
    .call(
      routes.users.invite,
      { params: { company: companyId }, body: { email, name: 'Gizem', surname: 'Saklı' } },
      { headers: { traceparent } },
    )
  await portal.as(member).call(routes.sessions.login, { body: { email: member.email, password } })
  await portal.as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: 'Gizli başlık', machine: companyMachineId, message: 'Gizli yazı' },
  })
  await fixtures.upload(member, { name: 'gizli-ad.png' })
  await portal.as(admin).call(routes.companies.list, { query: { search: 'gizliarama' } })
  await waitFor(async () => {
    const { rows } = await portal.owner.query(
      "select from pgboss.job where name = 'user.invited' and state = 'completed'",
    )
    expect(rows).toHaveLength(1)
  })

  const all = await spans()
  const named = (name: string) => all.filter(span => span.name === name)
  const [invite] = all.filter(({ parentSpanId }) => parentSpanId === caller.span)
  expect(
    all.filter(({ parentSpanId }) => parentSpanId === invite?.spanId).map(({ name }) => name),
  ).toContain('postgresql')
  const [mail] = named('mail send')
  expect(named('job user.invited').map(({ spanId }) => spanId)).toEqual([mail?.parentSpanId])
  expect(named('storage put')).toHaveLength(1)
  const secrets = [
    email,
    'Gizem',
    'Saklı',
    'Gizli',
    'gizli',
    companyName,
    password,
    member.email,
    member.token,
    admin.token,
    companyId,
    'select *',
  ]
  expect(secrets.filter(secret => sent().includes(secret as string))).toEqual([])
})

test.each([
  ['does not listen', 'http://127.0.0.1:9'],
  ['never responds', undefined],
])(
  'a collector that %s delays neither requests nor the stop of the server',
  async (_, endpoint) => {
    // Longer than the test may take: a request or a stop
    // that waited for the collector would fail it.
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300000')
    vi.stubEnv('OTEL_BSP_EXPORT_TIMEOUT', '300000')
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100')
    onTestFinished(() => void vi.unstubAllEnvs())
    let received = 0
    const { portal } = endpoint
      ? { portal: await openPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) }
      : await openTracedPortal(() => void received++)
    const { admin } = await fixturesIn(portal).vendor()
    const visit = async () =>
      expect((await portal.as(admin).call(routes.sessions.me)).status).toBe(200)
    await visit()
    if (!endpoint) await expect.poll(() => received).toBe(1)
    for (let n = 0; n < 50; n++) await visit()
    await portal.stop()
  },
)

test('a collector that refuses spans is logged once, and once more when it accepts them again', async () => {
  let isRefusing = true
  const log: string[] = []
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { portal } = await openTracedPortal(
    reply => reply.writeHead(isRefusing ? 400 : 200).end('{}'),
    log,
  )
  const { visitor } = await fixturesIn(portal).vendor()
  const messages = () =>
    log
      .map(line => JSON.parse(line).msg ?? '')
      .filter(message => message.startsWith('the collector'))
  const visit = () => portal.as(visitor).call(routes.sessions.portal)
  const untilLogged = (times: number) =>
    waitFor(async () => {
      await visit()
      expect(messages()).toHaveLength(times)
    })
  await untilLogged(1)
  for (let n = 0; n < 5; n++) await Promise.all([visit(), pause(150)])
  isRefusing = false
  await untilLogged(2)
  expect(messages()).toEqual([
    'the collector does not accept traces: they are dropped',
    'the collector accepts traces again',
  ])
})

test('without a collector only the OpenTelemetry API is loaded, which the metrics use', async () => {
  const program = `
    import Module from 'node:module'
    import { openTracing } from '#platform/observability/tracing.ts'
    await import(process.cwd() + '/server/app/start.ts')
    const loaded = () => Object.keys(Module._cache).filter(path => /@opentelemetry.(?!api.build)/.test(path)).length > 0
    const after = async traces => (await openTracing({ traces }, '0', { warn() {} }), loaded())
    console.log(await after(undefined), await after({ url: 'http://127.0.0.1:9', service: 'tezgah' }))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ])
  expect(stdout.trim()).toBe('false true')
})

function attributesOf(span: Span | undefined) {
  return Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  )
}

/** A portal with a collector that accepts spans by default. */
async function openTracedPortal(
  answer: (reply: ServerResponse) => void = reply => reply.writeHead(200).end('{}'),
  log?: string[],
) {
  const bodies: unknown[] = []
  const collector = createServer(async (request: IncomingMessage, reply) => {
    expect([request.method, request.url]).toEqual(['POST', '/v1/traces'])
    bodies.push(await json(request))
    answer(reply)
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    collector.closeAllConnections()
    collector.close()
  })
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const portal = await openPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, log ? { log } : {})
  return {
    portal,
    /** Stops the server and returns all spans. */
    async spans() {
      await portal.stop()
      type Body = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      return (bodies as Body[]).flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      )
    },
    sent: () => JSON.stringify(bodies),
  }
}
