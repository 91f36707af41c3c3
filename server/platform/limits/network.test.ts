import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { createHttp } from '#platform/http/fastify.ts'
import { networkOf, networksOf } from './network.ts'

const settings = { DATA_DIR: '/nowhere', TOKEN_SECRET: 'x'.repeat(32) }

/** What the server takes for a visitor's address, by what it was told of its proxies. */
async function seen(setting: string | undefined, remoteAddress: string, forwarded?: string) {
  const { trustProxy } = readConfig({ ...settings, TRUST_PROXY: setting })
  const http = createHttp({ logLevel: 'silent', trustProxy })
  http.get('/from', async ({ ip }) => ip)
  return (await http.inject({ url: '/from', remoteAddress, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })).body
}
const visitor = '203.0.113.5'
const forged = '198.51.100.1'

describe('where a visitor comes from', () => {
  test.each([
    ['a proxy on this machine says it', undefined, '127.0.0.1', visitor, visitor],
    ['a proxy elsewhere is not believed before it is named', undefined, '10.1.2.3', visitor, '10.1.2.3'],
    ['a named proxy says it', '10.1.2.3', '10.1.2.3', visitor, visitor],
    ['a proxy of a named range says it', '10.1.0.0/16, fd00::/8', '10.1.2.3', visitor, visitor],
    ['an IPv6 proxy of a named range says it', '10.1.0.0/16, fd00::/8', 'fd00::7', visitor, visitor],
    ['one that is outside the range does not', '10.1.0.0/16', '10.2.0.1', visitor, '10.2.0.1'],
    ['what the visitor wrote before it counts for nothing', '10.1.0.0/16', '10.1.2.3', `${forged}, ${visitor}`, visitor],
    ['two named proxies in a row say it', '10.1.0.0/16', '10.1.2.3', `${forged}, ${visitor}, 10.1.9.9`, visitor],
    ['a visitor who comes past the proxies is who they are', '10.1.0.0/16', visitor, forged, visitor],
    ['this machine is no proxy where others are named', '10.1.0.0/16', '127.0.0.1', visitor, '127.0.0.1'],
    ['a proxy at ::1 says it', undefined, '::1', visitor, visitor],
    ['a proxy on this machine says it to a dual-stack socket', undefined, '::ffff:127.0.0.1', visitor, visitor],
    ['a named proxy says it to a dual-stack socket', '10.1.0.0/16', '::ffff:10.1.2.3', visitor, visitor],
    ['a link-local neighbour is no proxy', undefined, 'fe80::1%eth0', visitor, 'fe80::1%eth0'],
    ['one proxy, counted', '1', '10.9.9.9', `${forged}, ${visitor}`, visitor],
    ['two proxies, counted', '2', '10.9.9.9', `${forged}, ${visitor}, 10.8.8.8`, visitor],
    ['nothing forwarded', '1', visitor, undefined, visitor],
  ])('%s', async (_, setting, remote, forwarded, expected) => {
    expect(await seen(setting, remote, forwarded)).toBe(expected)
  })

  test.each(['0', '10', 'proxy.example.com', '10.0.0.0/33', '10.1', 'fd00::/129', '10.0.0.1,', '0.0.0.0/0', '::/0'])(
    'cannot be told by "%s"',
    setting => {
      expect(() => readConfig({ ...settings, TRUST_PROXY: setting })).toThrow(ConfigError)
    },
  )
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

test('an IPv6 address counts for its /64, its /56 and its /48, with more room in the wider ones', () => {
  expect(networksOf('2001:db8:7:abcd::5')).toEqual([
    { network: '2001:db8:7:abcd', room: 1 },
    { network: '2001:db8:7:ab00::/56', room: 2 },
    { network: '2001:db8:7::/48', room: 4 },
  ])
  expect(networksOf('203.0.113.5')).toEqual([{ network: '203.0.113.5', room: 1 }])
})
