import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Compilable } from 'kysely'
import type * as z from 'zod/mini'
import type { Actor } from '#contract/actor.ts'
import type { doneMessages } from '#contract/done.ts'
import type { Caller, Input, Route } from '#contract/route.ts'
import type { Language } from '#contract/text/messages.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing, TokenClaims } from '#platform/crypto/signing.ts'
import type { Batch } from '#platform/database/batches.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import type { Live } from '#platform/live/live.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import type { MailboxState } from '#platform/mail/imap-reader.ts'
import type { MailBuffer } from '#platform/mail/mail-buffer.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Push } from '#platform/push/push.ts'
import type { Scanner } from '#platform/storage/scanner.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Source } from './source.ts'

export type Platform = {
  config: Config
  database: Database
  jobs: Jobs
  live: Live
  rateLimiter: RateLimiter
  storage: Storage
  scanner: Scanner | null
  mailer: Pick<Mailer, 'counts'>
  mailInCounts: { accepted: number; refused: number }
  mailBuffer: MailBuffer
  mailbox: MailboxState
  resolver: Resolver
  push: Push
  signing: Signing
  audit: AuditLog
  /** Tells open pages of what a call with `changes` has changed; `ids` are those of its path. */
  publishChange: (db: Db, changes: Route['changes'], ids?: Record<string, string>) => Promise<void>
  touchSession: (token: TokenClaims) => void
  stopping: AbortSignal
  log: FastifyBaseLogger
}

/** The audited parts of a call. Its subject is `subject`, or else what the last of `ids` names. */
export type AuditedCall = {
  action: string
  actor: Pick<Actor, 'userId' | 'name' | 'role'> | null
  ids?: Record<string, string>
  subject?: string | undefined
  status?: string | undefined
  refusal?: string
}
export type AuditLog = {
  /** What a valid body tells about the subject of its call. */
  details(body: unknown): Pick<AuditedCall, 'subject' | 'status'>
  /** The insertion of an entry, to be committed with the change. */
  entry(db: Db, source: Source, call: AuditedCall): Compilable
}

export type CallContext = {
  domain: string
  language: Language
  t: ReturnType<typeof doneMessages>
  platform: Platform
  source: Source
}
/** A validated, authorised call in the vendor's transaction `db`.
 * `query.batch` is the part of a list without pages to read. */
export type Call<R extends Route = Route> = Input<R> &
  (R['query'] extends z.ZodMiniType ? { query: { batch?: Batch | undefined } } : unknown) &
  CallContext & {
    actor: Caller<R>
    db: Db
    auditSubject: (subject: string) => void
    auditStatus: (status: string) => void
    /** The call changed nothing, so it is not audited. */
    auditSkip: () => void
  }
/** A call that waits for more than the database (bytes, a
 * password's hash), outside a transaction. */
export type DetachedCall<R extends Route = Route> = Input<R> &
  CallContext & {
    vendorId: string
    actor: Caller<R>
    request: FastifyRequest
    reply: FastifyReply
    inVendor: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  }
