import { atMost, type Promised } from '../../scripts/figures.ts'
import { type CallName, type Person, requestsOf } from './calls.ts'
import { measureDear } from './dear.ts'
import type { Answered, Ask, Load } from './load.ts'
import { measureMixed } from './mixed.ts'
import { openProduct, type Product, tablesReadWhole } from './portal.ts'
import { type Process, startProcess } from './processes.ts'
import { domain } from './seed.ts'
import { readThreads, type Thread } from './texts.ts'

export type Generator = Process<Load, Answered>
export type Growth = { call: string; p50: number[]; p95: number[] }

/** How much dearer calls become between a thousand tickets and a million, and how the product holds with a million. */
export async function measureGrowth(quick: boolean) {
  const sizes = quick ? [1_000, 5_000] : [1_000, 100_000, 1_000_000]
  const rounds = quick ? 2 : 9
  const { threads } = readThreads(5)
  await using toStop = new AsyncDisposableStack()
  const generator: Generator = startProcess('load.ts')
  toStop.defer(generator.stop)
  console.log(`Seeding ${sizes.map(size => size.toLocaleString('en')).join(', ')} tickets with 5 messages each …\n`)
  const products: Product[] = []
  for (const size of sizes) products.push(await openProduct(size, threads, toStop))
  const large = products.at(-1) as Product
  const growth: Growth[] = []
  const readWhole = await tablesReadWhole(large)
  for (const call of Object.keys(asksOf(large, threads))) {
    const times = await measure(call, { generator, products, threads, rounds, seconds: quick ? 0.15 : 0.6 })
    const row = { call, p50: times.map(of => at(of, 0.5)), p95: times.map(of => at(of, 0.95)) }
    console.log(call.padEnd(26), ...row.p50.map((p50, i) => `${p50.toFixed(2)} (${row.p95[i]?.toFixed(2)})`.padStart(16)))
    growth.push(row)
  }
  const whole = (await readWhole()).join(', ')
  const asks = asksOf(large, threads)
  const mixed = await measureMixed(large, generator, asks, quick ? 2 : 60)
  const dear = await measureDear(large, generator, asks.ticket as Ask[], quick ? 1 : 5)
  return {
    promised: [...promises(growth, sizes, whole), ...mixed.promised, ...dear.promised],
    figures: { sizes, growth, mixed: mixed.figures, dear: dear.figures },
  }
}

export type Asks = Record<string, Ask[]>

/** What is asked with so many tickets. Of the searches each looks for something else, as a count is kept for some seconds. */
export function asksOf({ people, tickets }: Product, threads: Thread[]): Asks {
  const requests = (call: CallName): Ask[] =>
    requestsOf(call, people, threads).map(({ method, path, token, body }) => ({ method, path, token, ...(body && { body }) }))
  const companies = Math.max(20, tickets / 500)
  const search = (text: (i: number) => string) =>
    Array.from({ length: 2_000 }, (_, i) => {
      const { token } = people.team[i % people.team.length] as Person
      const path = `/api/v1/domain/${domain}/staff/ticket?page=0&size=20&search=${encodeURIComponent(text(i * 7919))}`
      return { method: 'GET', path, token }
    })
  const words = wordsOf(threads.slice(0, tickets))
  return {
    'list, team': requests('list, team'),
    'list, account': requests('list, account'),
    ticket: requests('ticket'),
    create: requests('create'),
    reply: requests('reply'),
    'search, word': search(i => words[i % words.length] as string),
    'search, serial number': search(i => `SN-${i % companies}-${i % 5}`),
    'search, company': search(i => `Şişli Pres ${(i % companies) + 1}`),
  }
}

/** Words that stand in titles, those that stand in many of them more often. */
const wordsOf = (threads: Thread[]) => threads.flatMap(({ title }) => title.match(/\p{L}{4,}/gu)?.slice(0, 2) ?? [])

type Run = { generator: Generator; products: Product[]; threads: Thread[]; rounds: number; seconds: number }

/** Of each size all times, in order. In every round each is asked: what else the machine does meanwhile meets them all. */
async function measure(call: string, { generator, products, threads, rounds, seconds }: Run): Promise<number[][]> {
  const asks = products.map(product => asksOf(product, threads)[call] as Ask[])
  const times = products.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { port }] of products.entries()) {
      const all = asks[i] as Ask[]
      const first = Math.floor((round * all.length) / (rounds + 1))
      const rotated = [...all.slice(first), ...all.slice(0, first)]
      const answered = await generator.ask({ port, connections: 1, seconds, asks: rotated })
      if (round > 0) times[i]?.push(...answered.times) // the first warms up
    }
  }
  return times.map(of => of.sort((a, b) => a - b))
}

/** The time that so large a share stays below; of times in order. */
export const at = (times: ArrayLike<number>, share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

function promises(growth: Growth[], sizes: number[], whole: string): Promised[] {
  const [small, large] = [sizes[0] ?? 0, sizes.at(-1) ?? 0].map(size => size.toLocaleString('en'))
  return [
    ...growth.map(({ call, p50 }) =>
      atMost(1.5, `${call}: p50 with ${large} tickets over p50 with ${small}`, (p50.at(-1) ?? 0) / (p50[0] ?? 0)),
    ),
    ...growth
      .filter(({ call }) => call.startsWith('search'))
      .map(({ call, p95 }) => atMost(50, `${call}: p95 with ${large} tickets, ms`, p95.at(-1) ?? Number.NaN)),
    atMost(0, `large tables that a call read as a whole${whole && `, ${whole}`}`, whole ? whole.split(', ').length : 0),
  ]
}
