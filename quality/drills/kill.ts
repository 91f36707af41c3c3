import { setTimeout as pause } from 'node:timers/promises'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { copyInstallation, createPortalProcess, temporaryFolder } from './portal-process.ts'
import { checkWriters, startWriters } from './writers.ts'

/** The server is killed while users write, every second time
 * with its database, and started again. */
export const kill: Drill = async ({ short, installation, toStop }) => {
  const rounds = short ? 2 : 50
  const portal = createPortalProcess(
    toStop,
    {},
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const writers = startWriters(portal, installation.people, 6)
  const ready: number[] = []
  for (let round = 0; round < rounds; round++) {
    await pause(200 + Math.random() * 500)
    const suspended = writers.suspend()
    if (round % 2 === 1) portal.killDatabase()
    await portal.kill()
    await suspended
    ready.push(await portal.start())
    await writers.verify()
    writers.resume()
  }
  await writers.stop()
  const { unanswered } = writers.takeCounts()
  return {
    thresholds: [
      atLeast(rounds * 10, `writes acknowledged, in ${rounds} rounds`, writers.acknowledged()),
      atLeast(rounds, 'calls in progress when the server was killed', unanswered),
      ...checkWriters(writers),
      atMost(limits.ready, 'longest time until the server is ready again, s', Math.max(...ready)),
    ],
    figures: {
      rounds,
      tickets: writers.tickets(),
      ready: { afterServer: sorted(ready, 0), afterBoth: sorted(ready, 1) },
    },
  }
}

const sorted = (ready: number[], remainder: number) =>
  ready.filter((_, round) => round % 2 === remainder).toSorted((a, b) => a - b)
