import ipaddr from 'ipaddr.js'

/** Whom an address counts for: of IPv6 a whole /64, as one customer of a provider has that many; of IPv4 the address itself. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address // a trusted proxy passed on what is no address: whoever sends it counts together
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map(part => part.toString(16))
        .join(':')
    : parsed.toString()
}
