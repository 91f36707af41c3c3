import { Readable } from 'node:stream'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import type { Compilable } from 'kysely'
import * as z from 'zod/mini'
import { type Actor, anyone, type Visitor } from '#contract/actor.ts'
import { doneMessages } from '#contract/done.ts'
import type { Issue } from '#contract/errors.ts'
import { normalizeHost } from '#contract/hosts.ts'
import { type Language, languageOf } from '#contract/messages.ts'
import type { Caller, Input, Returns, Route } from '#contract/route.ts'
import type { Requester } from '#platform/concurrency/fair-semaphore.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing, TokenClaims } from '#platform/crypto/signing.ts'
import { type Batch, listClientOf, readBatches } from '#platform/database/batches.ts'
import type { RequestContext } from '#platform/database/connection.ts'
import type { Database, Db, RequestScope } from '#platform/database/database.ts'
import { runFor } from '#platform/database/requester.ts'
import {
  forbidden,
  HttpError,
  invalid,
  notFound,
  reauthenticationRequired,
  unauthenticated,
} from '#platform/errors.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { countCall } from '#platform/limits/call-limits.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import { begun, requesterOf } from '#platform/limits/requesters.ts'
import type { Live } from '#platform/live/live.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import type { MailboxState } from '#platform/mail/imap-reader.ts'
import type { MailBuffer } from '#platform/mail/mail-buffer.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Push } from '#platform/push/push.ts'
import type { Scanner } from '#platform/storage/scanner.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { bodyLimitOf } from './body-limit.ts'
import { claimKey, keyedRequestOf, storedResponse } from './idempotency.ts'
import { listSerializer, responseSerializer } from './response-serializer.ts'
import { type Source, sourceOf } from './source.ts'

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

/** The audited parts of a call. The last one of `ids` is its subject, or else `subject`. */
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

export const apiBase = '/api/v1/domain/:domain'

