import type { FastifyInstance } from 'fastify'
import { maxTokenLength, notifications } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { normalizeHost } from '#contract/text/hosts.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Database } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { countCall } from '#platform/limits/call-limits.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import { runForVisitor } from '#platform/limits/requesters.ts'
import { unsubscribe } from './preferences.ts'

type Services = { database: Database; rateLimiter: RateLimiter; signing: Signing }

/** Unsubscribes by POST (RFC 8058). A GET of the same address is a page that asks first. */
export function registerOneClickUnsubscribe(
  http: FastifyInstance,
  { database, rateLimiter, signing }: Services,
) {
  http.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    scope.post<{ Querystring: { token?: string } }>(
      paths.unsubscribe,
      { bodyLimit: 1_000 },
      async (request, reply) => {
        const token = String(request.query.token ?? '').slice(0, maxTokenLength)
        const found = await runForVisitor(request, async () => {
          await countCall(rateLimiter, notifications.unsubscribe, request, null)
          return database.inRequest(
            { domain: normalizeHost(request.hostname), sessionId: null, readOnly: false },
            async db => {
              await unsubscribe(db, signing, { token })
              await db.commit()
              return true
            },
          )
        })
        if (!found) throw new HttpError(404, 'unknownDomain')
        return reply.code(204).send()
      },
    )
  })
}
