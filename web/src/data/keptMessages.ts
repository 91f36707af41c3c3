import { del, get, keys, set } from 'idb-keyval'
import { localStore } from '../browser/localStore.ts'
import { currentSession } from './api.ts'
import { type EncryptedEntry, endedMarkerOf, keptMarker, userPrefix } from './encryptedEntry.ts'
import { keyLifetime } from './idempotency.ts'
import { store, updateMarker } from './keptFiles.ts'
import { privateStore } from './privateStore.ts'

// Messages on their way, a second time: browsers write `localStorage` to the disk seconds later,
// so what happens to it just before they are killed is lost, but not what IndexedDB has.

const prefixOf = (user: string) => `${user}:message:`
const readEntry = (storageKey: string) => localStore.read(storageKey) as EncryptedEntry | null

/** Keeps what `privateStore` has under a name, or deletes it where that has nothing any more. */
export async function keepMessage(name: string): Promise<void> {
  const { user } = currentSession()
  if (!user) return
  const [key, storageKey] = [prefixOf(user._id) + name, userPrefix(user._id) + name]
  const entry = readEntry(storageKey)
  if (entry) await set(key, entry, store)
  const current = readEntry(storageKey)
  if (current) {
    privateStore.write(keptMarker, true)
    if (current.box === entry?.box) localStore.write(storageKey, { ...current, isKept: true })
    return
  }
  // it was sent, or the user has signed out, meanwhile
  await del(key, store)
  if (currentSession().user !== user) return
  privateStore.remove(endedMarkerOf(name))
  await updateMarker()
}

/** Brings what `privateStore` has of messages to the state of IndexedDB, where the browser was
 * killed. Returns the names of those that it had lost. */
export async function restoreMessages(): Promise<string[]> {
  const { user } = currentSession()
  if (!user) return []
  await removeEnded(user._id)
  await updateMarker()
  const prefix = prefixOf(user._id)
  const restored = []
  for (const key of await keys<string>(store)) {
    if (!key.startsWith(prefix)) continue
    const name = key.slice(prefix.length)
    const storageKey = userPrefix(user._id) + name
    if (readEntry(storageKey)) continue
    const isEnded = privateStore.read(endedMarkerOf(name)) !== null
    const entry = await get<EncryptedEntry>(key, store)
    if (currentSession().user !== user) return []
    if (entry && !isEnded && entry.at > Date.now() - keyLifetime) {
      localStore.write(storageKey, { ...entry, isKept: true })
      restored.push(name)
    } else await keepMessage(name)
  }
  return restored
}

/** Those that were sent or withdrawn. Their files are gone, so they would be shown as failed. */
async function removeEnded(user: string) {
  for (const storageKey of localStore.keys(`${userPrefix(user)}outbox:`)) {
    if (!readEntry(storageKey)?.isKept) continue
    const key = prefixOf(user) + storageKey.slice(userPrefix(user).length)
    if ((await get(key, store)) === undefined) localStore.remove(storageKey)
  }
}
