/** Whether a host name without a port is `localhost` or an
 * address of this machine; IPv6 in brackets. */
export const isLoopbackHost = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Whether a URL leads elsewhere than to this machine, which
 * names under `.localhost` also do not (RFC 6761). */
export function isPublicUrl(url: string): boolean {
  const { hostname } = new URL(url)
  return !isLoopbackHost(hostname) && !hostname.endsWith('.localhost')
}
