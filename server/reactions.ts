import type { MailKind } from '#contract/mails.ts'
import type { EventName, Events } from './events.ts'
import { scanStored } from './files/scans.ts'
import { storageKey } from './files/uploads.ts'
import type { Attempts } from './platform/attempts.ts'
import type { Scanner } from './platform/scanner.ts'
import type { Storage } from './platform/storage.ts'
import { mailSecondFactor } from './second-factor/mails.ts'
import { mailNewDevice, mailNewPassword } from './sessions/mails.ts'
import { sendResetLinks } from './sessions/resets.ts'
import { mailUnusualSignIns } from './sessions/unusual-sign-ins-mail.ts'
import { mailActivation, mailMembership, type Post } from './users/mails.ts'

export type Outside = Post & { storage: Storage; scanner: Scanner | null; attempts: Attempts }
type Reaction<E extends EventName> = (outside: Outside, subject: { vendor: string } & Events[E], jobId: string) => Promise<void>

/** The reactions that are a mail to the `user` of their event: `contract/mails.ts` has their words, and administrators see how they fare. */
const mails: { [E in MailKind]: Events[E] extends { user: string } ? Reaction<E> : never } = {
  'user.invited': mailActivation,
  'user.added': mailMembership,
  'password.forgotten': mailActivation,
  'device.new': mailNewDevice,
  'password.changed': mailNewPassword,
  'secondFactor.changed': mailSecondFactor,
  'signIn.unusual': mailUnusualSignIns,
}

/** When this has happened, do that: as a job after its change has committed, and again if it fails. */
export const reactions: { [E in EventName]: Reaction<E> } = {
  ...mails,
  'password.requested': sendResetLinks,
  'file.stored': scanStored,
  'file.removed': ({ storage }, { vendor, file }) => storage.remove(storageKey(vendor, file)),
}

export const eventNames = Object.keys(reactions) as EventName[]
