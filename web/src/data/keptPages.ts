import type { Query, QueryPersister } from '@tanstack/react-query'
import { clear, createStore, delMany, get, set, update } from 'idb-keyval'
import type { companies } from '#contract/companies.ts'
import type { files } from '#contract/files.ts'
import type { home } from '#contract/home.ts'
import type { sessions } from '#contract/identity.ts'
import { keptDays } from '#contract/limits.ts'
import type { live } from '#contract/live.ts'
import type { machines } from '#contract/machines.ts'
import type { tickets } from '#contract/tickets.ts'
import { CallError, currentSession, token } from './api.ts'
import { createCipher } from './cipher.ts'

// What pages have shown, in IndexedDB, encrypted with a key of the session's token (record 0084):
// a page that is opened again shows it until the server has answered.

type KeptRoute =
  | (typeof companies)['accounts' | 'listForStaff']
  | (typeof files)['listOfAccount' | 'listForStaff']
  | (typeof home)['ofAccount' | 'ofTeam']
  | (typeof live)['help']
  | (typeof machines)['listOfAccount' | 'listForStaff']
  | (typeof sessions)['me' | 'portal']
  | (typeof tickets)[
      | 'context'
      | 'counts'
      | 'get'
      | 'getOfAccount'
      | 'list'
      | 'listOfAccount'
      | 'openOnMachine'
      | 'openOnMachineForTeam']
/** Of the pages that are read on the shop floor. None fills a form that changes a record, which
 * would undo what others have changed since. */
const keptPaths: Record<KeptRoute['path'], true> = {
  '/account/:company/machine': true,
  '/account/:company/machine/:companyMachine/file': true,
  '/account/:company/machine/:companyMachine/ticket': true,
  '/account/:company/ticket': true,
  '/account/:company/ticket/:ticket': true,
  '/account/list': true,
  '/account/summary': true,
  '/help': true,
  '/portal': true,
  '/staff/company/:company/machine': true,
  '/staff/company/:company/machine/:companyMachine/file': true,
  '/staff/company/:company/machine/:companyMachine/ticket': true,
  '/staff/company/list': true,
  '/staff/summary': true,
  '/staff/ticket': true,
  '/staff/ticket/:ticket': true,
  '/staff/ticket/:ticket/context': true,
  '/staff/ticket/count': true,
  '/user/me': true,
}
const isKept = ({ queryKey }: Query) => Object.hasOwn(keptPaths, String(queryKey[0]))

/** A page has about four answers and, if it is a ticket's, some thumbnails. */
const maxEntries = 250
const maxBytes = 1_000_000
/** In ms: on a good line the server has answered by then, and the page is drawn once. */
const headStart = 100
/** In ms: within it, an answer that has not changed is not written again. */
const rewriteInterval = 60_000
const writeDelay = 1_000 // ms: a page is loaded before it is kept

type Kept = { at: number; sealed: Blob }
type IdbStore = ReturnType<typeof createStore>
let opened: IdbStore | undefined
/** Opened when it is used: a browser may forbid it. */
const store: IdbStore = (mode, callback) => {
  opened ??= createStore('pages', 'pages')
  return opened(mode, callback)
}
const indexKey = 'index'
type Index = Record<string, number>

type Vault = { token: string; cipher: ReturnType<typeof createCipher> }
let vault: Vault | undefined

/** Null without a session that may still be one, where another tab has begun another one, and
 * over plain HTTP, for which browsers have no encryption. */
function openVault(): Vault | null {
  const current = token.read()
  if (!current || current !== currentSession().token || !crypto.subtle) return null
  if (endOf(current) < Date.now()) {
    void deleteKeptPages()
    return null
  }
  if (vault?.token !== current)
    vault = { token: current, cipher: createCipher(utf8.encode(current), 'kept pages') }
  return vault
}

/** When the token ends at the latest, in ms. */
function endOf(jwt: string): number {
  try {
    const payload = jwt.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return JSON.parse(atob(payload)).exp * 1_000
  } catch {
    return 0
  }
}

