import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { copyInstallation, createPortalProcess, isDone, temporaryFolder } from './portal-process.ts'
import { fillDisk, mountTmpfs } from './storage.ts'
import { checkWriters, startWriters } from './writers.ts'

/** The database's disk fills up under load, then space is freed. */
export const diskFull: Drill = async ({ short, installation, toStop }) => {
  const dataDir = temporaryFolder(toStop)
  const folder = join(dataDir, 'postgres')
  mkdirSync(folder)
  const source = join(installation.dataDir, 'postgres')
  const sizes = readdirSync(source, { recursive: true, encoding: 'utf8' }).map(
    path => statSync(join(source, path)).size,
  )
  const mounted = mountTmpfs(
    folder,
    Math.ceil(sizes.reduce((all, size) => all + size, 0) / 2 ** 20) + 64,
    toStop,
  )
  if (!mounted.ok)
    return { thresholds: [], figures: {}, skipped: [`a full disk of the database: ${mounted.why}`] }
  chmodSync(folder, statSync(source).mode)
  const portal = createPortalProcess(
    toStop,
    { LIMIT_FACTOR: '100' },
    copyInstallation(installation, dataDir),
  )
  await portal.start()
  const writers = startWriters(portal, installation.people, 6, { files: false })
  await pause(500)
  const filling = join(folder, 'filling')
  const counts = { reads: 0, readsUnavailable: 0, readsOtherwise: 0, withoutRetryAfter: 0 }
  let slowest = 0
  writers.takeCounts()
  fillDisk(filling, 0)
  // Writes go on for a while, as long as existing pages have free space.
  const since = performance.now()
  while (performance.now() - since < (short ? 4_000 : 20_000)) {
    const { status, headers, ms } = await portal.send(
      installation.people.admin,
      routes.tickets.list,
      { query: { page: '0', size: '10' } },
    )
    counts.reads++
    slowest = Math.max(slowest, ms)
    if (status === 503) counts.readsUnavailable++
    else if (status !== 200) counts.readsOtherwise++
    if (status === 503 && !headers.get('retry-after')) counts.withoutRetryAfter++
    await pause(20)
  }
  const writes = writers.takeCounts()
  rmSync(filling)
  const freedAt = performance.now()
  const body = { name: 'Yeni firma' }
  while (!isDone(await portal.send(installation.people.admin, routes.companies.create, { body }))) {
    if (performance.now() - freedAt > 60_000)
      throw new Error('Writes do not recover after space is free again')
    await pause(20)
  }
  while ((await portal.fetchPath('/readyz')).status !== 200) await pause(20)
  const back = (performance.now() - freedAt) / 1000
  await pause(300)
  await writers.stop()
  return {
    thresholds: [
      atLeast(5, 'writes answered 503 while the disk was full', writes.unavailable),
      atMost(0, 'calls without a response', writes.unanswered),
      atMost(
        0,
        '503 responses without Retry-After',
        writes.withoutRetryAfter + counts.withoutRetryAfter,
      ),
      atMost(
        limits.response,
        'slowest response while the disk was full, s',
        Math.max(slowest, writes.slowest) / 1000,
      ),
      atMost(
        0,
        `reads refused while the disk was full, of ${counts.reads}`,
        counts.readsUnavailable + counts.readsOtherwise,
      ),
      atMost(limits.ready, 'recovery after space is free again, s', back),
      ...checkWriters(writers),
    ],
    figures: { counts, tickets: writers.tickets(), back },
  }
}
