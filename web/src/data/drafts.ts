import { localStore } from '../browser/localStore.ts'
import { type EncryptedEntry, keptMarker, userPrefix } from './encryptedEntry.ts'

// Unsent input is encrypted in `localStorage` (privateStore.ts,
// record 0018). These functions need no encryption key.

/** Whether a user has written what is not sent. */
export const hasWritten = (user: string) => hasAny(user, ['draft:', 'outbox:'])

/** The same, or a file on its way. */
export const hasDrafts = (user: string) => hasWritten(user) || hasAny(user, [keptMarker])

/** Whether a message or a file of the user is not sent yet. */
export const hasOutgoing = (user: string) => hasAny(user, ['outbox:', keptMarker])

export const hasUnsentMessages = (user: string) => hasAny(user, ['outbox:'])

const hasAny = (user: string, kinds: string[]) =>
  kinds.some(kind => localStore.keys(userPrefix(user) + kind).length > 0)

export function deleteDrafts(user: string) {
  for (const key of localStore.keys(userPrefix(user))) remove(key)
}

function remove(key: string) {
  const [, user, rest] = key.split(':')
  if (!user || rest !== keptMarker) return localStore.remove(key)
  // Where the page is closed before they are deleted, the next sign-in takes them for old ones.
  localStore.write(key, { at: 0 })
  void import('./keptFiles.ts')
    .then(({ deleteKeptFiles }) => deleteKeptFiles(user))
    .then(() => localStore.remove(key))
    .catch(() => {}) // nobody can read them
}

const maxDraftAge = 30 * 86_400_000

/** Deletes unsent input older than 30 days, of all users of this browser. */
export function deleteOldDrafts() {
  for (const key of localStore.keys('private:')) {
    const { at = 0 } = (localStore.read(key) ?? {}) as Partial<EncryptedEntry>
    if (at < Date.now() - maxDraftAge) remove(key)
  }
}

/** Until 0.2.0 drafts were plain text: encrypts this user's, deletes
 * others'. @throws where the encryption's code cannot be loaded */
export async function encryptPlainDrafts(user: string) {
  const keys = ['draft:', 'outbox:', 'attempt:', 'attached:'].flatMap(localStore.keys)
  if (keys.length === 0) return
  const { privateStore } = await import('./privateStore.ts')
  for (const key of keys) {
    const value = localStore.read(key) // null where a concurrent call has taken it
    if (value !== null && key.includes(user)) privateStore.write(key, value)
    localStore.remove(key)
  }
}
