import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Input, Route } from '#contract/route.ts'
import type { Requester } from '#platform/concurrency/fair-semaphore.ts'
import { type Batch, readBatches } from '#platform/database/batches.ts'
import type { RequestContext } from '#platform/database/connection.ts'
import type { Db, RequestScope } from '#platform/database/database.ts'
import { runFor } from '#platform/database/requester.ts'
import { HttpError } from '#platform/errors.ts'
import { begun } from '#platform/limits/requesters.ts'
import type { AuditedCall, Call, CallServices } from './calls.ts'
import { claimKey, keyedRequestOf, storedResponse } from './idempotency.ts'
import { authorize, type ReceivedCall, receivedCalls, unknownDomain } from './receive.ts'
import { listSerializer, responseSerializer } from './response-serializer.ts'
import { asJson, sendJson } from './send-json.ts'

/** Runs a call in one transaction of its vendor; a long list in batches, each in its own. */
export function jsonCall(
  name: string,
  route: Route,
  handler: (call: Call) => Promise<unknown>,
  platform: CallServices,
) {
  const serialize = responseSerializer(route)
  const fields = pageFieldsOf(route)
  const list = fields ? listSerializer(route) : undefined

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const received = receivedCalls.get(request) as ReceivedCall
    const { token, refund } = received
    const scope: RequestScope = {
      domain: received.context.domain,
      sessionId: token?.sessionId ?? null,
      readOnly: route.method === 'GET',
      label: { route: name, reqId: request.id },
    }
    const isBatch = route.batch ?? (fields !== undefined && isWhole(fields, request))
    const read = async (batch?: Batch) => {
      const json = await runFor({ ...requesterFor(received, batch), isBatch }, () =>
        platform.database.inRequest(scope, (db, context) => answer(db, context, batch)),
      )
      if (json === null) throw unknownDomain()
      return json
    }
    const answer = async (db: Db, context: RequestContext, batch: Batch | undefined) => {
      const { actor, input } = authorize(request, received, context)
      const keyed = route.creates && actor ? keyedRequestOf(request, actor, input) : null
      const earlier = keyed && (await claimKey(db, platform.signing, keyed))
      if (earlier !== null) return earlier

      const { entry, auditing } = prepareAudit(name, route, actor, input, platform)
      const result = await handler({
        ...input,
        ...(batch && { query: { ...(input.query as object), batch } }),
        ...received.context,
        ...auditing,
        actor: actor as never,
        db,
      })
      if (entry.isWritten && route.changes)
        await platform.publishChange(db, route.changes, entry.call.ids)

      const response = list && batch?.isPart ? list.rows(result) : serialize(result)
      await db.commit([
        ...(entry.isWritten ? [platform.audit.entry(received.context.source, entry.call)] : []),
        ...(keyed ? [storedResponse(platform.signing, keyed, response)] : []),
      ])
      return response
    }

    const reading: ReturnType<typeof readBatches<string>> = list
      ? readBatches({ session: token?.sessionId ?? '', response: reply.raw }, read)
      : read().then(first => ({ first }))
    const { first, others } = await reading.catch(async error => {
      if (isDenied(error)) await runFor(begun(received.requester), refund)
      throw error
    })
    if (token) platform.touchSession(token)
    if (!list || !others) return sendJson(reply, first, route)
    if (request.method === 'HEAD') return asJson(reply).send(first)
    return asJson(reply).send(Readable.from(list.join(first, others), { highWaterMark: 1 }))
  }
}

/** Of a list that has pages: one without any of these fields may
 * be long, so the route is streamed in batches. */
const pageFieldsOf = ({ query }: Route) =>
  query instanceof z.ZodMiniObject && 'page' in query.shape ? Object.keys(query.shape) : undefined

/** The later batches of a list have begun with the first one, and are not turned away. */
const requesterFor = ({ requester }: ReceivedCall, batch: Batch | undefined): Requester =>
  batch?.after ? { ...requester, maxWaiting: Number.POSITIVE_INFINITY, isBegun: true } : requester

const isWhole = (fields: string[], { query }: FastifyRequest) =>
  !fields.some(field => Object.hasOwn(query as object, field))

/** The entry that a call leaves in the audit, and what its handler can say about it. */
function prepareAudit(
  action: string,
  route: Route,
  actor: AuditedCall['actor'],
  input: Input<Route>,
  { audit }: Pick<CallServices, 'audit'>,
) {
  const call: AuditedCall = {
    action,
    actor,
    ids: idsIn(input),
    subject: audit.subjectOf(input.body),
  }
  const entry = { call, isWritten: route.method !== 'GET' && route.audited !== false }
  const auditSkip = () => {
    entry.isWritten = false
  }
  const auditing: Pick<Call, 'auditSubject' | 'auditChanges' | 'auditSkip'> = {
    auditSubject: subject => Object.assign(call, { subject }),
    auditChanges: changes => (changes.length > 0 ? Object.assign(call, { changes }) : auditSkip()),
    auditSkip,
  }
  return { entry, auditing }
}

/** An attempt that the call itself denies is not counted against its rate limit. */
const isDenied = (error: unknown) => error instanceof HttpError && [401, 403].includes(error.status)

function idsIn({ params, body }: { params?: unknown; body?: unknown }): Record<string, string> {
  const { file } = (body ?? {}) as { file?: string }
  return { ...(params as Record<string, string>), ...(file && { file }) }
}
