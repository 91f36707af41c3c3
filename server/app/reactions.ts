import { type MailKind, mailKinds } from '#contract/mail.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import type { Push } from '#platform/push/push.ts'
import type { Scanner } from '#platform/storage/scanner.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { EventName, Events } from '../events/events.ts'
import { scanUpload } from '../files/scans.ts'
import { storageKey } from '../files/uploads.ts'
import { mailNewDevice, mailNewPassword } from '../identity/mails/account-mails.ts'
import { mailActivation } from '../identity/mails/activation-mail.ts'
import { mailEmailChange, mailEmailConfirmation } from '../identity/mails/email-mails.ts'
import { mailSecondFactor } from '../identity/mails/second-factor-mails.ts'
import { mailUnusualSignIns } from '../identity/mails/unusual-sign-ins-mail.ts'
import { sendResetLinks } from '../identity/passwords/resets.ts'
import type { QueuedMail } from '../mail/mail-queue.ts'
import type { MailContext } from '../mail/user-mail.ts'
import { mailAnswer } from '../mail-in/filing/answers.ts'
import { fileMail } from '../mail-in/filing/file-mail.ts'
import { mailHeld } from '../mail-in/filing/hold.ts'
import { mailConfirmation } from '../notifications/confirmation-mail.ts'
import { leaveMerge } from '../notifications/follow-merge.ts'
import { deleteNotificationsOf } from '../notifications/mailed-messages.ts'
import { notifyOfChange, notifyOfInfection } from '../notifications/notify.ts'
import { sendPush } from '../notifications/send-push.ts'
import { mailMembership } from '../people/membership-mail.ts'
import { endSnooze } from '../tickets/snooze.ts'
import { continueDueDates } from '../vendors/due-dates.ts'

export type ReactionContext = MailContext & {
  storage: Storage
  scanner: Scanner | null
  rateLimiter: RateLimiter
  resolver: Resolver
  push: Push
}
type Reaction<E extends EventName> = (
  context: ReactionContext,
  subject: { vendor: string } & Events[E],
) => Promise<void>

/** Each runs as a job after the change has committed, and is retried when it fails. */
export const reactions: { [E in EventName]: Reaction<E> } = {
  'password.requested': sendResetLinks,
  'file.stored': scanUpload,
  'file.infected': notifyOfInfection,
  'ticket.changed': notifyOfChange,
  'targets.changed': continueDueDates,
  'message.retracted': deleteNotificationsOf,
  'merge.undone': leaveMerge,
  'ticket.snoozed': endSnooze,
  'file.removed': ({ storage }, { vendor, file }) => storage.remove(storageKey(vendor, file)),
  'mail.received': fileMail,
  'push.queued': sendPush,
}

/** How the mails of each kind are written and sent, but for those about tickets,
 * which are prepared together (`prepareTicketMails`). */
export const mailSenders: {
  [K in Exclude<MailKind, 'ticket.news'>]: (
    context: MailContext & { storage: Storage },
    mail: QueuedMail<K>,
  ) => Promise<void>
} = {
  'user.invited': mailActivation,
  'user.added': mailMembership,
  'password.forgotten': mailActivation,
  'device.new': mailNewDevice,
  'password.changed': mailNewPassword,
  'email.confirmation': mailEmailConfirmation,
  'email.changed': mailEmailChange,
  'secondFactor.changed': mailSecondFactor,
  'signIn.unusual': mailUnusualSignIns,
  'mail.answered': mailAnswer,
  'mail.held': mailHeld,
  'mail.filed': mailConfirmation,
}

export const eventNames = Object.keys(reactions) as EventName[]
export const queueNames = [...eventNames, ...mailKinds]
