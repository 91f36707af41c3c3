import type { Db } from './platform/database.ts'

/** What can happen that something follows from, with the ids that tell it. */
export type Events = {
  'user.invited': { user: string; activation: string; domain: string }
  'user.added': { user: string; company: string; domain: string }
  'password.forgotten': { user: string; activation: string; domain: string }
  'file.removed': { file: string }
}
export type EventName = keyof Events

/** Records in a change's own transaction that it happened; `reactions.ts` says what follows, after the commit. */
export const record = <E extends EventName>(db: Db, event: E, subject: Events[E]) => db.jobs.send(db, event, subject)
