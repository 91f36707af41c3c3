import type { EventName, Events } from './events.ts'
import { storageKey } from './files/uploads.ts'
import type { Storage } from './platform/storage.ts'
import { mailActivation, mailMembership, type Post } from './users/mails.ts'

export type Outside = Post & { storage: Storage }
type Reaction<E extends EventName> = (outside: Outside, subject: { vendor: string } & Events[E], jobId: string) => Promise<void>

/** When this has happened, do that: as a job after its change has committed, and again if it fails. */
export const reactions: { [E in EventName]: Reaction<E> } = {
  'user.invited': mailActivation,
  'user.added': mailMembership,
  'password.forgotten': mailActivation,
  'file.removed': ({ storage }, { vendor, file }) => storage.remove(storageKey(vendor, file)),
}

export const eventNames = Object.keys(reactions) as EventName[]
