import { queryString } from '#contract/route.ts'

type Table = 'page' | 'size' | 'sort' | 'search'
type Filter = 'status' | 'filter' | 'action' | 'outcome' | 'period'
type SignIn = 'from' | 'ended' | 'mail' | 'token'

/** The search parameters of all addresses, as texts without the router's JSON encoding. A page ignores a value that it does not know. */
export type Search = { [name in Table | Filter | SignIn | 'machine' | 'continues' | 'language']?: string | undefined }

export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

export const stringifySearch = (search: Search) => queryString(search) && `?${queryString(search)}`
