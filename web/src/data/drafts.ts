import { localStore } from '../browser/localStore.ts'

// What a user has not sent yet stands in localStorage encrypted (privateStore.ts), under keys that name the user. Here is what takes no key.

/** What the entries of a user begin with. */
export const prefixOf = (user: string) => `private:${user}:`

/** An encrypted value, and when it was written, in ms. */
export type Entry = { at: number; box: string }

/** Whether the user has a message or a ticket here that was begun and not sent. */
export const hasDrafts = (user: string) => ['draft:', 'outbox:'].some(kind => localStore.keys(prefixOf(user) + kind).length > 0)

/** Deletes everything of a user that was not sent. */
export function deleteDrafts(user: string) {
  for (const key of localStore.keys(prefixOf(user))) localStore.forget(key)
}

const oldestKept = 30 * 86_400_000

/** Deletes what any user of this browser has left for so long. */
export function deleteOldDrafts() {
  for (const key of localStore.keys('private:')) {
    const { at = 0 } = (localStore.read(key) ?? {}) as Partial<Entry>
    if (at < Date.now() - oldestKept) localStore.forget(key)
  }
}

/**
 * Until 0.2.0 they stood there as plain text: this user's are encrypted, those of others are deleted.
 * @throws where the code that encrypts cannot be loaded
 */
export async function encryptPlainDrafts(user: string) {
  const keys = ['draft:', 'outbox:', 'attempt:', 'attached:'].flatMap(localStore.keys)
  if (keys.length === 0) return
  const { privateStore } = await import('./privateStore.ts')
  for (const key of keys) {
    const value = localStore.read(key) // null where another call was faster
    if (value !== null && key.includes(user)) privateStore.write(key, value)
    localStore.forget(key)
  }
}
