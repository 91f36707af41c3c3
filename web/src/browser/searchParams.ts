import { queryString } from '#contract/route.ts'
import type { FilterName } from '#contract/ticket-filters.ts'
import { withoutPunctuation } from './mailedLinks.ts'

type Table = 'page' | 'size' | 'sort' | 'search'
type Filter = 'status' | 'filter' | 'action' | 'outcome'
type SignIn = 'from' | 'ended' | 'mail' | 'token'

/** The search parameters of all addresses, as texts without the router's
 * JSON encoding. A page ignores a value that it does not know. */
export type SearchParams = {
  [name in Table | Filter | FilterName | SignIn | 'machine' | 'continues' | 'language']?:
    | string
    | undefined
}

/** Of a link in a mail, a program may have escaped `&` once more, decoded
 * the `%2B` of an address, or taken in the punctuation after it. */
export function parseSearch(text: string): SearchParams {
  const search: SearchParams = {}
  for (const [name, value] of new URLSearchParams(text.replaceAll('&amp;', '&')))
    search[name as keyof SearchParams] =
      name === 'search' || name === 'from' ? value : withoutPunctuation(value)
  return search.mail === undefined ? search : { ...search, mail: search.mail.replaceAll(' ', '+') }
}

export const stringifySearch = (search: SearchParams) =>
  queryString(search) && `?${queryString(search)}`
