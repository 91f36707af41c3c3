import { createStore, del, delMany, get, keys, promisifyRequest, setMany } from 'idb-keyval'
import { currentSession } from './api.ts'
import { createCipher, sealedBytes } from './cipher.ts'
import { keptMarker } from './encryptedEntry.ts'
import { privateStore } from './privateStore.ts'

// Files that a user sends, encrypted in IndexedDB until the server has them (record 0080).

/** Beside its bytes. `id`: of its upload at the server; `isDone`: which has all of it;
 * `isNamed`: a message names it, or is about to; `isDelivered`: the server has that message. */
export type KeptFacts = {
  /** when it was kept, in ms */
  at: number
  name: string
  type: string
  size: number
  lastModified: number
  id?: string | undefined
  isDone?: boolean
  isNamed?: boolean
  isDelivered?: boolean
}
/** `file` is null where the server has all of it. */
export type KeptFile = { facts: KeptFacts; file: File | null }

/** Bytes: larger ones are lost with their page, as a browser may have no room for them. */
const maxKept = 500_000_000
const chunkBytes = 1_048_576

type IdbStore = ReturnType<typeof createStore>
let opened: IdbStore | undefined
/** Of files, and of messages (keptMessages.ts). Opened when it is used: a browser may
 * forbid it. */
export const store: IdbStore = (mode, callback) => {
  opened ??= createStore('files', 'files')
  return opened(mode, callback)
}
const factsKeyOf = (user: string, key: string) => `${user}:${key}:facts`
const bytesKeyOf = (user: string, key: string) => `${user}:${key}:bytes`

/** Keeps a file for the user of the session, under the key of its upload. Rejects where the
 * browser keeps none. */
export async function keepFile(key: string, file: File, facts: KeptFacts): Promise<void> {
  const scope = currentSession()
  const { user } = scope
  if (!user || file.size > maxKept) throw new Error('The file is not kept.')
  const name = bytesKeyOf(user._id, key)
  const seal = await cipherOf(user)
  const sealed: Blob[] = []
  for (let start = 0; start < file.size; start += chunkBytes) {
    const bytes = await file.slice(start, start + chunkBytes).arrayBuffer()
    sealed.push(await seal.encrypt(bytes, `${name}:${start}`))
  }
  if (currentSession() === scope) privateStore.write(keptMarker, true)
  await setMany(
    [
      [name, new Blob(sealed)],
      [factsKeyOf(user._id, key), await sealFacts(user, key, facts)],
    ],
    store,
  )
  if (currentSession() !== scope) return forgetOf(user._id, key) // it may have ended by signing out
  privateStore.write(keptMarker, true) // another file may have been the last one meanwhile
}

/** Where the upload stands, of a file that is kept: one that another upload of the same file
 * has made the browser forget stays forgotten. Once the server has all of it, its bytes go. */
export async function keepFacts(key: string, facts: KeptFacts): Promise<void> {
  const { user } = currentSession()
  if (!user) return
  const name = factsKeyOf(user._id, key)
  const sealed = await sealFacts(user, key, facts)
  await store('readwrite', kept => {
    const found = kept.getKey(name)
    found.onsuccess = () => found.result !== undefined && kept.put(sealed, name)
    return promisifyRequest(kept.transaction)
  })
  if (facts.isDone) await del(bytesKeyOf(user._id, key), store)
}

type Owner = { _id: string; draftKey: string }

const cipherOf = ({ draftKey }: Owner) =>
  createCipher(
    Uint8Array.from(atob(draftKey.replaceAll('-', '+').replaceAll('_', '/')), character =>
      character.charCodeAt(0),
    ),
    'kept files',
  )

async function sealFacts(user: Owner, key: string, facts: KeptFacts) {
  const text = new TextEncoder().encode(JSON.stringify(facts))
  return (await cipherOf(user)).encrypt(text, factsKeyOf(user._id, key))
}

/** Null where it is not kept. */
export async function readKeptFile(key: string): Promise<KeptFile | null> {
  const { user } = currentSession()
  const facts = await readFacts(key)
  if (!user || !facts) return null
  if (facts.isDone) return { facts, file: null }
  const name = bytesKeyOf(user._id, key)
  const sealed = await get<Blob>(name, store)
  if (!sealed) return null
  const seal = await cipherOf(user)
  const chunks: Blob[] = []
  for (let start = 0; start < facts.size; start += chunkBytes) {
    const from = (start / chunkBytes) * (chunkBytes + sealedBytes)
    const chunk = sealed.slice(from, from + chunkBytes + sealedBytes)
    // a Blob of each, so that a film does not stay in memory
    chunks.push(new Blob([await seal.decrypt(chunk, `${name}:${start}`)]))
  }
  const { type, lastModified } = facts
  return { facts, file: new File(chunks, facts.name, { type, lastModified }) }
}

async function readFacts(key: string): Promise<KeptFacts | null> {
  const { user } = currentSession()
  if (!user) return null
  const name = factsKeyOf(user._id, key)
  const sealed = await get<Blob>(name, store)
  if (!sealed) return null
  const cipher = await cipherOf(user)
  const text = await cipher.decrypt(sealed, name).catch(() => null)
  return text && (JSON.parse(new TextDecoder().decode(text)) as KeptFacts)
}

/** The files that the user has sent and the server does not have yet. Forgets
 * those that no message has named for so long that the server has given them up. */
export async function listNamedFiles(): Promise<(KeptFacts & { key: string })[]> {
  const kept = []
  for (const key of await keysOf(currentSession().user?._id)) {
    const facts = await readFacts(key)
    if (facts?.isNamed) kept.push({ ...facts, key })
    else if (!facts || facts.at < Date.now() - maxAge) await forgetFile(key)
  }
  return kept
}

const maxAge = 2 * 86_400_000 // ms

export async function forgetFile(key: string): Promise<void> {
  const { user } = currentSession()
  if (!user) return
  await forgetOf(user._id, key)
  await updateMarker()
}

/** Whether the user has anything in the store; where the browser was killed, the marker that
 * says so may be lost. */
export async function updateMarker(): Promise<boolean> {
  const { user } = currentSession()
  if (!user) return false
  const isAny = (await keys<string>(store)).some(key => key.startsWith(`${user._id}:`))
  if (currentSession().user !== user) return false
  if (isAny) privateStore.write(keptMarker, true)
  else privateStore.remove(keptMarker)
  return isAny
}

const forgetOf = (user: string, key: string) =>
  delMany([factsKeyOf(user, key), bytesKeyOf(user, key)], store)

/** Of a user who signs out, or has not come back. */
export async function deleteKeptFiles(user: string): Promise<void> {
  const all = await keys<string>(store)
  await delMany(
    all.filter(key => key.startsWith(`${user}:`)),
    store,
  )
}

async function keysOf(user: string | undefined) {
  const suffix = ':facts'
  return (await keys<string>(store)).flatMap(key =>
    user && key.startsWith(`${user}:`) && key.endsWith(suffix)
      ? key.slice(user.length + 1, -suffix.length)
      : [],
  )
}
