import http from 'node:http'
import https from 'node:https'
import ipaddr from 'ipaddr.js'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Config } from '#platform/config/config.ts'
import { isLoopbackHost, isPublicUrl } from '#platform/config/hosts.ts'
import { openSigning } from '#platform/crypto/signing.ts'
import { isLoopback } from '#platform/limits/network.ts'
import { type ConnectionInfo, probeToken } from '#platform/observability/probe.ts'
import { portalUrl } from '../vendors/portal.ts'
import { withClient } from './client.ts'
import { type Finding, fail, note, pass, reasonOf } from './finding.ts'

/** An address for documentation (RFC 5737), which no client uses. */
const forged = '192.0.2.1'
const maxAddresses = 50

/** How a proxy replaces the visitor's `X-Forwarded-For`, by its name in `Server` or `Via`. */
const settingOf = {
  nginx: 'proxy_set_header X-Forwarded-For $remote_addr;',
  caddy: 'reverse_proxy without header_up X-Forwarded-For and without trusted_proxies',
  traefik: 'forwardedHeaders without insecure and without trustedIPs',
  haproxy: 'http-request set-header X-Forwarded-For %[src]',
}
const headerAdvice = (proxy: string) => {
  const matching = Object.entries(settingOf).filter(([name]) => proxy.toLowerCase().includes(name))
  const relevant = matching.length > 0 ? matching : Object.entries(settingOf)
  return `The proxy must set X-Forwarded-For to its client's address (docs/proxy.md). ${relevant.map(([name, setting]) => `${name}: ${setting}`).join(' | ')}`
}

/** Requests PUBLIC_URL and the vendors' domains as a visitor: the
 * portal answers, hides /metrics and believes no forged headers. */
export async function publicAddresses(
  config: Config,
  connection: pg.ClientConfig | Error,
): Promise<Finding[]> {
  const token = probeToken(openSigning(config.tokenSecret))
  const urls = [...new Set([config.publicUrl, ...(await vendorUrls(config, connection))])]
  const findings = await Promise.all(
    urls.map(async url => (await requestAt(url, token, config)).map(finding => ({ url, finding }))),
  )
  const groups = Map.groupBy(findings.flat(), ({ finding }) => JSON.stringify(finding))
  return [...groups.values()].map(group => {
    const { finding } = group[0] as (typeof group)[0]
    return { ...finding, detail: `${group.map(({ url }) => url).join(', ')}: ${finding.detail}` }
  })
}

/** While PUBLIC_URL leads to this machine only, the portal is
 * not public, and the vendors' domains need not lead here. */
async function vendorUrls(config: Config, connection: pg.ClientConfig | Error): Promise<string[]> {
  if (connection instanceof Error) return []
  try {
    const query = `select domain from vendor_domains order by date_created, domain limit ${maxAddresses}`
    const { rows } = await withClient(connection, client => client.query<{ domain: string }>(query))
    const isPublic = isPublicUrl(config.publicUrl)
    return rows.flatMap(({ domain }) =>
      isPublic || isLoopbackHost(domain) ? [portalUrl(config, domain)] : [],
    )
  } catch {
    return [] // the check of the database reports it
  }
}

type Reply = { status: number; proxy: string; body: string; localPort: number }

/** characters; `/metrics` has a tenth of it */
const maxBodyLength = 2_000_000

async function bodyOf(reply: http.IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of reply.setEncoding('utf8')) {
    body += part
    if (body.length > maxBodyLength) throw new Error('the answer does not end')
  }
  return body
}

const request = (url: string, headers: http.OutgoingHttpHeaders = {}) =>
  new Promise<Reply>((resolve, reject) => {
    const { get } = url.startsWith('https:') ? https : http
    const sent = get(url, { headers, agent: false, signal: AbortSignal.timeout(5_000) }, reply => {
      const { statusCode: status = 0, socket } = reply
      const localPort = socket.localPort ?? 0
      const proxy = `${reply.headers.server ?? ''} ${reply.headers.via ?? ''}`
      bodyOf(reply).then(body => resolve({ status, proxy, body, localPort }), reject)
    })
    sent.on('error', reject)
  })

