/** What mail programs take into a link that stands before it, as text, escaped for HTML
 * or percent-encoded: no path, id, token or address of the portal ends in such a character. */
const following = /(?:&(?:#?\w+)?|%[\dA-F]{2}|[^\p{L}\p{N}&/_-])+$/iu

export const withoutPunctuation = (text: string) => text.replace(following, '')

/** The path of an address without what follows its link in a mail; the
 * query is `parseSearch`'s, where a text may end with a full stop. */
export const repairPath = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  search ? pathname + search + withoutPunctuation(hash) : withoutPunctuation(pathname + hash)
