import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { Live } from '#platform/live/live.ts'
import { publishTeam, teamSeconds, teamTopic } from '../events/notices.ts'

export const isTeamOnline = (live: Pick<Live, 'retained'>, vendorId: string) =>
  live.retained(vendorId, teamTopic).length > 0

export function openTeamAnnouncer(database: Database) {
  const instance = randomUUID()
  const announced = new Map<string, number>()
  return (vendorId: string) => {
    const now = performance.now()
    const last = announced.get(vendorId)
    if (last !== undefined && now - last < (teamSeconds / 2) * 1_000) return
    announced.set(vendorId, now)
    database
      .inVendor(vendorId, async db => publishTeam(db, instance))
      .catch(() => announced.delete(vendorId)) // the next check repeats it
  }
}
