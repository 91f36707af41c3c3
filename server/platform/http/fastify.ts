import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type ApiError, errorMessages, explain } from '#contract/errors.ts'
import { issueMessages } from '#contract/issues.ts'
import { languageOf } from '#contract/text/messages.ts'
import type { Config } from '#platform/config/config.ts'
import { HttpError, invalid, tooLarge } from '#platform/errors.ts'
import { SizeMismatch, StorageUnavailable } from '#platform/storage/rules.ts'
import { bodyLimitOf, isTooDeep } from './body-limit.ts'
import { sendClientError } from './client-errors.ts'
import { limitConnections } from './connections.ts'
import { errorPage, errorPagePolicy, isNavigation } from './error-page.ts'
import { logEachSecond } from './throttled-log.ts'
import { defaultTimeLimits, limitBodyTime, type TimeLimits } from './time-limits.ts'
import { limitUnsentAnswers } from './unsent-answers.ts'

/** Without the error's other properties, such as a connection with its credentials. */
const loggedError = (
  error: Error & { code?: unknown },
): { type: string; message: string; stack: string } => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(error.code !== undefined && { code: error.code }),
  ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
})

/** Whether a URL may be a page of the web client, which shows its own errors. */
export const isPageRequest = ({ method, url }: { method: string; url: string }) =>
  method === 'GET' && !/^\/+(api|assets)\//.test(url)

/** Whether the path had an invalid percent-encoding, which `rewriteUrl` has escaped. */
export const hasMalformedPath = ({ url, originalUrl }: { url: string; originalUrl: string }) =>
  url !== originalUrl

function isDecodable(url: string): boolean {
  try {
    decodeURI(url.replace(/[?#].*/s, ''))
    return true
  } catch {
    return false
  }
}

function refuseSchema(): never {
  throw new Error('A route declares its input and output in its contract, not as a JSON schema')
}

/** A Fastify without routes that parses JSON and answers errors in the API's format. */
export function createHttp({
  timeLimits: shorter = {},
  ...settings
}: {
  logLevel: string
  logTo?: { write(line: string): void }
  trustProxy: Config['trustProxy']
  timeLimits?: Partial<TimeLimits> | undefined
  maxConnections?: number | undefined
}): FastifyInstance {
  const timeLimits = { ...defaultTimeLimits, ...shorter }
  const http = Fastify({
    bodyLimit: bodyLimitOf({}), // each route sets its own
    logger: {
      level: settings.logLevel,
      ...(settings.logTo && { stream: settings.logTo }),
      redact: ['req.headers.authorization'],
      serializers: {
        req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url }),
        err: loggedError,
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests on open connections are answered, then closed
    connectionTimeout: 120_000, // ms without traffic, as on a dead connection
    http: {
      headersTimeout: timeLimits.headers,
      connectionsCheckingInterval: Math.min(1_000, timeLimits.headers / 3),
    },
    trustProxy: settings.trustProxy,
    // no route has a JSON schema: these keep Fastify from loading its compilers
    schemaController: {
      compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
    },
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: sendClientError,
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : url.replaceAll('%', '%25')),
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
  limitConnections(http, timeLimits, settings.maxConnections)
  limitUnsentAnswers(http)
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (hasMalformedPath(request) && !isPageRequest(request)) throw invalid('badRequest')
  })
  limitBodyTime(http, timeLimits)
  http.setErrorHandler(sendError)
  return http
}

/** Sends `{name, message, requestId, errors?, details?}` in the reader's language, as
 * a page to a browser that has opened the address; never a stack, SQL or path. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) logFailure(request, error, refusal)
  const language = languageOf(request.headers['accept-language'])
  const t = issueMessages(language)
  const text = errorMessages(language)[refusal.code]
  const message =
    typeof text === 'string'
      ? text
      : (text as (detail: typeof refusal.detail) => string)(refusal.detail)
  const body: ApiError = { name: refusal.name, message, requestId: request.id }
  if (refusal.status === 400) {
    body.errors = refusal.issues
      ?.slice(0, 50)
      .map(issue => ({ msg: explain(issue, t), path: issue.path.map(String).join('.') })) ?? [
      { msg: body.message, path: '' },
    ]
  }
  if (refusal.details) body.details = refusal.details
  if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
  // Closing at once would reset the connection of a client
  // that is still sending, before it reads the response.
  if (refusal.status === 413) reply.removeHeader('connection')
  reply.code(refusal.status).header('cache-control', 'no-store')
  if (isNavigation(request))
    return reply
      .header('content-security-policy', errorPagePolicy)
      .type('text/html; charset=utf-8')
      .send(errorPage(language, body))
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Logs a failure; of each 503, which repeats under load,
 * one line per second with the number of the others. */
function logFailure(request: FastifyRequest, err: unknown, { status, code }: HttpError) {
  const line = { err, route: request.routeOptions?.url }
  if (status !== 503) return request.log.error(line, code)
  logEachSecond(code, unlogged => request.log.error({ ...line, unlogged }, code))
}

function refusalOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof SizeMismatch) return invalid('uploadLengthMismatch')
  if (error instanceof StorageUnavailable)
    return new HttpError(503, 'unavailable', { retryAfter: 5, cause: error })
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode === 413) return tooLarge('tooLarge')
  if (statusCode >= 400 && statusCode < 500) return invalid('badRequest')
  return new HttpError(500, 'unexpected', { cause: error })
}
