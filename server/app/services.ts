import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import type { CallServices } from '#platform/http/calls.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Live } from '#platform/live/live.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import type { MailboxState } from '#platform/mail/imap-reader.ts'
import type { MailBuffer } from '#platform/mail/mail-buffer.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Push } from '#platform/push/push.ts'
import type { Scanner } from '#platform/storage/scanner.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** Everything that requests, jobs and received mails use. Each feature declares its part. */
export type Services = CallServices & {
  config: Config
  jobs: Jobs
  live: Live
  storage: Storage
  scanner: Scanner | null
  mailer: Mailer
  mailInCounts: { accepted: number; refused: number }
  mailBuffer: MailBuffer
  mailbox: MailboxState
  resolver: Resolver
  push: Push
  stopping: AbortSignal
  log: FastifyBaseLogger
}
