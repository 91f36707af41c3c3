/** The path of this portal that an address names, or nothing: whoever made the address may have meant to lead elsewhere. */
export function ownPath(address: string | undefined) {
  const url = address === undefined ? null : URL.parse(address, location.origin)
  if (url?.origin !== location.origin || !/^\/(?!\/)/.test(url.pathname)) return
  return url.pathname + url.search + url.hash
}
