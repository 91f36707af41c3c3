import { Readable } from 'node:stream'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify'
import * as z from 'zod/mini'
import type { Visitor } from '#contract/actor.ts'
import { anyone } from '#contract/actor.ts'
import { doneMessages } from '#contract/done.ts'
import { type ApiError, errorMessages, explain, type Issue, issueMessages } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { type Language, languageOf } from '#contract/messages.ts'
import type { Caller, Input, Returns, Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { answerWriter } from './answers.ts'

import type { Attempts } from './attempts.ts'
import { type Source, sourceOf, subjectIn, writeAudit } from './audit.ts'
import { noteCaller } from './audit-refusals.ts'
import { countCall } from './call-limits.ts'

import type { Config } from './config.ts'
import type { Database, Db, Opened } from './database.ts'
import { forbidden, invalid, notFound, Refusal, unauthenticated } from './errors.ts'
import { answerOnce } from './idempotency.ts'
import type { Jobs } from './jobs.ts'
import type { Mailer } from './mail.ts'
import { inPortions, joined, type Portion } from './portions.ts'
import type { Scanner } from './scanner.ts'
import type { NoteUse } from './session-use.ts'
import type { Signing } from './signing.ts'
import type { Storage } from './storage.ts'
import { SizeMismatch, StorageUnavailable } from './storage-rules.ts'
import { answerUnreadable } from './unreadable.ts'

/** What every handler can reach. */
export type Platform = {
  config: Config
  database: Database
  jobs: Jobs
  attempts: Attempts
  storage: Storage
  /** Null where CLAMAV_URL is not set. */
  scanner: Scanner | null
  mailer: Pick<Mailer, 'counts'>
  signing: Signing
  noteUse: NoteUse
  /** Aborted once the server has been told to stop: it finishes, and who asks next should ask another copy. */
  leaving: AbortSignal
  log: FastifyBaseLogger
}

/** The base of every call. */
export const apiBase = '/api/v1/domain/:domain'

type Asked = {
  /** The domain in the path, which is one of the vendor's. */
  domain: string
  language: Language
  /** What an update or a delete answers, in the reader's language. */
  say: ReturnType<typeof doneMessages>
  platform: Platform
  /** Where it came from. */
  source: Source
}
/** A call as its handler gets it: checked, in a transaction that sees the vendor's rows. */
export type Call<R extends Route = Route> = Input<R> &
  Asked & {
    actor: Caller<R>
    db: Db
    /** Says by which name the audit is to know what this is done to, where its id will not tell. */
    named: (subject: string) => void
  }
/** A call that waits for more than the database (bytes, a password's hash): no transaction is held meanwhile. */
export type DetachedCall<R extends Route = Route> = Input<R> &
  Asked & {
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

/** Puts a feature's calls on the air. Leaving one without a handler is a compile error. */
export const serve =
  <F extends keyof typeof routes>(feature: F, handlers: Handlers<(typeof routes)[F]>) =>
  (http: FastifyInstance, platform: Platform) => {
    for (const [verb, route] of Object.entries<Route>(routes[feature])) {
      const name = `${feature}.${verb}` as RouteName
      const handler = (handlers as Record<string, unknown>)[verb]
      const call: RouteOptions = {
        method: route.method,
        url: apiBase + route.path,
        handler: route.detached
          ? detachedCall(name, route, handler as (call: DetachedCall) => Promise<unknown>, platform)
          : jsonCall(name, route, handler as (call: Call) => Promise<unknown>, platform),
      }
      if (route.upload) http.register(async own => bytesAsTheyCome(own, call))
      else http.route(call)
    }
  }

const jsonCall = (name: RouteName, route: Route, handler: (call: Call) => Promise<unknown>, platform: Platform) => {
  const written = answerWriter(route)
  const isList = hasPages(route)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = ask(request, platform)
    const token = await sessionAsked(route, request, platform)
    const takeBack = await countCall(platform.attempts, route, request, token)
    const answering = (portion?: Portion) =>
      platform.database.inRequest(
        {
          domain: asked.domain,
          sessionId: token?.sessionId ?? null,
          readOnly: route.method === 'GET',
          origin: { route: name, reqId: request.id },
        },
        async (db, opened) => {
          const actor = admit(name, route, request, token, opened)
          const input = read(route, request)
          db.portion = portion
          const handle = async () => {
            let subject = subjectIn(input.body)
            const named = (name: string) => {
              subject = name
            }
            const answer = await handler({ ...input, ...asked, actor: actor as never, db, named })
            if (route.method !== 'GET') await writeAudit(db, asked.source, { action: name, actor, ids: idsIn(input), subject })
            return written(answer)
          }
          const key = route.creates && request.headers['idempotency-key']
          return key && actor ? answerOnce(db, platform.signing, actor, String(key), `${route.method} ${request.url}`, handle) : handle()
        },
      )
    const { first, others } = await inPortions(async portion => {
      const answer = await answering(isList ? portion : undefined)
      if (answer === null) throw unknownDomain()
      return answer
    }).catch(async refusal => {
      if (refusal instanceof Refusal && [401, 403].includes(refusal.status)) await takeBack()
      throw refusal
    })
    if (token) platform.noteUse(token)
    if (!others || request.method === 'HEAD') return sendJson(reply, first)
    return asJson(reply).send(Readable.from(joined(first, others), { highWaterMark: 1 }))
  }
}

/** A list that is also given by pages; as a whole it may be long, and goes out in portions. */
const hasPages = ({ query }: Route) => query instanceof z.ZodMiniObject && 'page' in query.shape

const detachedCall = (name: RouteName, route: Route, handler: (call: DetachedCall) => Promise<unknown>, platform: Platform) => {
  const written = answerWriter(route)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = ask(request, platform)
    const token = await sessionAsked(route, request, platform)
    await countCall(platform.attempts, route, request, token)
    const origin = { route: name, reqId: request.id }
    const who = await platform.database.inRequest(
      { domain: asked.domain, sessionId: token?.sessionId ?? null, readOnly: true, origin },
      async (_, opened) => ({ vendorId: opened.vendorId, actor: admit(name, route, request, token, opened) }),
    )
    if (who === null) throw unknownDomain()
    if (token) platform.noteUse(token)
    const inVendor: DetachedCall['inVendor'] = work => platform.database.inVendor(who.vendorId, work, origin)
    const answer = await handler({ ...read(route, request), ...asked, ...who, actor: who.actor as never, request, reply, inVendor })
    if (route.download) return answer
    return sendJson(reply, written(answer))
  }
}

