/** Letters that a reader of Turkish tells apart at a glance; not ı, which reads as i. */
const plain = /^[a-z0-9çğöşü.:-]+$/

/**
 * The host that a web address leads to, with a port that is not its scheme's own; undefined where it is `own` (as `location.host` has it).
 * With letters of other alphabets it is as DNS has it (`xn--…`), since they may look like known ones.
 * @throws TypeError where `address` is no absolute address
 */
export function foreignHost(address: string, own: string): string | undefined {
  const { host, protocol } = new URL(address)
  if (host === own) return undefined
  if (!host.includes('xn--')) return host
  const written = address.toLowerCase().split('/')[2] ?? ''
  return plain.test(written) && URL.parse(`${protocol}//${written}`)?.host === host ? written : host
}
