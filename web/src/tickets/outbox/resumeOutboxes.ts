import { noteSender } from './noteSender.ts'
import { openingSender } from './openingSender.ts'
import { openOutboxes } from './openOutboxes.ts'
import { newTicketKeyOf, readMessages } from './outbox.ts'
import { replySender } from './replySender.ts'

/** Sends what earlier pages were left with, on any ticket. */
export function resumeOutboxes(user: string) {
  for (const { key, ticket, outbox } of openOutboxes(user)) {
    const known = outbox.messages.get()
    const all = readMessages(key, known) // restored, or left by another tab, since it was opened
    if (all.length > known.length) outbox.messages.set(all)
    const at = outbox.messages.get().find(message => message.at)?.at
    if (key === newTicketKeyOf(user)) void outbox.resume(openingSender())
    else if (key.startsWith('note:')) void outbox.resume(noteSender(ticket))
    else if (at) void outbox.resume(replySender(at.area, { company: at.company, ticket }))
  }
}
