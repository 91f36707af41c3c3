import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { RouteName } from '#contract/routes.ts'
import type { Database } from '#platform/database/database.ts'
import { Refusal } from '#platform/errors.ts'
import { callerOf } from '#platform/http/http.ts'
import { sourceOf } from '#platform/http/source.ts'
import type { Limit, RateLimiter } from '#platform/limits/rate-limit.ts'
import { auditDetails, writeAudit } from './audit-log.ts'

/** So that nobody fills the audit with what they may not do; nobody meets that many refusals by mistake. */
const refusals: Limit = { name: 'refusals', most: 60, seconds: 600 }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A Fastify `onError` hook: keeps that somebody was refused a call of an administrator's area, or one that says so, as it is not theirs to make, names what they
 * may not know of, or conflicts with what is there. A form that was filled in wrongly is not kept.
 */
export const auditRefusals =
  ({ rateLimiter, database }: { rateLimiter: RateLimiter; database: Database }) =>
  async (request: FastifyRequest, _reply: FastifyReply, error: unknown) => {
    const { name, route, actor } = callerOf(request) ?? {}
    if (!name || !route || !actor || !(route.path.startsWith('/admin/') || route.refusalsKept)) return
    if (!(error instanceof Refusal) || ![403, 404, 409].includes(error.status)) return
    if (error.code === 'reauthenticationRequired') return // every administrator meets it now and then, and a wrong password there is kept
    const { domain: _, ...params } = request.params as Record<string, string>
    const ids = Object.fromEntries(Object.entries(params).flatMap(([param, id]) => (uuid.test(id) ? [[param, id.toLowerCase()]] : [])))
    // Nobody has checked what was sent with a call that was not theirs to make.
    const sent = route.body && z.safeParse(route.body, request.body)
    const told = sent?.success ? auditDetails(sent.data) : {}
    const counted = await rateLimiter.count(actor.vendorId, { limit: refusals, of: [actor.userId] }).then(
      () => true,
      () => false,
    )
    if (!counted) return
    await database
      .inVendor(actor.vendorId, db =>
        writeAudit(db, sourceOf(request), { action: name as RouteName, actor, ids, ...told, refusal: error.name }),
      )
      .catch(failure => request.log.error({ err: failure }, 'a refusal could not be kept in the audit'))
  }
