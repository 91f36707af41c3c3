import { Readable } from 'node:stream'
import { live } from '#contract/live.ts'
import type { Config } from '#platform/config/config.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { beginResponse } from '#platform/http/security-headers.ts'
import type { Live } from '#platform/live/live.ts'
import { readHelp } from './help.ts'
import { announcePresence } from './presence.ts'

type Services = { config: Config; live: Live; stopping: AbortSignal }

export default registerRoutes<typeof live, Services>('live', live, {
  async stream({ vendorId, actor: { userId, sessionId }, query, platform, request, reply }) {
    reply
      .type('text/event-stream')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    await platform.live.open({ vendorId, userId, sessionId }, request.ip, query, () =>
      beginResponse(reply, platform),
    )
    return reply
  },
  help: ({ db, actor, platform }) => readHelp(db, platform.live, actor.userId),
  presence: ({ db, actor, params, body, platform }) =>
    announcePresence(db, platform.live, actor, params.ticket, body.state),
})
