import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Actor, anyone, type Visitor } from '#contract/actor.ts'
import { doneMessages } from '#contract/done.ts'
import type { Issue } from '#contract/errors.ts'
import type { Input, Route } from '#contract/route.ts'
import { normalizeHost } from '#contract/text/hosts.ts'
import { languageOf } from '#contract/text/messages.ts'
import type { Requester } from '#platform/concurrency/fair-semaphore.ts'
import type { RequestContext } from '#platform/database/connection.ts'
import { runFor } from '#platform/database/requester.ts'
import {
  forbidden,
  HttpError,
  invalid,
  notFound,
  reauthenticationRequired,
  unauthenticated,
} from '#platform/errors.ts'
import { countCall } from '#platform/limits/call-limits.ts'
import { requesterOf } from '#platform/limits/requesters.ts'
import type { CallContext, CallServices } from './calls.ts'
import { sourceOf } from './source.ts'

type Token = Awaited<ReturnType<typeof verifyToken>>

/** A call before its body is read; `refund` takes back its rate-limit
 * attempt. `actor` is set once known, even if not authorised. */
export type ReceivedCall = {
  name: string
  route: Route
  context: CallContext
  token: Token
  requester: Requester
  refund: () => Promise<void>
  actor?: Actor
}
export const receivedCalls = new WeakMap<FastifyRequest, ReceivedCall>()
/** The call of a request; undefined where its path is no call or `receive` refused it. */
export const callerOf = (request: FastifyRequest) => receivedCalls.get(request)

/** Verifies the token and counts the call, before its body is read. @throws 401, 404, 429 */
export async function receive(
  name: string,
  route: Route,
  request: FastifyRequest,
  platform: CallServices,
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

export function authorize(
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

function contextOf(request: FastifyRequest, platform: unknown): CallContext {
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

export const unknownDomain = () => new HttpError(404, 'unknownDomain')

async function verifyToken(
  { allow }: Route,
  request: FastifyRequest,
  { signing }: Pick<CallServices, 'signing'>,
) {
  const header = request.headers.authorization
  if (allow === anyone || !header) return null
  const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]
  if (!token || token.length > 2_000) throw unauthenticated()
  return signing.verifyToken(token)
}

function actorOf(context: RequestContext): Visitor {
  const { vendorId, sessionId, userId, role, email, name, startPage } = context
  if (sessionId === null || userId === null) return null
  return {
    vendorId,
    sessionId,
    userId,
    role: role as 'staff',
    email: email as string,
    name: name as string,
    startPage: startPage as 'home',
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
