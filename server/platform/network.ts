import ipaddr from 'ipaddr.js'

/** Whom an address counts for: of IPv6 a whole /64, as one customer of a provider has that many; of IPv4 the address itself. */
export function networkOf(address: string): string {
  // Some proxies add the port from which they were reached, another one each time.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
  if (!ipaddr.isValid(bare)) return address // a trusted proxy passed on what is no address: whoever sends it counts together
  const parsed = ipaddr.process(bare)
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map(part => part.toString(16))
        .join(':')
    : parsed.toString()
}
