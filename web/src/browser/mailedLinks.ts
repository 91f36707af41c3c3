/** What mail programs take into a link that stands before it, as text or percent-encoded. */
const following = /(?:[.,;:!?)\]}>'"»”’]|%(?:3E|22|7D|5D|E2%80%9[9D]|C2%BB))+$/i

export const withoutPunctuation = (text: string) => text.replace(following, '')

/** The path of an address without what follows its link in a mail; the
 * query is `parseSearch`'s, where a text may end with a full stop. */
export function repairPath({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  if (hash) return pathname + search + withoutPunctuation(hash)
  return search ? pathname + search : withoutPunctuation(pathname) || '/'
}
