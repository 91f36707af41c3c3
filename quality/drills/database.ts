import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { socketUrl } from '#testing/pooler.ts'
import { atLeast, atMost, type Drill, limits, type Promised } from './drill.ts'
import { copyOf, isDone, openPortal, type People, type Portal, postmasterOf, temporaryFolder } from './portal.ts'
import { nothingAmiss, startWriters, type Writers } from './writers.ts'

/** The database of `DATABASE_URL` is stopped under load and comes back; the server stays. */
export const databaseAway: Drill = async ({ short, first, toStop }) => {
  const rounds = short ? 1 : 5
  const dataDir = copyOf(first, temporaryFolder(toStop))
  let database = await startPostgres(dataDir, 'guest')
  toStop.defer(() => database.stop())
  const portal = openPortal(toStop, { DATABASE_URL: socketUrl(database.connection) }, dataDir)
  await portal.start()
  const { people } = first
  const writers = startWriters(portal, people, 6)
  const faults: Fault[] = []
  for (let round = 0; round < rounds; round++) {
    await pause(500)
    const fault = await during(portal, people, writers, async () => {
      await database.stop()
      await pause(short ? 1_000 : 4_000)
    })
    database = await startPostgres(dataDir, 'guest')
    faults.push({ ...fault, back: await untilWritten(portal, people) })
  }
  await writers.stop()
  return { promised: [...faultPromises(faults), ...nothingAmiss(writers)], figures: { rounds, faults } }
}

/** The database that the server started itself is stopped under load by somebody else: the server starts it again. */
export const databaseStopped: Drill = async ({ short, first, toStop }) => {
  const rounds = short ? 2 : 12
  const portal = openPortal(toStop, {}, copyOf(first, temporaryFolder(toStop)))
  await portal.start()
  const { people } = first
  const writers = startWriters(portal, people, 6)
  const back: number[] = []
  for (let round = 0; round < rounds; round++) {
    await pause(500)
    writers.met()
    // a fast shutdown, one without a checkpoint, and a crash
    process.kill(postmasterOf(portal.dataDir), (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)[round % 3])
    await pause(50)
    back.push(await untilWritten(portal, people))
  }
  const met = writers.met()
  await writers.stop()
  return {
    promised: [
      atMost(limits.answer, 'seconds that an answer took meanwhile, at most', met.slowest / 1000),
      atMost(0, 'calls that were not answered', met.unanswered),
      atMost(0, 'answers 503 without Retry-After', met.withoutRetryAfter),
      atMost(limits.ready, 'seconds until it goes on, at most', Math.max(...back)),
      ...nothingAmiss(writers),
    ],
    figures: { rounds, back },
  }
}

/** The database takes connections and says nothing more: its processes stand still, as behind a line that has died. */
export const databaseFrozen: Drill = async ({ short, first, toStop }) => {
  const dataDir = copyOf(first, temporaryFolder(toStop))
  const database = await startPostgres(dataDir, 'guest')
  toStop.defer(() => database.stop())
  const portal = openPortal(toStop, { DATABASE_URL: socketUrl(database.connection) }, dataDir)
  await portal.start()
  const { people } = first
  const writers = startWriters(portal, people, 6)
  await pause(500)
  const postmaster = postmasterOf(dataDir)
  const thawed: (() => void)[] = []
  toStop.defer(() => {
    for (const thaw of thawed) thaw()
  })
  const fault = await during(portal, people, writers, async () => {
    for (const pid of [postmaster, ...childrenOf(postmaster)]) {
      process.kill(pid, 'SIGSTOP')
      thawed.push(() => process.kill(pid, 'SIGCONT'))
    }
    await pause(short ? 2_500 : 12_000)
  })
  for (const thaw of thawed.splice(0)) thaw()
  const faults = [{ ...fault, back: await untilWritten(portal, people) }]
  await writers.stop()
  return { promised: [...faultPromises(faults), ...nothingAmiss(writers)], figures: { faults } }
}

type Fault = { calls: number; unavailable: number; withoutRetryAfter: number; unanswered: number; slowest: number; back?: number }

/** What readers and writers meet from a moment before the fault until its end; times in ms, `back` in seconds. */
async function during(portal: Portal, people: People, writers: Writers, fault: () => Promise<void>): Promise<Fault> {
  writers.met()
  let over = false
  const reads: Fault = { calls: 0, unavailable: 0, withoutRetryAfter: 0, unanswered: 0, slowest: 0 }
  const reader = async () => {
    while (!over) {
      const { status, headers, ms } = await portal.ask(people.admin, routes.tickets.list, { query: { page: '0', size: '10' } })
      reads.calls++
      reads.slowest = Math.max(reads.slowest, ms)
      if (status === 0) reads.unanswered++
      if (status === 503) reads.unavailable++
      if (status === 503 && !headers.get('retry-after')) reads.withoutRetryAfter++
      await pause(20)
    }
  }
  const reading = Promise.all([reader(), reader()])
  await fault()
  over = true
  await reading
  const writes = writers.met()
  return {
    calls: reads.calls + writes.calls,
    unavailable: reads.unavailable + writes.unavailable,
    withoutRetryAfter: reads.withoutRetryAfter + writes.withoutRetryAfter,
    unanswered: reads.unanswered + writes.unanswered,
    slowest: Math.max(reads.slowest, writes.slowest),
  }
}

function faultPromises(faults: Fault[]): Promised[] {
  const sum = (of: (fault: Fault) => number) => faults.reduce((all, fault) => all + of(fault), 0)
  return [
    atLeast(
      10,
      'calls that were answered 503 during the fault',
      sum(fault => fault.unavailable),
    ),
    atMost(
      limits.answer,
      'seconds that an answer took during the fault, at most',
      Math.max(...faults.map(({ slowest }) => slowest)) / 1000,
    ),
    atMost(
      0,
      'calls that were not answered',
      sum(fault => fault.unanswered),
    ),
    atMost(
      0,
      'answers 503 without Retry-After',
      sum(fault => fault.withoutRetryAfter),
    ),
    atMost(limits.ready, 'seconds after the fault until it goes on, at most', Math.max(...faults.map(({ back = 0 }) => back))),
  ]
}

/** Seconds until it is ready and somebody can write. */
async function untilWritten(portal: Portal, { admin }: People) {
  const since = performance.now()
  for (;;) {
    const ready = await portal.askAt('/readyz')
    if (ready.status === 200 && isDone(await portal.ask(admin, routes.companies.create, { body: { name: 'Yeni firma' } }))) break
    await pause(10)
  }
  return (performance.now() - since) / 1000
}

/** The processes that a process has started, as Linux tells. */
function childrenOf(parent: number) {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).filter(pid => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent
    } catch {
      return false // it has ended
    }
  })
}
