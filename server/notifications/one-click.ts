import type { FastifyInstance } from 'fastify'
import { notifications } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { normalizeHost } from '#contract/text/hosts.ts'
import { HttpError } from '#platform/errors.ts'
import type { Platform } from '#platform/http/calls.ts'
import { countCall } from '#platform/limits/call-limits.ts'
import { runForVisitor } from '#platform/limits/requesters.ts'
import { unsubscribe } from './preferences.ts'

/** Unsubscribes by POST (RFC 8058). A GET of the same address is a page that asks first. */
export function registerOneClickUnsubscribe(http: FastifyInstance, platform: Platform) {
  http.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    scope.post<{ Querystring: { token?: string } }>(
      paths.unsubscribe,
      { bodyLimit: 1_000 },
      async (request, reply) => {
        const token = String(request.query.token ?? '').slice(0, 200)
        const found = await runForVisitor(request, async () => {
          await countCall(platform.rateLimiter, notifications.unsubscribe, request, null)
          return platform.database.inRequest(
            { domain: normalizeHost(request.hostname), sessionId: null, readOnly: false },
            async db => {
              await unsubscribe(db, platform.signing, token)
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
