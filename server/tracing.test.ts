import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, password } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'

// What a collector of OpenTelemetry's is told, and what it costs who asks when it is away. Spans are handed over every five seconds, and
// what is left when the server stops.

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

test('a request is a span by its route, below its caller, and has what was done for it below itself', async () => {
  const { portal, spans } = await watched()
  const { admin, companyId } = await givenIn(portal).company()
  const { headers } = await portal.as(admin).call(routes.users.list, { params: { company: companyId } }, { headers: { traceparent } })
  const [request, ...others] = (await spans()).filter(({ traceId }) => traceId === caller.trace)
  expect(request).toMatchObject({ name: expect.stringMatching(/^GET .*:company.*user/), parentSpanId: caller.span, kind: 2 })
  expect(factsOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': `/api/v1/domain/:domain${routes.users.list.path}`,
    'http.response.status_code': 200,
    'tezgah.request_id': headers['x-request-id'],
  })
  expect(others.length).toBeGreaterThan(0)
  for (const below of others) expect([below.name, below.parentSpanId]).toEqual(['postgresql', request?.spanId])
})

test('a call with a body, its mail and the bytes of a file are seen, and nothing that somebody wrote or may keep to themselves', async () => {
  const { portal, spans, sent } = await watched()
  const given = givenIn(portal)
  const { admin, member, companyId, companyMachineId, companyName } = await given.company()
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
  await given.upload(member, { name: 'gizli-ad.png' })
  await portal.as(admin).call(routes.companies.list, { query: { search: 'gizliarama' } })
  await vi.waitFor(async () => {
    const { rows } = await portal.owner.query("select from pgboss.job where name = 'user.invited' and state = 'completed'")
    expect(rows).toHaveLength(1)
  }, 10_000)

  const all = await spans()
  const named = (name: string) => all.filter(span => span.name === name)
  const [invite] = all.filter(({ parentSpanId }) => parentSpanId === caller.span)
  expect(all.filter(({ parentSpanId }) => parentSpanId === invite?.spanId).map(({ name }) => name)).toContain('postgresql')
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
  ['is away', 'http://127.0.0.1:9'],
  ['takes no notice', undefined],
])('a collector that %s costs a request nothing, and the log says once that it takes nothing', async (_, away) => {
  const { portal, told } = away ? await portalThatTells(away) : await watched(() => {})
  const { admin } = await givenIn(portal).vendor()
  const since = performance.now()
  for (let n = 0; n < 50; n++) expect((await portal.as(admin).call(routes.sessions.me)).status).toBe(200)
  expect(performance.now() - since).toBeLessThan(5_000)
  const stopping = performance.now()
  await portal.stop()
  expect(performance.now() - stopping).toBeLessThan(4_000)
  if (away) expect(told).toEqual([])
})

function factsOf(span: Span | undefined) {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}

async function portalThatTells(endpoint: string) {
  const portal = await openPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  return { portal, told: [] as string[] }
}

/** A portal with a collector, which by default takes what it is given. */
async function watched(
  answer = (reply: { writeHead: (status: number) => { end: (text: string) => void } }) => reply.writeHead(200).end('{}'),
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
  const { portal, told } = await portalThatTells(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
  return {
    portal,
    told,
    /** All spans, once the server has stopped. */
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
