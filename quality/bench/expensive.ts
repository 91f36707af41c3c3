import { atMost } from '../../scripts/figures.ts'
import type { Amount, LoadGenerator, LoadRequest } from './load.ts'
import { megabytesOf } from './processes.ts'
import type { Product } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'
import { domain } from './seed.ts'

/** Two users list all tickets at once, without paging, while
 * four connections read single tickets. */
export async function measureExpensive(
  { tickets, port, people, process: { pid } }: Product,
  generator: LoadGenerator,
  requests: LoadRequest[],
  amount: Amount,
) {
  const others = () => generator.request({ port, connections: 4, ...amount, requests })
  const p50 = ({ times }: { times: Float64Array }) => quantile(times.toSorted(), 0.5)
  await others()
  const baseline = p50(await others())
  const before = megabytesOf(pid)
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytesOf(pid))
  }, 100)
  const began = performance.now()
  const lists = people.team.slice(0, 2).map(async ({ token }) => {
    const { status, body } = await fetch(
      `http://127.0.0.1:${port}/api/v1/domain/${domain}/staff/ticket`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    )
    if (status !== 200 || !body) throw new Error(`All tickets are answered ${status}`)
    let rows = 0
    let bytes = 0
    const idKey = Buffer.from('"_id"')
    for await (const part of body) {
      const buffer = Buffer.from(part)
      for (let i = buffer.indexOf(idKey); i >= 0; i = buffer.indexOf(idKey, i + 1)) rows++
      bytes += buffer.length
    }
    return { rows, bytes, seconds: (performance.now() - began) / 1000 }
  })
  const beside = await others()
  const read = await Promise.all(lists)
  clearInterval(sampling)
  const slowdown = p50(beside) / baseline
  const megabytes = peak - before
  return {
    thresholds: [
      atMost(
        5,
        `ticket: p50 while two users list all ${tickets.toLocaleString('en')} tickets, over p50 without them`,
        slowdown,
      ),
      atMost(
        200,
        'memory that these lists add to the server, whatever their length, MB',
        megabytes,
      ),
    ],
    figures: {
      baseline,
      beside: { p50: p50(beside), p99: quantile(beside.times.toSorted(), 0.99) },
      megabytes,
      read,
    },
  }
}