const sessionAsked = async (route: Route, request: FastifyRequest, platform: Platform) =>
  route.allow === anyone ? null : tokenOf(request, platform)

type Token = Awaited<ReturnType<typeof tokenOf>>

/** Who is asking, if they may. */
function admit(name: RouteName, route: Route, request: FastifyRequest, token: Token, opened: Opened): Visitor {
  const actor = token && actorOf(opened)
  if (actor) noteCaller(request, { name, route, actor })
  if (token && !actor) throw unauthenticated() // a session that has ended, or another vendor's
  if (!route.allow(actor)) throw actor ? forbidden() : unauthenticated()
  return actor
}

/** The ids that say what a call is about. */
function idsIn({ params, body }: { params?: unknown; body?: unknown }): Record<string, string> {
  const { file } = (body ?? {}) as { file?: string }
  return { ...(params as Record<string, string>), ...(file && { file }) }
}

const sendJson = (reply: FastifyReply, text: string) => asJson(reply).send(Buffer.from(text))
const asJson = (reply: FastifyReply) => reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store')

/** An upload's bytes flow to its handler, whatever type they are of. */
function bytesAsTheyCome(http: FastifyInstance, call: RouteOptions) {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', (_, payload, done) => done(null, payload))
  http.route(call)
}

function ask(request: FastifyRequest, platform: Platform): Asked {
  const { domain = '' } = request.params as Record<string, string>
  if (!/^[a-z0-9.:[\]-]{1,253}$/i.test(domain)) throw unknownDomain()
  const language = languageOf(request.headers['accept-language'])
  return { domain: domain.toLowerCase(), language, say: sayings[language], platform, source: sourceOf(request) }
}

const sayings = { tr: doneMessages('tr'), en: doneMessages('en') }

const unknownDomain = () => new Refusal(404, 'unknownDomain')

async function tokenOf(request: FastifyRequest, { signing }: Platform) {
  const header = request.headers.authorization
  if (!header) return null
  const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]
  if (!token || token.length > 2_000) throw unauthenticated()
  return signing.readToken(token)
}

