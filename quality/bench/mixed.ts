import { atMost } from '../../scripts/figures.ts'
import type { Amount, LoadGenerator, LoadRequest, RequestsByCall } from './load.ts'
import { megabytesOf } from './processes.ts'
import type { Product } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'

/** Calls of each kind per hundred: eighty are reads. */
const shares: Record<string, number> = {
  'list, team': 20,
  'list, account': 15,
  ticket: 35,
  'search, word': 5,
  'search, serial number': 3,
  'search, company': 2,
  reply: 15,
  create: 5,
}

/** Sixteen connections with a mix of calls. Writes go to many
 * tickets, so that conversations stay short and the work constant. */
export async function measureMixed(
  { port, process: { pid } }: Product,
  generator: LoadGenerator,
  requests: RequestsByCall,
  amount: Amount,
) {
  const work = () =>
    generator.request({ port, connections: 16, ...amount, requests: mixOf(requests) })
  await warmUp(pid, work)
  const memory = [megabytesOf(pid)]
  const sampling = setInterval(() => memory.push(megabytesOf(pid)), 250)
  const { times, perSecond } = await work()
  clearInterval(sampling)
  memory.push(megabytesOf(pid))
  const sorted = times.toSorted()
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  const third = Math.ceil(memory.length / 3)
  const [before, after] = [median(memory.slice(0, third)), median(memory.slice(-third))]
  return {
    thresholds: [
      atMost(
        10,
        `mixed, 16 connections, ${amount.seconds} s, a fifth of it changes: p99 over p50`,
        p99 / p50,
      ),
      atMost(1.1, 'mixed: memory of the last third over that of the first', after / before),
    ],
    figures: { perSecond, p50, p99, responses: times.length, megabytes: { before, after } },
  }
}

/** The calls in their shares, shuffled the same way each time. */
function mixOf(requests: RequestsByCall): LoadRequest[] {
  const mix = Object.entries(shares).flatMap(([call, times]) =>
    Array.from({ length: times * 200 }, (_, i) => nth(requests[call] ?? [], i)),
  )
  for (let i = mix.length - 1; i > 0; i--) {
    const other = (i * 48271) % (i + 1)
    ;[mix[i], mix[other]] = [mix[other] as LoadRequest, mix[i] as LoadRequest]
  }
  return mix
}

/** Repeats `work` until the memory of the process, which grows
 * in steps, no longer grows during one run (at most five). */
async function warmUp(pid: number, work: () => Promise<unknown>) {
  let before = 0
  for (let run = 0; run < 5; run++) {
    await work()
    const now = megabytesOf(pid)
    if (now <= before * 1.02) return
    before = now
  }
}

const nth = (requests: LoadRequest[], i: number) =>
  requests[(i * 31) % requests.length] as LoadRequest
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
