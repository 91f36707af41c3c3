/** The path of an address within this portal, else undefined: prevents open redirects. */
export function ownPath(address: string | undefined) {
  const url = address === undefined ? null : URL.parse(address, location.origin)
  if (url?.origin !== location.origin || !/^\/(?!\/)/.test(url.pathname)) return
  return url.pathname + url.search + url.hash
}
