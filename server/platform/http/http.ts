import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { type Actor, anyone, type Visitor } from '#contract/actor.ts'
import { doneMessages } from '#contract/done.ts'
import type { Issue } from '#contract/errors.ts'
import { type Language, languageOf } from '#contract/messages.ts'
import type { Caller, Input, Returns, Route } from '#contract/route.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing, TokenClaims } from '#platform/crypto/signing.ts'
import { type Batch, joinBatches, listClientOf, readBatches } from '#platform/database/batches.ts'
import type { Database, Db, RequestContext } from '#platform/database/database.ts'
import { forbidden, invalid, notFound, Refusal, reauthenticationRequired, unauthenticated } from '#platform/errors.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { countCall, isSearch } from '#platform/limits/call-limits.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import { queueSearch } from '#platform/limits/search-queue.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Scanner } from '#platform/storage/scanner.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { bodyLimitOf } from './body-limit.ts'
import { runOnce } from './idempotency.ts'
import { responseSerializer } from './response-serializer.ts'
import { type Source, sourceOf } from './source.ts'

/** What every handler can reach. */
export type Platform = {
  config: Config
  database: Database
  jobs: Jobs
  rateLimiter: RateLimiter
  storage: Storage
  /** Null where CLAMAV_URL is not set. */
  scanner: Scanner | null
  mailer: Pick<Mailer, 'counts'>
  signing: Signing
  audit: AuditLog
  /** Notes that a session is in use, beside the call. */
  touchSession: (token: TokenClaims) => void
  /** Aborted once the server has been told to stop: it finishes, and who asks next should ask another copy. */
  stopping: AbortSignal
  log: FastifyBaseLogger
}

/** What the audit keeps of a call: `ids` name what it was done to, of several the last one; else `subject` does. */
export type AuditEntry = {
  action: string
  /** null: without a session */
  actor: Pick<Actor, 'userId' | 'name' | 'role'> | null
  ids?: Record<string, string>
  subject?: string | undefined
  /** The status that a ticket was given, or was to be given. */
  status?: string | undefined
  /** The name of the error with which it was refused. */
  refusal?: string
}
/** Keeps who did what; the audit feature implements it. */
export type AuditLog = {
  /** What a body, once it is checked, says of the subject of its call. */
  details(body: unknown): Pick<AuditEntry, 'subject' | 'status'>
  write(db: Db, source: Source, entry: AuditEntry): Promise<void>
}

/** The base of every call. */
export const apiBase = '/api/v1/domain/:domain'

type CallContext = {
  /** The domain in the path, which is one of the vendor's. */
  domain: string
  language: Language
  /** What an update or a delete answers, in the reader's language. */
  t: ReturnType<typeof doneMessages>
  platform: Platform
  /** Where it came from. */
  source: Source
}
/** A call as its handler gets it: checked, in a transaction that sees the vendor's rows. */
export type Call<R extends Route = Route> = Input<R> &
  CallContext & {
    actor: Caller<R>
    db: Db
    /** Says by which name the audit is to know what this is done to, where its id will not tell. */
    auditSubject: (subject: string) => void
    /** Says that all is as it was before: the audit has no entry of it. */
    auditSkip: () => void
  }
/** A call that waits for more than the database (bytes, a password's hash): no transaction is held meanwhile. */
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

/** Registers a feature's routes, each under the name `feature.verb`. A route without a handler is a compile error. */
export const serve =
  <R extends Record<string, Route>>(feature: string, routes: R, handlers: Handlers<R>) =>
  (http: FastifyInstance, platform: Platform) => {
    for (const [verb, route] of Object.entries<Route>(routes)) {
      const name = `${feature}.${verb}`
      const handler = (handlers as Record<string, unknown>)[verb]
      const call: RouteOptions = {
        method: route.method,
        url: apiBase + route.path,
        bodyLimit: bodyLimitOf(route),
        onRequest: async request => void arrivals.set(request, await receive(route, request, platform)),
        handler: route.detached
          ? detachedCall(name, route, handler as (call: DetachedCall) => Promise<unknown>, platform)
          : jsonCall(name, route, handler as (call: Call) => Promise<unknown>, platform),
      }
      if (route.upload) http.register(async own => withoutBodyParser(own, call))
      else http.route(call)
    }
  }