async function requestAt(url: string, token: string, config: Config): Promise<Finding[]> {
  const reach =
    'Does the server run, does the name lead to this machine, and does the proxy in front pass everything on to PORT?'
  try {
    const reply = await request(`${url}/healthz`, {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': forged,
    })
    const health = healthIn(reply.body)
    if (reply.status !== 200 || health?.status !== 'up')
      return [
        fail(
          'address',
          `answers ${reply.status}, and not as Tezgah does`,
          'Does the proxy in front pass everything on to PORT?',
        ),
      ]
    const { connection } = health
    const isDirect = connection !== undefined && connection.peerPort === reply.localPort
    const isLocal = isDirect && isLoopback(connection.peer)
    const metrics = metricsFinding(await request(`${url}/metrics`), isLocal)
    if (!connection) {
      const todo =
        "Does it lead to this installation, in this version, and is TOKEN_SECRET here the server's?"
      return [
        encryption(url),
        metrics,
        fail('forwarded', 'the server there does not know the secret of this installation', todo),
      ]
    }
    if (isLocal) return [encryption(url), metrics, pass('forwarded', 'no proxy is in front')]
    return [
      encryption(url),
      metrics,
      isDirect ? withoutProxy(connection) : behindProxy(connection, config, reply.proxy),
    ]
  } catch (error) {
    return [fail('address', reasonOf(error), reach)]
  }
}

/** Any server may answer here, so only addresses of its answer are printed. */
const ipAddress = z.string().check(z.refine(text => ipaddr.isValid(text)))
const Health = z.object({
  status: z.string(),
  connection: z.optional(
    z.object({
      client: ipAddress,
      peer: ipAddress,
      peerPort: z.int(),
      forwardedFor: z.nullable(z.string().check(z.maxLength(1_000), z.regex(/^[\w.:, [\]]*$/))),
    }),
  ),
})

function healthIn(body: string): z.output<typeof Health> | null {
  try {
    return Health.parse(JSON.parse(body))
  } catch {
    return null
  }
}

const encryption = (url: string) =>
  url.startsWith('https:') || isLoopbackHost(new URL(url).hostname)
    ? pass('address', 'reached')
    : note(
        'address',
        'reached, without encryption',
        'Passwords are sent unencrypted: put a proxy with a certificate in front.',
      )

function metricsFinding({ status, body, proxy }: Reply, isLocal: boolean): Finding {
  if (status !== 200 || !/^# HELP /m.test(body)) return pass('metrics', '/metrics is refused')
  if (isLocal) return pass('metrics', '/metrics is answered to this machine only')
  return fail(
    'metrics',
    '/metrics is answered to every visitor',
    `${headerAdvice(proxy)} Or set METRICS_TOKEN.`,
  )
}

function withoutProxy({ client }: ConnectionInfo): Finding {
  if (client !== forged)
    return pass('forwarded', 'no proxy is in front, and a forged X-Forwarded-For is not believed')
  const todo =
    'TRUST_PROXY says that a proxy is in front: let visitors reach the proxy only, or change TRUST_PROXY.'
  return fail('forwarded', 'no proxy is in front, and a forged X-Forwarded-For is believed', todo)
}

/** Each proxy appends its client's address to the header, or
 * starts it anew: everything before was sent by the visitor. */
function behindProxy(
  { client, forwardedFor }: ConnectionInfo,
  { trustProxy }: Config,
  proxy: string,
): Finding {
  if (forwardedFor === null)
    return fail(
      'forwarded',
      'the proxy sets no X-Forwarded-For: all visitors count as one',
      headerAdvice(proxy),
    )
  const addresses = forwardedFor.split(',').map(address => address.trim())
  const [visitor, ...added] = addresses.slice(addresses.lastIndexOf(forged) + 1)
  if (visitor === undefined && client === forged)
    return fail(
      'forwarded',
      'an X-Forwarded-For that a visitor writes is believed, which undoes every limit',
      headerAdvice(proxy),
    )
  if (visitor === undefined)
    return note(
      'forwarded',
      `X-Forwarded-For arrives as a visitor wrote it; it is not believed, and this one counts as ${client}`,
      headerAdvice(proxy),
    )
  if (client === visitor) return pass('forwarded', 'a forged X-Forwarded-For is not believed')
  if (client !== forged)
    return fail(
      'forwarded',
      `the proxy at ${client} is not among TRUST_PROXY: all visitors who come through it count as one`,
      `Let TRUST_PROXY name ${client} too.`,
    )
  if (typeof trustProxy === 'function')
    return fail(
      'forwarded',
      'TRUST_PROXY counts more proxies than there are, and a forged X-Forwarded-For is believed',
      `There are ${added.length + 1} on the way from here: lower TRUST_PROXY, or let it name addresses.`,
    )
  // TRUST_PROXY includes this machine or its network, so the
  // header of this request is believed; one from outside is not.
  if (isInside(visitor))
    return pass(
      'forwarded',
      `a forged X-Forwarded-For is believed of ${visitor} only, which TRUST_PROXY names`,
    )
  return fail(
    'forwarded',
    `TRUST_PROXY names ${visitor}, which is no proxy`,
    'Let TRUST_PROXY name the addresses of proxies only.',
  )
}

const insideRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']
const isInside = (address: string) =>
  ipaddr.isValid(address) && insideRanges.includes(ipaddr.process(address).range())
