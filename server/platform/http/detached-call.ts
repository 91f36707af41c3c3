import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { RequestScope } from '#platform/database/database.ts'
import { runFor } from '#platform/database/requester.ts'
import { begun } from '#platform/limits/requesters.ts'
import type { CallServices, DetachedCall } from './calls.ts'
import { authorize, type ReceivedCall, receivedCalls, unknownDomain } from './receive.ts'
import { responseSerializer } from './response-serializer.ts'
import { sendJson } from './send-json.ts'

/** Runs a call that waits for more than the database: only its authorisation is a transaction. */
export const detachedCall = (
  name: string,
  route: Route,
  handler: (call: DetachedCall) => Promise<unknown>,
  platform: CallServices,
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
    return sendJson(reply, serialize(result), route)
  }
}
