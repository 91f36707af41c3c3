import { localStore } from '../../browser/localStore.ts'
import { userPrefix } from '../../data/encryptedEntry.ts'
import { openOutbox } from './outbox.ts'

/** The outboxes of the user that have messages, also of earlier pages. */
export function openOutboxes(user: string) {
  const prefix = `${userPrefix(user)}outbox:`
  const conversations = localStore
    .keys(prefix)
    .map(key => key.slice(prefix.length, key.lastIndexOf(':')))
  return [...new Set(conversations)].map(key => ({
    key,
    ticket: key.slice(key.lastIndexOf(':') + 1),
    outbox: openOutbox(key),
  }))
}