function actorOf(opened: Opened): Visitor {
  const { vendorId, sessionId, userId, role, email, name } = opened
  if (sessionId === null || userId === null) return null
  return { vendorId, sessionId, userId, role: role as 'staff', email: email as string, name: name as string }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What the caller sent, checked. An id that cannot be one is nobody's: 404. */
function read(route: Route, request: FastifyRequest) {
  const { domain: _, ...params } = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    const id = value.toLowerCase()
    if (!uuid.test(id)) throw notFound()
    params[name] = id
  }
  return { params, query: checked(route.query, request.query), body: checked(route.body, request.body) } as Input<Route>
}

function checked(schema: z.ZodMiniType | undefined, sent: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, sent, { reportInput: true })
  if (!result.success) throw invalid(result.error.issues as Issue[])
  return result.data
}

/** An error as the log has it: what happened and where, and not all that hangs on it, such as a whole connection with its keys. */
const loggedError = (error: Error & { code?: unknown }): { type: string; message: string; stack: string } => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(error.code !== undefined && { code: error.code }),
  ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
})

/** Whether an address could be a page of the portal's, which has its own way to say what is wrong. */
export const asksForPage = ({ method, url }: { method: string; url: string }) => method === 'GET' && !/^\/+(api|assets)\//.test(url)

/** Whether a request's path was no valid percent-encoding. It leads nowhere, but is answered like any other. */
export const isMalformed = ({ url, originalUrl }: { url: string; originalUrl: string }) => url !== originalUrl

function isReadable(url: string): boolean {
  try {
    decodeURI(url.replace(/[?#].*/s, ''))
    return true
  } catch {
    return false
  }
}

/** A Fastify without routes: it reads JSON, and answers every failure as the product promises. */
export function createHttp(settings: {
  logLevel: string
  /** Where the log goes; else to the standard output. */
  logTo?: { write(line: string): void }
  trustProxy: Config['trustProxy']
  bodyLimit?: number
}): FastifyInstance {
  const http = Fastify({
    bodyLimit: settings.bodyLimit ?? limits.json,
    logger: {
      level: settings.logLevel,
      ...(settings.logTo && { stream: settings.logTo }),
      redact: ['req.headers.authorization'],
      serializers: { req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url }), err: loggedError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what comes over a line that is still open is answered, and the line is closed
    connectionTimeout: 120_000, // a line on which nothing moves is dead: what waits for it would wait for ever
    trustProxy: settings.trustProxy, // these say where their visitors come from; anybody else's X-Forwarded-For is only a claim
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: answerUnreadable,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : url.replaceAll('%', '%25')),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
  })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text: string, done) => {
    if (text.trim() === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text))
    } catch {
      done(invalid('malformedJson'))
    }
  })
  http.addContentTypeParser('*', (request, _, done) => {
    done(request.headers['content-length'] === '0' ? null : invalid('unsupportedType'), undefined)
  })
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (isMalformed(request) && !asksForPage(request)) throw invalid('badRequest')
  })
  http.setErrorHandler(answerError)
  return http
}

/** `{name, message, errors?}` in the reader's language, with the request's id to quote; never a stack, SQL or path. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) request.log.error({ err: error, route: request.routeOptions?.url }, refusal.code)
  const language = languageOf(request.headers['accept-language'])
  const t = issueMessages(language)
  const body: ApiError = { name: refusal.name, message: errorMessages(language)[refusal.code], requestId: request.id }
  if (refusal.status === 400) {
    body.errors = refusal.issues?.slice(0, 50).map(issue => ({ msg: explain(issue, t), path: issue.path.map(String).join('.') })) ?? [
      { msg: body.message, path: '' },
    ]
  }
  if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
  // Closing at once would cut off a sender who is still writing before the answer is read; so the rest is read, and dropped.
  if (refusal.status === 413) reply.removeHeader('connection')
  return reply.code(refusal.status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof SizeMismatch) return invalid('uploadLengthMismatch')
  if (error instanceof StorageUnavailable) return new Refusal(503, 'unavailable', { retryAfter: 5, cause: error })
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode === 413) return new Refusal(413, 'tooLarge')
  if (statusCode >= 400 && statusCode < 500) return invalid('badRequest')
  return new Refusal(500, 'unexpected', { cause: error })
}
