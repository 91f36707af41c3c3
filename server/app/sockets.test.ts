import { get } from 'node:http'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'

// A dual-stack socket, which reports IPv4 clients as mapped addresses
// (::ffff:127.0.0.1); where the machine has no IPv6, an IPv4 socket.

const hasIpv6 = Object.values(networkInterfaces()).some(addresses =>
  addresses?.some(({ address }) => address === '::1'),
)
const portal = await openPortal({ HOST: hasIpv6 ? '::' : '127.0.0.1' })
const fixtures = fixturesIn(portal)

function answerOf(host: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    get({ host, port: portal.port, path, headers, agent: false }, reply => {
      let body = ''
      reply.setEncoding('utf8').on('data', data => {
        body += data
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }))
    }).on('error', reject)
  })
}

describe.each(['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])])('a client on %s', host => {
  test('counts as local', async () => {
    expect(await answerOf(host, '/metrics')).toMatchObject({
      status: 200,
      body: expect.stringContaining('process_cpu'),
    })
  })

  test.each([
    '203.0.113.5',
    '2001:db8::5',
    '::ffff:203.0.113.5',
    'fe80::1%eth0',
    '[::1]:443',
    'unknown',
    'x'.repeat(5_000),
  ])('has the address that a local proxy forwards: %s', async forwarded => {
    expect((await answerOf(host, '/metrics', { 'x-forwarded-for': forwarded })).status).toBe(404)
  })

  test('reaches the portal whose domain is an IP address', async () => {
    const { domain } = await fixtures.vendor(host === '::1' ? '[::1]' : host)
    const answer = await answerOf(host, `/api/v1/domain/${domain}/portal`, {
      host: `${domain}:${portal.port}`,
    })
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining(domain) })
  })
})
