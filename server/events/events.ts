import type { Db } from '#platform/database/database.ts'

export type Events = {
  /** `email` is encrypted: it can be any address. */
  'password.requested': { email: string; domain: string; address: string; device: string; request: string }
  'file.stored': { file: string }
  'file.removed': { file: string }
}
export type EventName = keyof Events

/** Enqueues a job in the change's own transaction; `reactions.ts` runs it after the commit. */
export const recordEvent = <E extends EventName>(db: Db, event: E, subject: Events[E]) => db.jobs.send(db, event, subject)
