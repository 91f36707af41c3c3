import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The narrowest network of an address: its /64 for IPv6, which a provider gives to one customer; the address itself for IPv4. */
export const networkOf = (address: string): string => networksOf(address)[0].network

/** `room` multiplies the limits of the narrowest network. */
export type Network = { network: string; room: number }

/**
 * The networks that an address counts for, narrowest first: for IPv6 the /64, /56 and /48, since a provider may give one customer any of
 * them (RIPE-690); for IPv4 the address itself.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  // Some proxies append the client's port, which differs for each connection.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
  if (!ipaddr.isValid(bare)) return [{ network: address, room: 1 }] // sent by a trusted proxy: one counter per text
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

/** Whether an address is a loopback address. */
export const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)

/** Whether a host name is that of the loopback interface. */
export const isLoopbackHost = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** The host name in the `Host` header, without a port; empty without the header. Ignores `X-Forwarded-Host`. */
export const hostOf = ({ host = '' }: IncomingHttpHeaders) => host.toLowerCase().replace(/:\d*$/, '')

const forwardingHeaders = /^(via$|(x-)?forwarded|x-(real|original|proxy|envoy)-|(cf|cdn)-)|(client|connecting|remote)-?(ip|addr)/

/** Whether the request has a header with which a proxy names its client, whatever its value. */
export const isForwarded = (headers: IncomingHttpHeaders) => Object.keys(headers).some(name => forwardingHeaders.test(name))
