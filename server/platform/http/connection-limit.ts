import type { FastifyInstance } from 'fastify'
import { logEachSecond } from './throttled-log.ts'

const most = 50_000

/** Three quarters of the file descriptors that the process
 * may have; the rest is for files, the database and mail. */
function maxConnections(): number {
  // a report would look up the names of its peers
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | 'unlimited' } }
  } // none on Windows
  const descriptors = userLimits?.open_files.soft
  return typeof descriptors === 'number' ? Math.min(most, Math.floor(descriptors * 0.75)) : most
}

/** Refuses connections beyond `max`: without file descriptors
 * the server could read no file and reach no database. */
export function limitConnections(http: FastifyInstance, max: number = maxConnections()) {
  http.server.maxConnections = max
  http.server.on('drop', () =>
    logEachSecond('drop', unlogged =>
      http.log.error({ max, unlogged }, 'connection refused: too many are open'),
    ),
  )
}
