import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { createHttp } from '#platform/http/fastify.ts'
import { networkOf, networksOf } from './network.ts'

const settings = { DATA_DIR: '/nowhere', TOKEN_SECRET: 'x'.repeat(32) }

/** The client address that the server sees with this TRUST_PROXY. */
async function clientAddress(
  setting: string | undefined,
  remoteAddress: string,
  forwarded?: string,
) {
  const { trustProxy } = readConfig({ ...settings, TRUST_PROXY: setting })
  const http = createHttp({ logLevel: 'silent', trustProxy })
  http.get('/from', async ({ ip }) => ip)
  return (
    await http.inject({
      url: '/from',
      remoteAddress,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
  ).body
}
const visitor = '203.0.113.5'
const forged = '198.51.100.1'

describe('the address of a client', () => {
  test.each([
    ['is forwarded by a proxy on this machine', undefined, '127.0.0.1', visitor, visitor],
    ['is not forwarded by an unnamed proxy elsewhere', undefined, '10.1.2.3', visitor, '10.1.2.3'],
    ['is forwarded by a named proxy', '10.1.2.3', '10.1.2.3', visitor, visitor],
    [
      'is forwarded by a proxy in a named range',
      '10.1.0.0/16, fd00::/8',
      '10.1.2.3',
      visitor,
      visitor,
    ],
    [
      'is forwarded by an IPv6 proxy in a named range',
      '10.1.0.0/16, fd00::/8',
      'fd00::7',
      visitor,
      visitor,
    ],
    [
      'is not forwarded by a proxy outside the range',
      '10.1.0.0/16',
      '10.2.0.1',
      visitor,
      '10.2.0.1',
    ],
    [
      'is not what the client itself put into the header',
      '10.1.0.0/16',
      '10.1.2.3',
      `${forged}, ${visitor}`,
      visitor,
    ],
    [
      'is forwarded by two named proxies in a row',
      '10.1.0.0/16',
      '10.1.2.3',
      `${forged}, ${visitor}, 10.1.9.9`,
      visitor,
    ],
    [
      'is that of the socket when the client bypasses the proxies',
      '10.1.0.0/16',
      visitor,
      forged,
      visitor,
    ],
    [
      'is not forwarded by this machine when other proxies are named',
      '10.1.0.0/16',
      '127.0.0.1',
      visitor,
      '127.0.0.1',
    ],
    ['is forwarded by a proxy at ::1', undefined, '::1', visitor, visitor],
    [
      'is forwarded by a proxy on this machine to a dual-stack socket',
      undefined,
      '::ffff:127.0.0.1',
      visitor,
      visitor,
    ],
    [
      'is forwarded by a named proxy to a dual-stack socket',
      '10.1.0.0/16',
      '::ffff:10.1.2.3',
      visitor,
      visitor,
    ],
    [
      'is not forwarded by a link-local neighbour',
      undefined,
      'fe80::1%eth0',
      visitor,
      'fe80::1%eth0',
    ],
    ['is found behind one proxy by count', '1', '10.9.9.9', `${forged}, ${visitor}`, visitor],
    [
      'is found behind two proxies by count',
      '2',
      '10.9.9.9',
      `${forged}, ${visitor}, 10.8.8.8`,
      visitor,
    ],
    ['is that of the socket without the header', '1', visitor, undefined, visitor],
  ])('%s', async (_, setting, remote, forwarded, expected) => {
    expect(await clientAddress(setting, remote, forwarded)).toBe(expected)
  })

  test.each([
    '0',
    '10',
    'proxy.example.com',
    '10.0.0.0/33',
    '10.1',
    'fd00::/129',
    '10.0.0.1,',
    '0.0.0.0/0',
    '::/0',
  ])('is not configured by the invalid value "%s"', setting => {
    expect(() => readConfig({ ...settings, TRUST_PROXY: setting })).toThrow(ConfigError)
  })
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['::ffff:cb00:7105', '203.0.113.5'],
  ['2001:db8:0:1::5', '2001:db8:0:1'],
  ['2001:DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['fe80::2%eth1', 'fe80:0:0:0'],
  ['203.0.113.5:51123', '203.0.113.5'],
  ['[2001:db8:0:1::5]:443', '2001:db8:0:1'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('an IPv6 address counts for its /64, /56 and /48, with higher limits for the wider networks', () => {
  expect(networksOf('2001:db8:7:abcd::5')).toEqual([
    { network: '2001:db8:7:abcd', factor: 1 },
    { network: '2001:db8:7:ab00::/56', factor: 2 },
    { network: '2001:db8:7::/48', factor: 4 },
  ])
  expect(networksOf('203.0.113.5')).toEqual([{ network: '203.0.113.5', factor: 1 }])
})