type CallContext = {
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
type Handler<R extends Route> = R extends { detached: true }
  ? (call: DetachedCall<R>) => Promise<unknown>
  : (call: Call<R>) => Promise<Returns<R>> | Returns<R>
type Handlers<R> = { [K in keyof R]: R[K] extends Route ? Handler<R[K]> : never }

/** Registers a feature's routes under names `feature.verb`.
 * A route without a handler is a compile error. */
export const registerRoutes =
  <R extends Record<string, Route>>(feature: string, routes: R, handlers: Handlers<R>) =>
  (http: FastifyInstance, platform: Platform) => {
    for (const [verb, route] of Object.entries<Route>(routes)) {
      const name = `${feature}.${verb}`
      const handler = (handlers as Record<string, unknown>)[verb]
      const call: RouteOptions = {
        method: route.method,
        url: apiBase + route.path,
        bodyLimit: bodyLimitOf(route),
        config: { isStream: route.stream === true, isUpload: route.upload === true },
        onRequest: async request =>
          void receivedCalls.set(request, await receive(name, route, request, platform)),
        handler: route.detached
          ? detachedCall(name, route, handler as (call: DetachedCall) => Promise<unknown>, platform)
          : jsonCall(name, route, handler as (call: Call) => Promise<unknown>, platform),
      }
      if (route.upload) http.register(async scope => withoutBodyParser(scope, call))
      else http.route(call)
    }
  }

/** Answers with `message` once the work is done. */
export async function withMessage(message: string, work: Promise<unknown>) {
  await work
  return { message }
}

const jsonCall = (
  name: string,
  route: Route,
  handler: (call: Call) => Promise<unknown>,
  platform: Platform,
) => {
  const serialize = responseSerializer(route)
  const list = hasPages(route) ? listSerializer(route) : undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const received = receivedCalls.get(request) as ReceivedCall
    const { context, token, requester, refund } = received
    const listClient = list && listClientOf(token?.sessionId ?? '', reply)
    const scope: RequestScope = {
      domain: context.domain,
      sessionId: token?.sessionId ?? null,
      readOnly: route.method === 'GET',
      label: { route: name, reqId: request.id },
    }
    const run = async (batch: Batch | undefined, db: Db, requestContext: RequestContext) => {
      const { actor, input } = authorize(request, received, requestContext)
      const keyed = route.creates && actor ? keyedRequestOf(request, actor, input) : null
      const earlier = keyed && (await claimKey(db, platform.signing, keyed))
      if (earlier !== null) return earlier
      const entry: AuditedCall = {
        action: name,
        actor,
        ids: idsIn(input),
        ...platform.audit.details(input.body),
      }
      let isAudited = route.method !== 'GET' && route.audited !== false
      const result = await handler({
        ...input,
        ...(batch && { query: { ...(input.query as object), batch } }),
        ...context,
        actor: actor as never,
        db,
        auditSubject: subject => Object.assign(entry, { subject }),
        auditStatus: status => Object.assign(entry, { status }),
        auditSkip: () => {
          isAudited = false
        },
      })
      if (isAudited && route.changes) await platform.publishChange(db, route.changes, entry.ids)
      const response = list && batch?.isPart ? list.rows(result) : serialize(result)
      await db.commit([
        ...(isAudited ? [platform.audit.entry(db, context.source, entry)] : []),
        ...(keyed ? [storedResponse(db, platform.signing, keyed, response)] : []),
      ])
      return response
    }
    const read = async (batch?: Batch) => {
      const waits = batch?.after
        ? { ...requester, maxWaiting: Number.POSITIVE_INFINITY, isBegun: true }
        : requester
      const json = await runFor(waits, () =>
        platform.database.inRequest(scope, (...opened) => run(batch, ...opened)),
      )
      if (json === null) throw unknownDomain()
      return json
    }
    const reading: ReturnType<typeof readBatches<string>> = listClient
      ? readBatches(listClient, read)
      : read().then(first => ({ first }))
    const { first, others } = await reading.catch(async error => {
      if (error instanceof HttpError && [401, 403].includes(error.status))
        await runFor(begun(requester), refund)
      throw error
    })
    if (token) platform.touchSession(token)
    if (!list || !others || request.method === 'HEAD') return sendJson(reply, first)
    return asJson(reply).send(Readable.from(list.join(first, others), { highWaterMark: 1 }))
  }
}

/** A list without pages may be long, so a list route that has pages is streamed in batches. */
const hasPages = ({ query }: Route) => query instanceof z.ZodMiniObject && 'page' in query.shape

const detachedCall = (
  name: string,
  route: Route,
  handler: (call: DetachedCall) => Promise<unknown>,
  platform: Platform,
) => {
  const serialize = responseSerializer(route)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const received = receivedCalls.get(request) as ReceivedCall
    const { context, token } = received
    const label = { route: name, reqId: request.id }
    const scope: RequestScope = {
      domain: context.domain,
      sessionId: token?.sessionId ?? null,
      readOnly: true,
      label,
    }
    const authorized = await runFor(received.requester, () =>
      platform.database.inRequest(scope, async (_, requestContext) => ({
        vendorId: requestContext.vendorId,
        ...authorize(request, received, requestContext),
      })),
    )
    if (authorized === null) throw unknownDomain()
    if (token) platform.touchSession(token)
    const { input, vendorId, actor } = authorized
    const requester = begun(received.requester)
    const inVendor: DetachedCall['inVendor'] = work =>
      runFor(requester, () => platform.database.inVendor(vendorId, work, label))
    const result = await runFor(requester, () =>
      handler({ ...input, ...context, vendorId, actor: actor as never, request, reply, inVendor }),
    )
    if (route.download) return result
    return sendJson(reply, serialize(result))
  }
}

type Token = Awaited<ReturnType<typeof verifyToken>>

/** A call before its body is read; `refund` takes back its rate-limit
 * attempt. `actor` is set once known, even if not authorised. */
