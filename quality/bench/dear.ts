import { atMost } from '../../scripts/figures.ts'
import type { Generator } from './growth.ts'
import { at } from './growth.ts'
import type { Ask } from './load.ts'
import type { Product } from './portal.ts'
import { megabytesOf } from './processes.ts'
import { domain } from './seed.ts'

/** Two people ask for all tickets at once, without a page, while four others read theirs. */
export async function measureDear(
  { tickets, port, people, process: { pid } }: Product,
  generator: Generator,
  asks: Ask[],
  seconds: number,
) {
  const others = () => generator.ask({ port, connections: 4, seconds, asks })
  const p50 = ({ times }: { times: Float64Array }) => at(times.toSorted(), 0.5)
  await others()
  const alone = p50(await others())
  const before = megabytesOf(pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, megabytesOf(pid))
  }, 100)
  const began = performance.now()
  const lists = people.team.slice(0, 2).map(async ({ token }) => {
    const { status, body } = await fetch(`http://127.0.0.1:${port}/api/v1/domain/${domain}/staff/ticket`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (status !== 200 || !body) throw new Error(`All tickets are answered ${status}`)
    let rows = 0
    let bytes = 0
    const mark = Buffer.from('"_id"')
    for await (const part of body) {
      const buffer = Buffer.from(part)
      for (let i = buffer.indexOf(mark); i >= 0; i = buffer.indexOf(mark, i + 1)) rows++
      bytes += buffer.length
    }
    return { rows, bytes, seconds: (performance.now() - began) / 1000 }
  })
  const beside = await others()
  const read = await Promise.all(lists)
  clearInterval(watch)
  const slower = p50(beside) / alone
  const megabytes = most - before
  return {
    promised: [
      atMost(5, `a ticket's p50 while two people ask for all ${tickets.toLocaleString('en')} tickets, over that without them`, slower),
      atMost(200, 'megabytes that this costs the server, however long the lists', megabytes),
    ],
    figures: { alone, beside: { p50: p50(beside), p99: at(beside.times.toSorted(), 0.99) }, megabytes, read },
  }
}
