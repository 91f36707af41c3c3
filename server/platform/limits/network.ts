import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { normalizeHost } from '#contract/text/hosts.ts'

/** The narrowest network of an address: an IPv6 /64, which a
 * provider gives to one customer, or the IPv4 address itself. */
export const networkOf = (address: string): string => networksOf(address)[0].network

export type Network = { network: string; factor: number } // `factor` multiplies the limits

/** The networks of an address, narrowest first: the IPv6 /64, /56 and
 * /48 (RIPE-690: any may be a customer's), or the IPv4 address. */
export function networksOf(address: string): [Network, ...Network[]] {
  // Some proxies append the client's port.
  const bare =
    /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ??
    /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ??
    address
  if (!ipaddr.isValid(bare)) return [{ network: address, factor: 1 }]
  const parsed = ipaddr.process(bare)
  if (!(parsed instanceof ipaddr.IPv6)) return [{ network: parsed.toString(), factor: 1 }]
  const groups = (count: number) => parsed.parts.slice(0, count).map(part => part.toString(16))
  const [last = '0'] = groups(4).slice(3)
  const wider = (Number.parseInt(last, 16) & 0xff00).toString(16)
  return [
    { network: groups(4).join(':'), factor: 1 },
    { network: `${[...groups(3), wider].join(':')}::/56`, factor: 2 },
    { network: `${groups(3).join(':')}::/48`, factor: 4 },
  ]
}

/** Whether an IP address is ::1 or in 127.0.0.0/8, also mapped to IPv6. */
export const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)

/** The host name in the `Host` header, normalized and without a port; empty without the header. */
export const hostOf = ({ host = '' }: IncomingHttpHeaders) =>
  normalizeHost(host.replace(/:\d*$/, ''))

const forwardingHeaders =
  /^(via$|(x-)?forwarded|x-(real|original|proxy|envoy)-|(cf|cdn)-)|(client|connecting|remote)-?(ip|addr)/

/** Whether a header names the client of a proxy. */
export const isForwarded = (headers: IncomingHttpHeaders) =>
  Object.keys(headers).some(name => forwardingHeaders.test(name))
