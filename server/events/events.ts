import type { Db } from '#platform/database/database.ts'

export type Events = {
  'user.invited': { user: string; activation: string; domain: string }
  'user.added': { user: string; company: string; domain: string }
  /** `email` is encrypted: it can be any address. */
  'password.requested': { email: string; domain: string; address: string; device: string; request: string }
  'password.forgotten': { user: string; activation: string; domain: string }
  'device.new': DeviceNotice & { left: string } // how many such mails can follow today
  'password.changed': DeviceNotice
  'signIn.unusual': { user: string; entry: string; domain: string } // an administrator, an audit entry
  'file.stored': { file: string }
  'secondFactor.changed': DeviceNotice & SecondFactorChange
  'file.removed': { file: string }
}
/** Carries all that the mail says, as the session may have ended before it is sent. */
export type DeviceNotice = { user: string; device: string; address: string; date: string; domain: string }
export type SecondFactorChange = { change: 'on' | 'off' | 'codes' } | { change: 'used'; left: string } | { change: 'reset'; by: string }
export type EventName = keyof Events

/** Enqueues a job in the change's own transaction; `reactions.ts` runs it after the commit. */
export const recordEvent = <E extends EventName>(db: Db, event: E, subject: Events[E]) => db.jobs.send(db, event, subject)
