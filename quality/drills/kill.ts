import { setTimeout as pause } from 'node:timers/promises'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { copyOf, openPortal, temporaryFolder } from './portal.ts'
import { nothingAmiss, startWriters } from './writers.ts'

/** The server is killed while people write, every second time its database too, and started again. */
export const kill: Drill = async ({ short, first, toStop }) => {
  const rounds = short ? 2 : 50
  const portal = openPortal(toStop, {}, copyOf(first, temporaryFolder(toStop)))
  await portal.start()
  const writers = startWriters(portal, first.people, 6)
  const ready: number[] = []
  for (let round = 0; round < rounds; round++) {
    await pause(200 + Math.random() * 500)
    const held = writers.hold()
    if (round % 2 === 1) portal.killDatabase()
    await portal.kill()
    await held
    ready.push(await portal.start())
    await writers.look()
    writers.goOn()
  }
  await writers.stop()
  const { unanswered } = writers.met()
  return {
    promised: [
      atLeast(rounds * 10, `writes acknowledged, in ${rounds} rounds`, writers.acknowledged()),
      atLeast(rounds, 'calls that the server was killed under', unanswered),
      ...nothingAmiss(writers),
      atMost(limits.ready, 'seconds until it is ready again, at most', Math.max(...ready)),
    ],
    figures: { rounds, tickets: writers.tickets(), ready: { afterServer: sorted(ready, 0), afterBoth: sorted(ready, 1) } },
  }
}

const sorted = (ready: number[], remainder: number) => ready.filter((_, round) => round % 2 === remainder).toSorted((a, b) => a - b)
