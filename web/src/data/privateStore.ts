import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { localStore } from '../browser/localStore.ts'
import { currentSession } from './api.ts'
import { type EncryptedEntry, userPrefix } from './encryptedEntry.ts'

/** Unsent input in `localStorage`, encrypted with the key of `GET /user/me`
 * (record 0018); nothing is read or written without a session. */
export const privateStore = {
  read(key: string): unknown {
    const { user } = currentSession()
    return user && decrypt(user, userPrefix(user._id) + key)
  },
  write(key: string, value: unknown) {
    const { user } = currentSession()
    if (!user) return
    const storageKey = userPrefix(user._id) + key
    localStore.write(storageKey, {
      at: Date.now(),
      box: encrypt(user.draftKey, storageKey, value),
    } satisfies EncryptedEntry)
  },
  remove(key: string) {
    const { user } = currentSession()
    if (user) localStore.remove(userPrefix(user._id) + key)
  },
  readAll(prefix: string): unknown[] {
    const { user } = currentSession()
    if (!user) return []
    const values = localStore
      .keys(userPrefix(user._id) + prefix)
      .map(storageKey => decrypt(user, storageKey))
    return values.filter(value => value !== null)
  },
  /** Calls `listener` when another tab changes a value: null
   * where it was removed. Returns the unsubscribe function. */
  subscribe: (listener: (key: string, value: unknown) => void) =>
    localStore.subscribe(storageKey => {
      const { user } = currentSession()
      if (user && storageKey.startsWith(userPrefix(user._id)))
        listener(storageKey.slice(userPrefix(user._id).length), decrypt(user, storageKey))
    }),
}

const nonceBytes = 24

/** XChaCha20-Poly1305 with a random nonce, bound to the storage
 * key. Synchronous: a closing page runs no promises. */
function encrypt(draftKey: string, storageKey: string, value: unknown) {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const ciphertext = xchacha20poly1305(
    fromBase64(draftKey),
    nonce,
    utf8.encode(storageKey),
  ).encrypt(utf8.encode(JSON.stringify(value)))
  return toBase64([...nonce, ...ciphertext])
}

/** Null where there is no value, or one encrypted with another key or for another storage key. */
function decrypt({ draftKey }: { draftKey: string }, storageKey: string): unknown {
  try {
    const bytes = fromBase64((localStore.read(storageKey) as EncryptedEntry).box)
    const cipher = xchacha20poly1305(
      fromBase64(draftKey),
      bytes.subarray(0, nonceBytes),
      utf8.encode(storageKey),
    )
    return JSON.parse(new TextDecoder().decode(cipher.decrypt(bytes.subarray(nonceBytes))))
  } catch {
    return null
  }
}

const utf8 = new TextEncoder()
const toBase64 = (bytes: number[]) => btoa(bytes.map(byte => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character =>
    character.charCodeAt(0),
  )
