import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { localStore } from '../browser/localStore.ts'
import { currentSession } from './api.ts'
import { type Entry, prefixOf } from './drafts.ts'

/**
 * What this browser keeps of what the signed-in user has typed and not sent: encrypted with the key that the server tells this user only, so
 * that it is readable while they are signed in. Without a session nothing is read or written.
 */
export const privateStore = {
  read(key: string): unknown {
    const { user } = currentSession()
    return user && decrypted(user, prefixOf(user._id) + key)
  },
  write(key: string, value: unknown) {
    const { user } = currentSession()
    if (!user) return
    const place = prefixOf(user._id) + key
    localStore.write(place, { at: Date.now(), box: encrypt(user.draftKey, place, value) } satisfies Entry)
  },
  forget(key: string) {
    const { user } = currentSession()
    if (user) localStore.forget(prefixOf(user._id) + key)
  },
  /** The values of the keys that begin so. */
  under(prefix: string): unknown[] {
    const { user } = currentSession()
    if (!user) return []
    const values = localStore.keys(prefixOf(user._id) + prefix).map(place => decrypted(user, place))
    return values.filter(value => value !== null)
  },
  /** Tells when another tab of this browser has changed a value: null where it was deleted. Gives back the end of it. */
  whenChangedElsewhere: (tell: (key: string, value: unknown) => void) =>
    localStore.whenChangedElsewhere(place => {
      const { user } = currentSession()
      if (user && place.startsWith(prefixOf(user._id))) tell(place.slice(prefixOf(user._id).length), decrypted(user, place))
    }),
}

const nonceBytes = 24

/** XChaCha20-Poly1305 under a random nonce, bound to its place. It is synchronous: a page that is being left has no time for the browser's own. */
function encrypt(draftKey: string, place: string, value: unknown) {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const box = xchacha20poly1305(bytesOf(draftKey), nonce, utf8.encode(place)).encrypt(utf8.encode(JSON.stringify(value)))
  return base64([...nonce, ...box])
}

/** Null where there is nothing, or where it was encrypted with another key or for another place. */
function decrypted({ draftKey }: { draftKey: string }, place: string): unknown {
  try {
    const bytes = bytesOf((localStore.read(place) as Entry).box)
    const cipher = xchacha20poly1305(bytesOf(draftKey), bytes.subarray(0, nonceBytes), utf8.encode(place))
    return JSON.parse(new TextDecoder().decode(cipher.decrypt(bytes.subarray(nonceBytes))))
  } catch {
    return null
  }
}

const utf8 = new TextEncoder()
const base64 = (bytes: number[]) => btoa(bytes.map(byte => String.fromCharCode(byte)).join(''))
const bytesOf = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