/** Unreadable without the token, as ids and searches are in a name. */
async function entryOf({ token: secret }: Vault, name: string) {
  const digest = await crypto.subtle.digest('SHA-256', utf8.encode(`${secret}\n${name}`))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/** Null where it is not kept, or for longer than a session lasts without use. */
async function read(name: string): Promise<{ at: number; bytes: ArrayBuffer } | null> {
  const current = openVault()
  if (!current) return null
  const entry = await entryOf(current, name)
  const kept = await get<Kept>(entry, store)
  if (!kept || kept.at < Date.now() - keptDays.unused * 86_400_000) return null
  const bytes = await (await current.cipher).decrypt(kept.sealed, entry)
  return { at: kept.at, bytes }
}

async function keep(name: string, bytes: Uint8Array<ArrayBuffer>, at: number) {
  const current = openVault()
  if (!current || bytes.length > maxBytes) return
  const entry = await entryOf(current, name)
  const sealed = await (await current.cipher).encrypt(bytes, entry)
  await set(entry, { at, sealed } satisfies Kept, store)
  let dropped: string[] = []
  await update<Index>(
    indexKey,
    (index = {}) => {
      const newestFirst = Object.entries({ ...index, [entry]: at }).sort(([, a], [, b]) => b - a)
      dropped = newestFirst.slice(maxEntries).map(([each]) => each)
      return Object.fromEntries(newestFirst.slice(0, maxEntries))
    },
    store,
  )
  if (dropped.length > 0) await delMany(dropped, store)
  if (token.read() !== current.token) await deleteKeptPages() // the session has ended meanwhile
}

async function forget(name: string) {
  const current = openVault()
  if (current) await delMany([await entryOf(current, name)], store)
}

/** Of a session that ends. Its token, which is their key, is gone already. */
export async function deleteKeptPages(): Promise<void> {
  try {
    await clear(store)
  } catch {} // the browser forbids it
}

const pictureName = (file: string) => `picture ${file}`

/** Keeps the thumbnail of a picture, by the id of its file. */
export async function keepPicture(file: string, picture: Blob): Promise<void> {
  await keep(pictureName(file), new Uint8Array(await picture.arrayBuffer()), Date.now())
}

/** Null where it is not kept. */
export async function readPicture(file: string): Promise<Blob | null> {
  const kept = await read(pictureName(file)).catch(() => null)
  return kept && new Blob([kept.bytes])
}

const utf8 = {
  encode: (text: string) => new TextEncoder().encode(text),
  decode: (bytes: ArrayBuffer) => new TextDecoder().decode(bytes),
}

type UnderWay = { response: Promise<unknown>; abort: AbortController; keptAt: number }
/** The request under way of a query that is about to show what was kept. */
const underWay = new WeakMap<Query, UnderWay>()

/** Whether a query has just been answered with what was kept, not by the server. */
export const isRestored = (query: Query) => underWay.has(query)

/** Answers a query that has no data from the server or, where that takes longer than
 * `headStart` or cannot be reached, with what was kept; the server's answer replaces it. */
export const restoreQuery: QueryPersister = async (queryFn, context, of) => {
  const query = of as Query
  const before = underWay.get(query)
  underWay.delete(query)
  if (before && !before.abort.signal.aborted) {
    context.signal.addEventListener('abort', () => before.abort.abort())
    return before.response as ReturnType<typeof queryFn>
  }
  if (query.state.data !== undefined || !isKept(query) || !token.read()) return queryFn(context)

  const reading = readAnswer(query).catch(() => null)
  const abort = new AbortController()
  context.signal.addEventListener('abort', () => abort.abort())
  const response = (async () => queryFn({ ...context, signal: abort.signal }))()
  const refusal = await Promise.race([
    response.then(
      () => null,
      error => error,
    ),
    new Promise(resolve => setTimeout(resolve, headStart)),
  ])
  if (refusal === null || (refusal && !isUnreachable(refusal))) return response
  // the answer may arrive before a slow store has opened
  const kept = await Promise.race([
    reading,
    response.then(
      () => null,
      () => reading,
    ),
  ])
  if (!kept) return response
  underWay.set(query, { response, abort, keptAt: kept.at })
  return kept.data as ReturnType<typeof queryFn>
}

/** Null also for an empty list, which would say that what was added since does not exist. */
async function readAnswer(query: Query) {
  const kept = await read(query.queryHash)
  const data = kept && JSON.parse(utf8.decode(kept.bytes))
  return kept && data.total !== 0 ? { at: kept.at, data } : null
}

const isUnreachable = (error: unknown) => error instanceof CallError && error.isTransient
const isRefused = (error: unknown) =>
  error instanceof CallError && [403, 404].includes(error.status)

const written = new WeakMap<Query, { data: unknown; at: number }>()
const waiting = new Set<Query>()

/** Called with each success and failure of a query: fetches one that was restored,
 * keeps what another has, and forgets it where the server refuses it. */
export function followQuery(query: Query): void {
  const restored = underWay.get(query)
  if (restored) {
    // at once: no component takes what was kept for what the server has just sent
    query.setState({ dataUpdatedAt: restored.keptAt })
    query.fetch().catch(() => {})
    return
  }
  if (!isKept(query) || !token.read()) return
  const { state } = query
  if (isRefused(state.error)) return void forget(query.queryHash).catch(() => {})
  const last = written.get(query)
  const isNew = !last || last.data !== state.data || last.at + rewriteInterval < state.dataUpdatedAt
  if (state.status !== 'success' || !isNew || waiting.has(query)) return
  waiting.add(query)
  setTimeout(() => {
    waiting.delete(query)
    const { data, dataUpdatedAt: at } = query.state
    if (data === undefined) return
    written.set(query, { data, at })
    keep(query.queryHash, utf8.encode(JSON.stringify(data)), at).catch(() => {}) // or no room
  }, writeDelay)
}
