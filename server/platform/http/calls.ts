import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Actor } from '#contract/actor.ts'
import type { doneMessages } from '#contract/done.ts'
import type { Caller, Input, Route } from '#contract/route.ts'
import type { Language } from '#contract/text/messages.ts'
import type { Signing, TokenClaims } from '#platform/crypto/signing.ts'
import type { Batch } from '#platform/database/batches.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Statement } from '#platform/database/round-trip.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import type { Source } from './source.ts'

/** What each call uses, whatever its feature. */
export type CallServices = {
  database: Database
  rateLimiter: RateLimiter
  signing: Signing
  audit: AuditLog
  /** Tells open pages of what a call with `changes` has changed; `ids` are those of its path. */
  publishChange: (db: Db, changes: Route['changes'], ids?: Record<string, string>) => Promise<void>
  touchSession: (token: TokenClaims) => void
}

/** A field of a record, in words; null: nothing. */
export type AuditedChange = { field: string; before: string | null; after: string | null }

/** The audited parts of a call. Its subject is `subject`, or else what the last of `ids` names. */
export type AuditedCall = {
  action: string
  actor: Pick<Actor, 'userId' | 'name' | 'role'> | null
  ids?: Record<string, string>
  subject?: string | undefined
  changes?: AuditedChange[]
  refusal?: string
}
export type AuditLog = {
  /** The name that a valid body has of the subject of its call. */
  subjectOf(body: unknown): string | undefined
  /** The insertion of an entry, to be committed with the change. */
  entry(source: Source, call: AuditedCall): Statement
}

/** `platform` has the services `S` that the call's feature uses. */
export type CallContext<S = unknown> = {
  domain: string
  language: Language
  t: ReturnType<typeof doneMessages>
  platform: S
  source: Source
}
/** A validated, authorised call in the vendor's transaction `db`. Before its first statement
 * it has no effect outside the transaction, as it may start twice (record 0067).
 * `query.batch` is the part of a list without pages to read. */
export type Call<R extends Route = Route, S = unknown> = Input<R> &
  (R['query'] extends z.ZodMiniType ? { query: { batch?: Batch | undefined } } : unknown) &
  CallContext<S> & {
    actor: Caller<R>
    db: Db
    auditSubject: (subject: string) => void
    /** Without any the call changed nothing, so it is not audited. */
    auditChanges: (changes: AuditedChange[]) => void
    /** The call changed nothing, so it is not audited. */
    auditSkip: () => void
  }
/** A call that waits for more than the database (bytes, a
 * password's hash), outside a transaction. */
export type DetachedCall<R extends Route = Route, S = unknown> = Input<R> &
  CallContext<S> & {
    vendorId: string
    actor: Caller<R>
    request: FastifyRequest
    reply: FastifyReply
    inVendor: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  }
