import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type ApiError, type ErrorCode, errorMessages, explain, issueMessages } from '#contract/errors.ts'
import { languageOf } from '#contract/messages.ts'
import type { Config } from '#platform/config/config.ts'
import { invalid, Refusal } from '#platform/errors.ts'
import { SizeMismatch, StorageUnavailable } from '#platform/storage/rules.ts'
import { bodyLimitOf, isTooDeep } from './body-limit.ts'
import { sendClientError } from './client-errors.ts'

/** An error as the log has it: what happened and where, and not all that hangs on it, such as a whole connection with its keys. */
const loggedError = (error: Error & { code?: unknown }): { type: string; message: string; stack: string } => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(error.code !== undefined && { code: error.code }),
  ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
})

/** Whether an address could be a page of the portal's, which has its own way to say what is wrong. */
export const isForPage = ({ method, url }: { method: string; url: string }) => method === 'GET' && !/^\/+(api|assets)\//.test(url)

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
}): FastifyInstance {
  const http = Fastify({
    bodyLimit: bodyLimitOf({}), // each call has its own
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
    clientErrorHandler: sendClientError,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : url.replaceAll('%', '%25')),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply as FastifyReply),
  })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text: string, done) => {
    if (text.trim() === '') return done(null, undefined)
    if (isTooDeep(text)) return done(invalid('jsonTooDeep'))
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
    if (isMalformed(request) && !isForPage(request)) throw invalid('badRequest')
  })
  http.setErrorHandler(sendError)
  return http
}

/** `{name, message, errors?}` in the reader's language, with the request's id to quote; never a stack, SQL or path. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) logFailure(request, error, refusal)
  const language = languageOf(request.headers['accept-language'])
  const t = issueMessages(language)
  const text = errorMessages(language)[refusal.code]
  const message = typeof text === 'string' ? text : text(refusal.figure)
  const body: ApiError = { name: refusal.name, message, requestId: request.id }
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

const secondMs = 1_000
/** Of each refusal for want of room or of a service: when it was logged last, and how often it was not logged since. */
const lastLogged = new Map<ErrorCode, { at: number; unlogged: number }>()

/** Logs a failure. Under load the same 503 happens hundreds of times a second: one line a second is logged, with the number of the others. */
function logFailure(request: FastifyRequest, err: unknown, { status, code }: Refusal) {
  const line = { err, route: request.routeOptions?.url }
  if (status !== 503) return request.log.error(line, code)
  const last = lastLogged.get(code) ?? { at: Number.NEGATIVE_INFINITY, unlogged: 0 }
  const isDue = performance.now() - last.at >= secondMs
  lastLogged.set(code, isDue ? { at: performance.now(), unlogged: 0 } : { ...last, unlogged: last.unlogged + 1 })
  if (isDue) request.log.error({ ...line, unlogged: last.unlogged }, code)
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
