import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { socketUrl } from '#testing/servers/pooler.ts'
import { atLeast, atMost, type Drill, limits, type Threshold } from './drill.ts'
import {
  copyInstallation,
  createPortalProcess,
  isDone,
  type People,
  type PortalProcess,
  postmasterOf,
  temporaryFolder,
} from './portal-process.ts'
import { checkWriters, startWriters, type Writers } from './writers.ts'

/** The database of `DATABASE_URL` is stopped under load and
 * started again; the server keeps running. */
export const databaseAway: Drill = async ({ short, installation, toStop }) => {
  const rounds = short ? 1 : 5
  const dataDir = copyInstallation(installation, temporaryFolder(toStop))
  let database = await startPostgres(dataDir, 'client')
  toStop.defer(() => database.stop())
  const portal = createPortalProcess(
    toStop,
    { DATABASE_URL: socketUrl(database.connection) },
    dataDir,
  )
  await portal.start()
  const { people } = installation
  const writers = startWriters(portal, people, 6)
  const faults: Fault[] = []
  for (let round = 0; round < rounds; round++) {
    await pause(500)
    const fault = await measureFault(portal, people, writers, async () => {
      await database.stop()
      await pause(short ? 1_000 : 4_000)
    })
    database = await startPostgres(dataDir, 'client')
    faults.push({ ...fault, back: await waitUntilWritable(portal, people) })
  }
  await writers.stop()
  return {
    thresholds: [...faultThresholds(faults), ...checkWriters(writers)],
    figures: { rounds, faults },
  }
}

/** The embedded PostgreSQL is stopped under load from outside: the server restarts it. */
export const databaseStopped: Drill = async ({ short, installation, toStop }) => {
  const rounds = short ? 2 : 12
  const portal = createPortalProcess(
    toStop,
    {},
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const { people } = installation
  const writers = startWriters(portal, people, 6)
  const back: number[] = []
  for (let round = 0; round < rounds; round++) {
    await pause(500)
    writers.takeCounts()
    // a fast shutdown, one without a checkpoint, and a crash
    process.kill(
      postmasterOf(portal.dataDir),
      (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)[round % 3],
    )
    await pause(50)
    back.push(await waitUntilWritable(portal, people))
  }
  const counts = writers.takeCounts()
  await writers.stop()
  return {
    thresholds: [
      atMost(limits.response, 'slowest response meanwhile, s', counts.slowest / 1000),
      atMost(0, 'calls without a response', counts.unanswered),
      atMost(0, '503 responses without Retry-After', counts.withoutRetryAfter),
      atMost(limits.ready, 'longest recovery, s', Math.max(...back)),
      ...checkWriters(writers),
    ],
    figures: { rounds, back },
  }
}

/** The database accepts connections but does not respond:
 * its processes are stopped, as after a network failure. */
export const databaseFrozen: Drill = async ({ short, installation, toStop }) => {
  const dataDir = copyInstallation(installation, temporaryFolder(toStop))
  const database = await startPostgres(dataDir, 'client')
  toStop.defer(() => database.stop())
  const portal = createPortalProcess(
    toStop,
    { DATABASE_URL: socketUrl(database.connection) },
    dataDir,
  )
  await portal.start()
  const { people } = installation
  const writers = startWriters(portal, people, 6)
  await pause(500)
  const postmaster = postmasterOf(dataDir)
  const thawed: (() => void)[] = []
  toStop.defer(() => {
    for (const thaw of thawed) thaw()
  })
  const fault = await measureFault(portal, people, writers, async () => {
    for (const pid of [postmaster, ...childProcessesOf(postmaster)]) {
      process.kill(pid, 'SIGSTOP')
      thawed.push(() => process.kill(pid, 'SIGCONT'))
    }
    await pause(short ? 2_500 : 12_000)
  })
  for (const thaw of thawed.splice(0)) thaw()
  const faults = [{ ...fault, back: await waitUntilWritable(portal, people) }]
  await writers.stop()
  return { thresholds: [...faultThresholds(faults), ...checkWriters(writers)], figures: { faults } }
}

type Fault = {
  calls: number
  unavailable: number
  withoutRetryAfter: number
  unanswered: number
  slowest: number
  back?: number
}

/** Counts the responses to readers and writers until `fault`
 * resolves. Times in ms, `back` in seconds. */
async function measureFault(
  portal: PortalProcess,
  people: People,
  writers: Writers,
  fault: () => Promise<void>,
): Promise<Fault> {
  writers.takeCounts()
  let isOver = false
  const reads: Fault = { calls: 0, unavailable: 0, withoutRetryAfter: 0, unanswered: 0, slowest: 0 }
  const reader = async () => {
    while (!isOver) {
      const { status, headers, ms } = await portal.send(people.admin, routes.tickets.list, {
        query: { page: '0', size: '10' },
      })
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
  isOver = true
  await reading
  const writes = writers.takeCounts()
  return {
    calls: reads.calls + writes.calls,
    unavailable: reads.unavailable + writes.unavailable,
    withoutRetryAfter: reads.withoutRetryAfter + writes.withoutRetryAfter,
    unanswered: reads.unanswered + writes.unanswered,
    slowest: Math.max(reads.slowest, writes.slowest),
  }
}

function faultThresholds(faults: Fault[]): Threshold[] {
  const sum = (of: (fault: Fault) => number) => faults.reduce((all, fault) => all + of(fault), 0)
  return [
    atLeast(
      10,
      'calls answered 503 during the fault',
      sum(fault => fault.unavailable),
    ),
    atMost(
      limits.response,
      'slowest response during the fault, s',
      Math.max(...faults.map(({ slowest }) => slowest)) / 1000,
    ),
    atMost(
      0,
      'calls without a response',
      sum(fault => fault.unanswered),
    ),
    atMost(
      0,
      '503 responses without Retry-After',
      sum(fault => fault.withoutRetryAfter),
    ),
    atMost(
      limits.ready,
      'longest recovery after the fault, s',
      Math.max(...faults.map(({ back = 0 }) => back)),
    ),
  ]
}

async function waitUntilWritable(portal: PortalProcess, { admin }: People) {
  const since = performance.now()
  for (;;) {
    const ready = await portal.fetchPath('/readyz')
    if (
      ready.status === 200 &&
      isDone(await portal.send(admin, routes.companies.create, { body: { name: 'Yeni firma' } }))
    )
      break
    await pause(10)
  }
  return (performance.now() - since) / 1000
}

function childProcessesOf(parent: number) {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).filter(pid => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent
    } catch {
      return false // the process has ended
    }
  })
}
