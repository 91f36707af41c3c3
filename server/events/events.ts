import type { Db } from '#platform/database/database.ts'

/** What can happen that something follows from, with the ids that tell it. */
export type Events = {
  'user.invited': { user: string; activation: string; domain: string }
  'user.added': { user: string; company: string; domain: string }
  /** Of any address that was entered; hidden, since it may be a stranger's. */
  'password.requested': { email: string; domain: string; address: string; device: string; request: string }
  'password.forgotten': { user: string; activation: string; domain: string }
  /**
   * What it says of itself, the address it came from and when: who signed in may have signed out by the time it is told. `left` says of how many
   * more their user can be told today.
   */
  'device.new': DeviceNotice & { left: string }
  'password.changed': DeviceNotice
  /** An entry of the audit counts refused sign-ins that are unusual; `user` is an administrator who is told. */
  'signIn.unusual': { user: string; entry: string; domain: string }
  'file.stored': { file: string }
  /** `by` names the administrator who reset it; `left` says how many recovery codes there are, after one was used. */
  'secondFactor.changed': DeviceNotice & SecondFactorChange
  'file.removed': { file: string }
}
/** What was done with an account, with what and from where. */
export type DeviceNotice = { user: string; device: string; address: string; date: string; domain: string }
export type SecondFactorChange = { change: 'on' | 'off' | 'codes' } | { change: 'used'; left: string } | { change: 'reset'; by: string }
export type EventName = keyof Events

/** Records in a change's own transaction that it happened; `reactions.ts` says what follows, after the commit. */
export const recordEvent = <E extends EventName>(db: Db, event: E, subject: Events[E]) => db.jobs.send(db, event, subject)
