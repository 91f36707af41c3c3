import { localStore } from '../../browser/localStore.ts'
import { userPrefix } from '../../data/encryptedEntry.ts'
import { noteSender } from './noteSender.ts'
import { openingSender } from './openingSender.ts'
import { newTicketKeyOf, openOutbox } from './outbox.ts'
import { replySender } from './replySender.ts'

/** Sends what earlier pages were left with, on any ticket. */
export function resumeOutboxes(user: string) {
  const prefix = `${userPrefix(user)}outbox:`
  const conversations = localStore
    .keys(prefix)
    .map(key => key.slice(prefix.length, key.lastIndexOf(':')))
  for (const key of new Set(conversations)) {
    const outbox = openOutbox(key)
    const ticket = key.slice(key.lastIndexOf(':') + 1)
    const at = outbox.messages.get().find(message => message.at)?.at
    if (key === newTicketKeyOf(user)) void outbox.resume(openingSender())
    else if (key.startsWith('note:')) void outbox.resume(noteSender(ticket))
    else if (at) void outbox.resume(replySender(at.area, { company: at.company, ticket }))
  }
}
