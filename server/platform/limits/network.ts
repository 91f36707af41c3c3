import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The narrowest network that an address counts for: of IPv6 a /64, as one customer of a provider has that many; of IPv4 the address itself. */
export const networkOf = (address: string): string => networksOf(address)[0].network

export type Network = { network: string /** How many times the narrowest network's attempts it may make. */; room: number }

/**
 * Every network that an address counts for, the narrowest first: of IPv6 the /64, and with more room the /56 and the /48, since a provider may give one
 * customer either (RIPE-690); of IPv4 the address itself.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  // Some proxies add the port from which they were reached, another one each time.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
  if (!ipaddr.isValid(bare)) return [{ network: address, room: 1 }] // a trusted proxy passed on what is no address: all who send it count together
  const parsed = ipaddr.process(bare)
  if (!(parsed instanceof ipaddr.IPv6)) return [{ network: parsed.toString(), room: 1 }]
  const groups = (count: number) => parsed.parts.slice(0, count).map(part => part.toString(16))
  const [last = '0'] = groups(4).slice(3)
  const wider = (Number.parseInt(last, 16) & 0xff00).toString(16)
  return [
    { network: groups(4).join(':'), room: 1 },
    { network: `${[...groups(3), wider].join(':')}::/56`, room: 2 },
    { network: `${groups(3).join(':')}::/48`, room: 4 },
  ]
}

/** Whether an address is this machine's own. */
export const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)

/** Whether a host name is this machine's own. */
export const isLoopbackHost = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** The host name in the `Host` header, without a port; no header of a proxy takes its place. Empty where there is none. */
export const hostOf = ({ host = '' }: IncomingHttpHeaders) => host.toLowerCase().replace(/:\d*$/, '')

const forwardingHeaders = /^(via$|(x-)?forwarded|x-(real|original|proxy|envoy)-|(cf|cdn)-)|(client|connecting|remote)-?(ip|addr)/

/** Whether a proxy has added a header that says for which client it sends the request, whatever the header's value. */
export const isForwarded = (headers: IncomingHttpHeaders) => Object.keys(headers).some(name => forwardingHeaders.test(name))
