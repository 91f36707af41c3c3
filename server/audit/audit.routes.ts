import { Readable } from 'node:stream'
import { serve } from '#platform/http.ts'
import { auditAsCsv, listAudit } from './audit.ts'

export default serve('audit', {
  list: ({ db, query }) => listAudit(db, query),
  export: async ({ inVendor, actor, query, language, request, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${language === 'tr' ? 'denetim' : 'audit'}.csv"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(request.method === 'HEAD' ? [] : auditAsCsv(inVendor, actor, query, language))),
})