type ReceivedCall = {
  name: string
  route: Route
  context: CallContext
  token: Token
  requester: Requester
  refund: () => Promise<void>
  actor?: Actor
}
const receivedCalls = new WeakMap<FastifyRequest, ReceivedCall>()
/** The call of a request; undefined where its path is no call or `receive` refused it. */
export const callerOf = (request: FastifyRequest) => receivedCalls.get(request)

/** Verifies the token and counts the call, before its body is read. @throws 401, 404, 429 */
async function receive(
  name: string,
  route: Route,
  request: FastifyRequest,
  platform: Platform,
): Promise<ReceivedCall> {
  const context = contextOf(request, platform)
  const count = (token: Token) => {
    const requester = requesterOf(request, token)
    return runFor(requester, async () => ({
      requester,
      refund: await countCall(platform.rateLimiter, route, request, token),
    }))
  }
  const token = await verifyToken(route, request, platform).catch(async error => {
    await count(null)
    throw error
  })
  return { name, route, context, token, ...(await count(token)) }
}

function authorize(
  request: FastifyRequest,
  received: ReceivedCall,
  context: RequestContext,
): { actor: Visitor; input: Input<Route> } {
  const { route, token } = received
  const actor = token && actorOf(context)
  if (actor) received.actor = actor
  if (token && !actor) throw unauthenticated() // the session has ended, or is another vendor's
  if (!route.allow(actor)) throw actor ? forbidden() : unauthenticated()
  const input = parseInput(route, request)
  if (!context.authenticatedRecently && requiresRecentAuthentication(route, input))
    throw reauthenticationRequired()
  return { actor, input }
}

const requiresRecentAuthentication = (
  { recentAuthentication }: Route,
  { body }: Input<Route>,
): boolean =>
  typeof recentAuthentication === 'function'
    ? recentAuthentication(body as never)
    : recentAuthentication === true

function idsIn({ params, body }: { params?: unknown; body?: unknown }): Record<string, string> {
  const { file } = (body ?? {}) as { file?: string }
  return { ...(params as Record<string, string>), ...(file && { file }) }
}

const sendJson = (reply: FastifyReply, text: string) => asJson(reply).send(Buffer.from(text))
const asJson = (reply: FastifyReply) =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')

function withoutBodyParser(http: FastifyInstance, call: RouteOptions) {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', (_, payload, done) => done(null, payload))
  http.route(call)
}

function contextOf(request: FastifyRequest, platform: Platform): CallContext {
  const { domain = '' } = request.params as Record<string, string>
  if (!/^[a-z0-9.:[\]-]{1,253}$/i.test(domain)) throw unknownDomain()
  const language = languageOf(request.headers['accept-language'])
  return {
    domain: normalizeHost(domain),
    language,
    t: doneTexts[language],
    platform,
    source: sourceOf(request),
  }
}

const doneTexts = { tr: doneMessages('tr'), en: doneMessages('en') }

const unknownDomain = () => new HttpError(404, 'unknownDomain')

async function verifyToken({ allow }: Route, request: FastifyRequest, { signing }: Platform) {
  const header = request.headers.authorization
  if (allow === anyone || !header) return null
  const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]
  if (!token || token.length > 2_000) throw unauthenticated()
  return signing.verifyToken(token)
}

function actorOf(context: RequestContext): Visitor {
  const { vendorId, sessionId, userId, role, email, name } = context
  if (sessionId === null || userId === null) return null
  return {
    vendorId,
    sessionId,
    userId,
    role: role as 'staff',
    email: email as string,
    name: name as string,
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function parseInput(route: Route, request: FastifyRequest) {
  const { domain: _, ...params } = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    const id = value.toLowerCase()
    if (!uuid.test(id)) throw notFound()
    params[name] = id
  }
  return {
    params,
    query: parse(route.query, request.query),
    body: parse(route.body, request.body),
  } as Input<Route>
}

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value, { reportInput: true })
  if (!result.success) throw invalid(result.error.issues as Issue[])
  return result.data
}
