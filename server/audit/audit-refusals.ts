import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { RouteName } from '#contract/routes.ts'
import type { Database } from '#platform/database/database.ts'
import { runFor } from '#platform/database/requester.ts'
import { HttpError } from '#platform/errors.ts'
import { callerOf } from '#platform/http/receive.ts'
import { sourceOf } from '#platform/http/source.ts'
import type { Limit, RateLimiter } from '#platform/limits/rate-limit.ts'
import { begun } from '#platform/limits/requesters.ts'
import { subjectOf, writeAudit } from './audit-log.ts'

/** Per user, so that refused calls do not fill the audit. */
const refusals: Limit = { name: 'refusals', max: 60, seconds: 600 }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A Fastify `onError` hook: audits 403, 404 and 409 of the
 * administrators' area and of routes with `auditRefusals`. */
export const auditRefusals =
  ({ rateLimiter, database }: { rateLimiter: RateLimiter; database: Database }) =>
  async (request: FastifyRequest, _reply: FastifyReply, error: unknown) => {
    const { name, route, actor, requester } = callerOf(request) ?? {}
    if (
      !name ||
      !route ||
      !actor ||
      !requester ||
      !(route.path.startsWith('/admin/') || route.auditRefusals)
    )
      return
    if (!(error instanceof HttpError) || ![403, 404, 409].includes(error.status)) return
    // part of normal use; wrong passwords are audited
    if (error.code === 'reauthenticationRequired') return
    const { domain: _, ...params } = request.params as Record<string, string>
    const ids = Object.fromEntries(
      Object.entries(params).flatMap(([param, id]) =>
        uuid.test(id) ? [[param, id.toLowerCase()]] : [],
      ),
    )
    // A call can be refused before its body is validated.
    const body = route.body && z.safeParse(route.body, request.body)
    const subject = body?.success ? subjectOf(body.data) : undefined
    await runFor(begun(requester), async () => {
      const isCounted = await rateLimiter
        .count(actor.vendorId, { limit: refusals, subject: [actor.userId] })
        .then(
          () => true,
          () => false,
        )
      if (!isCounted) return
      await database
        .inVendor(actor.vendorId, db =>
          writeAudit(db, sourceOf(request), {
            action: name as RouteName,
            actor,
            ids,
            subject,
            refusal: error.name,
          }),
        )
        .catch(failure =>
          request.log.error({ err: failure }, 'a refusal could not be written to the audit'),
        )
    })
  }
