import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { copyOf, isDone, openPortal, temporaryFolder } from './portal.ts'
import { fill, mountSmall } from './storage.ts'
import { nothingAmiss, startWriters } from './writers.ts'

/** The database's disk fills up under load, and has room again. */
export const full: Drill = async ({ short, first, toStop }) => {
  const dataDir = temporaryFolder(toStop)
  const folder = join(dataDir, 'postgres')
  mkdirSync(folder)
  const there = join(first.dataDir, 'postgres')
  const sizes = readdirSync(there, { recursive: true, encoding: 'utf8' }).map(path => statSync(join(there, path)).size)
  const mounted = mountSmall(folder, Math.ceil(sizes.reduce((all, size) => all + size, 0) / 2 ** 20) + 64, toStop)
  if (!mounted.ok) return { promised: [], figures: {}, notTried: [`a full disk of the database: ${mounted.why}`] }
  chmodSync(folder, statSync(there).mode)
  const portal = openPortal(toStop, {}, copyOf(first, dataDir))
  await portal.start()
  const writers = startWriters(portal, first.people, 6, { files: false })
  await pause(500)
  const filling = join(folder, 'filling')
  const counts = { reads: 0, readsUnavailable: 0, readsOtherwise: 0, withoutRetryAfter: 0 }
  let slowest = 0
  writers.met()
  fill(filling, 0)
  // What is written goes into pages that there are, for as long as those have room.
  const since = performance.now()
  while (performance.now() - since < (short ? 4_000 : 20_000)) {
    const { status, headers, ms } = await portal.ask(first.people.admin, routes.tickets.list, { query: { page: '0', size: '10' } })
    counts.reads++
    slowest = Math.max(slowest, ms)
    if (status === 503) counts.readsUnavailable++
    else if (status !== 200) counts.readsOtherwise++
    if (status === 503 && !headers.get('retry-after')) counts.withoutRetryAfter++
    await pause(20)
  }
  const met = writers.met()
  rmSync(filling)
  const room = performance.now()
  const body = { name: 'Yeni firma' }
  while (!isDone(await portal.ask(first.people.admin, routes.companies.create, { body }))) {
    if (performance.now() - room > 60_000) throw new Error('Nothing goes on after there is room again')
    await pause(20)
  }
  while ((await portal.askAt('/readyz')).status !== 200) await pause(20)
  const back = (performance.now() - room) / 1000
  await pause(300)
  await writers.stop()
  return {
    promised: [
      atLeast(5, 'writes that were answered 503 while it was full', met.unavailable),
      atMost(0, 'calls that were not answered', met.unanswered),
      atMost(0, 'answers 503 without Retry-After', met.withoutRetryAfter + counts.withoutRetryAfter),
      atMost(limits.answer, 'seconds that an answer took while it was full, at most', Math.max(slowest, met.slowest) / 1000),
      atMost(0, `reads that were refused while it was full, of ${counts.reads}`, counts.readsUnavailable + counts.readsOtherwise),
      atMost(limits.ready, 'seconds until it goes on when there is room again', back),
      ...nothingAmiss(writers),
    ],
    figures: { counts, tickets: writers.tickets(), back },
  }
}
