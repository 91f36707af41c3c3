/** A host name in lower case and without the dot of the DNS
 * root, with which it is the same name. */
export const normalizeHost = (host: string) => host.toLowerCase().replace(/\.$/, '')

/** Letters that are distinct to a reader of Turkish; not ı, which looks like i. */
const plain = /^[a-z0-9çğöşü.:-]+$/

// A host with letters of other alphabets stays in Punycode
// (`xn--…`), as they can imitate known letters.
/** The host of an address with its non-default port; undefined if it
 * is `own` (`location.host`). @throws TypeError unless absolute */
export function foreignHost(address: string, own: string): string | undefined {
  const { host, protocol } = new URL(address)
  if (host === own) return undefined
  if (!host.includes('xn--')) return host
  const written = address.toLowerCase().split('/')[2] ?? ''
  return plain.test(written) && URL.parse(`${protocol}//${written}`)?.host === host ? written : host
}
