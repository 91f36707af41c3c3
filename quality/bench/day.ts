import { setTimeout as pause } from 'node:timers/promises'
import { atMost } from '../../scripts/figures.ts'
import { sendNestedJsonDuring, signInAsStrangers } from './attacks.ts'
import { requestsByCall } from './growth.ts'
import { type LoadGenerator, smokeAmount } from './load.ts'
import { mixOf } from './mixed.ts'
import { megabytesOf, startProcess } from './processes.ts'
import { openProduct } from './product-and-baseline.ts'
import { readThreads } from './texts.ts'

/** The memory that the idle server keeps after a compressed day:
 * mixed calls, nested JSON, sign-ins, and mixed calls again. */
export async function measureDay(isSmoke: boolean) {
  await using toStop = new AsyncDisposableStack()
  const { threads } = readThreads(5)
  const product = await openProduct(isSmoke ? 500 : 20_000, threads, toStop)
  const generator: LoadGenerator = startProcess('load.ts')
  toStop.defer(generator.stop)
  const { port, process } = product
  const requests = mixOf(requestsByCall(product, threads))
  const use = (seconds: number) =>
    generator.request({ port, connections: 16, ...(isSmoke ? smokeAmount : { seconds }), requests })
  const megabytes = { fresh: megabytesOf(process.pid) } as Record<string, number>
  const hours: Record<string, () => Promise<unknown>> = {
    'after mixed calls': () => use(20),
    'after nested JSON': () => sendNestedJsonDuring(port, () => use(10)),
    'after sign-ins': () => signInAsStrangers(port, isSmoke ? 0.3 : 10),
    'at the end': () => use(20),
    idle: () => pause(isSmoke ? 0 : 35_000), // until memory.ts collects garbage
  }
  for (const [hour, work] of Object.entries(hours)) {
    await work()
    megabytes[hour] = megabytesOf(process.pid)
  }
  return {
    thresholds: [
      atMost(
        200,
        'memory of the idle server after a compressed day of mixed calls, nested JSON and sign-ins, MB',
        megabytes.idle as number,
      ),
    ],
    figures: { megabytes },
  }
}
