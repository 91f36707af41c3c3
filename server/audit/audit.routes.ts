import { Readable } from 'node:stream'
import { audit } from '#contract/audit.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { exportAudit, listAudit } from './audit.ts'

export default registerRoutes('audit', audit, {
  list: ({ db, query }) => listAudit(db, query),
  export: async ({ inVendor, actor, query, language, request, reply }) => {
    const csv =
      request.method === 'HEAD'
        ? []
        : await exportAudit(
            inVendor,
            { session: actor.sessionId, response: reply.raw },
            query,
            language,
          )
    return reply
      .type('text/csv; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="${language === 'tr' ? 'denetim' : 'audit'}.csv"`,
      )
      .header('cache-control', 'no-store')
      .send(Readable.from(csv))
  },
})