const jsonCall = (name: string, route: Route, handler: (call: Call) => Promise<unknown>, platform: Platform) => {
  const written = responseSerializer(route)
  const isList = hasPages(route)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { context, token, refund } = arrivals.get(request) as Arrival
    const reader = isList && listClientOf(token?.sessionId ?? '', reply)
    const answering = (batch?: Batch) =>
      platform.database.inRequest(
        {
          domain: context.domain,
          sessionId: token?.sessionId ?? null,
          readOnly: route.method === 'GET',
          origin: { route: name, reqId: request.id },
        },
        async (db, opened) => {
          const { actor, input } = admit(name, route, request, token, opened)
          db.batch = batch
          const handle = async () => {
            const told = platform.audit.details(input.body)
            const auditSubject = (name: string) => {
              told.subject = name
            }
            let changes = route.method !== 'GET'
            const auditSkip = () => {
              changes = false
            }
            const answer = await handler({ ...input, ...context, actor: actor as never, db, auditSubject, auditSkip })
            if (changes) await platform.audit.write(db, context.source, { action: name, actor, ids: idsIn(input), ...told })
            return written(answer)
          }
          const key = route.creates && request.headers['idempotency-key']
          if (!key || !actor) return handle()
          const keyed = { key: String(key), call: `${route.method} ${request.url}`, body: input.body }
          return runOnce(db, platform.signing, actor, keyed, handle)
        },
      )
    const answered = async (batch?: Batch) => {
      const answer = await (token && reader && isSearch(request) ? queueSearch(token, reader, () => answering(batch)) : answering(batch))
      if (answer === null) throw unknownDomain()
      return answer
    }
    const reading: ReturnType<typeof readBatches<string>> = reader ? readBatches(reader, answered) : answered().then(first => ({ first }))
    const { first, others } = await reading.catch(async refusal => {
      if (refusal instanceof Refusal && [401, 403].includes(refusal.status)) await refund()
      throw refusal
    })
    if (token) platform.touchSession(token)
    if (!others || request.method === 'HEAD') return sendJson(reply, first)
    return asJson(reply).send(Readable.from(joinBatches(first, others), { highWaterMark: 1 }))
  }
}

/** A list that is also given by pages; as a whole it may be long, and goes out in portions. */
const hasPages = ({ query }: Route) => query instanceof z.ZodMiniObject && 'page' in query.shape

const detachedCall = (name: string, route: Route, handler: (call: DetachedCall) => Promise<unknown>, platform: Platform) => {
  const written = responseSerializer(route)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { context, token } = arrivals.get(request) as Arrival
    const origin = { route: name, reqId: request.id }
    const who = await platform.database.inRequest(
      { domain: context.domain, sessionId: token?.sessionId ?? null, readOnly: true, origin },
      async (_, opened) => ({ vendorId: opened.vendorId, ...admit(name, route, request, token, opened) }),
    )
    if (who === null) throw unknownDomain()
    if (token) platform.touchSession(token)
    const inVendor: DetachedCall['inVendor'] = work => platform.database.inVendor(who.vendorId, work, origin)
    const { input, vendorId, actor } = who
    const answer = await handler({ ...input, ...context, vendorId, actor: actor as never, request, reply, inVendor })
    if (route.download) return answer
    return sendJson(reply, written(answer))
  }
}

type Token = Awaited<ReturnType<typeof verifyToken>>

/** The callers of the requests, as soon as they are known: whether they are authorised is decided next. */
type KnownCaller = { name: string; route: Route; actor: Actor }
const callers = new WeakMap<FastifyRequest, KnownCaller>()
export const callerOf = (request: FastifyRequest): KnownCaller | undefined => callers.get(request)

/** What is known of a call before its body is read; `takeBack` uncounts it. */
type Arrival = { context: CallContext; token: Token; refund: () => Promise<void> }
const arrivals = new WeakMap<FastifyRequest, Arrival>()

/** Checks a call's token and counts the call, before a byte of its body is read. @throws 401, 404, 429 */
async function receive(route: Route, request: FastifyRequest, platform: Platform): Promise<Arrival> {
  const context = contextOf(request, platform)
  const token = await claimsOf(route, request, platform).catch(async refusal => {
    await countCall(platform.rateLimiter, route, request, null)
    throw refusal
  })
  return { context, token, refund: await countCall(platform.rateLimiter, route, request, token) }
}

const claimsOf = async (route: Route, request: FastifyRequest, platform: Platform) =>
  route.allow === anyone ? null : verifyToken(request, platform)

/** The caller and the checked input of a call that they may make. @throws 401, 403, 404 for what cannot be an id, 400 */
function admit(
  name: string,
  route: Route,
  request: FastifyRequest,
  token: Token,
  context: RequestContext,
): { actor: Visitor; input: Input<Route> } {
  const actor = token && actorOf(context)
  if (actor) callers.set(request, { name, route, actor })
  if (token && !actor) throw unauthenticated() // a session that has ended, or another vendor's
  if (!route.allow(actor)) throw actor ? forbidden() : unauthenticated()
  const input = parseInput(route, request)
  if (!context.authenticatedRecently && requiresRecentAuthentication(route, input)) throw reauthenticationRequired()
  return { actor, input }
}

const requiresRecentAuthentication = ({ recentAuthentication }: Route, { body }: Input<Route>): boolean =>
  typeof recentAuthentication === 'function' ? recentAuthentication(body as never) : recentAuthentication === true

/** The ids that say what a call is about. */
function idsIn({ params, body }: { params?: unknown; body?: unknown }): Record<string, string> {
  const { file } = (body ?? {}) as { file?: string }
  return { ...(params as Record<string, string>), ...(file && { file }) }
}

const sendJson = (reply: FastifyReply, text: string) => asJson(reply).send(Buffer.from(text))
const asJson = (reply: FastifyReply) => reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store')

/** An upload's bytes flow to its handler, whatever type they are of. */
function withoutBodyParser(http: FastifyInstance, call: RouteOptions) {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', (_, payload, done) => done(null, payload))
  http.route(call)
}

function contextOf(request: FastifyRequest, platform: Platform): CallContext {
  const { domain = '' } = request.params as Record<string, string>
  if (!/^[a-z0-9.:[\]-]{1,253}$/i.test(domain)) throw unknownDomain()
  const language = languageOf(request.headers['accept-language'])
  return { domain: domain.toLowerCase(), language, t: doneTexts[language], platform, source: sourceOf(request) }
}

const doneTexts = { tr: doneMessages('tr'), en: doneMessages('en') }

const unknownDomain = () => new Refusal(404, 'unknownDomain')

async function verifyToken(request: FastifyRequest, { signing }: Platform) {
  const header = request.headers.authorization
  if (!header) return null
  const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]
  if (!token || token.length > 2_000) throw unauthenticated()
  return signing.readToken(token)
}

function actorOf(context: RequestContext): Visitor {
  const { vendorId, sessionId, userId, role, email, name } = context
  if (sessionId === null || userId === null) return null
  return { vendorId, sessionId, userId, role: role as 'staff', email: email as string, name: name as string }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What the caller sent, checked. An id that cannot be one is nobody's: 404. */
function parseInput(route: Route, request: FastifyRequest) {
  const { domain: _, ...params } = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    const id = value.toLowerCase()
    if (!uuid.test(id)) throw notFound()
    params[name] = id
  }
  return { params, query: parse(route.query, request.query), body: parse(route.body, request.body) } as Input<Route>
}

function parse(schema: z.ZodMiniType | undefined, sent: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, sent, { reportInput: true })
  if (!result.success) throw invalid(result.error.issues as Issue[])
  return result.data
}
