import { atLeast, atMost, type Promised } from '../../scripts/figures.ts'
import { type CallName, callNames } from './calls.ts'
import type { Answered, Load } from './load.ts'
import { openPortal, type Portal } from './portal.ts'
import { type Process, startProcess } from './processes.ts'
import { table } from './table.ts'
import { readThreads } from './texts.ts'

export type Figures = { perSecond: number; p50: number; p99: number }
/** Times are milliseconds; `share` is the product's requests per second over the floor's. */
export type Measured = { call: CallName; tickets: number; connections: number; product: Figures; floor: Figures; share: number }
const targets = ['product', 'floor'] as const
type Generator = Process<Load, Answered>
type Run = { generator: Generator; portals: Portal[]; rounds: number; seconds: number }

/** Requests per second and their times, of the product and of the floor under it, with few tickets and with many. */
export async function measureRequests(quick: boolean) {
  const sizes = quick ? [1_000, 5_000] : [1_000, 100_000]
  const rounds = quick ? 2 : 7
  const seconds = quick ? 0.15 : 0.5
  const warmUp = quick ? { seconds: 0.3, most: 300 } : { seconds: 5, most: 3_000 }
  const { threads, real } = readThreads(5)
  const generator: Generator = startProcess<Load, Answered>('load.ts')
  const toStop = new AsyncDisposableStack()
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= generator.stop().then(() => toStop.disposeAsync()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop().then(() => process.exit(1)))
  const portals: Portal[] = []
  try {
    console.log(`Seeding ${sizes.map(size => size.toLocaleString('en')).join(' and ')} tickets with 5 messages each …\n`)
    for (const size of sizes) portals.push(await openPortal(size, threads, toStop))
    console.log(table.title)
    const measured: Measured[] = []
    for (const call of callNames) {
      for (const portal of portals) for (const target of targets) await ask(generator, call, portal, target, { connections: 16, ...warmUp })
      for (const connections of [1, 16]) {
        const rows = await measure({ generator, portals, rounds, seconds }, call, connections)
        for (const row of rows) console.log(table.row(row))
        measured.push(...rows)
      }
    }
    const texts = real ? '../shared/data/tickets' : 'our own'
    return { promised: promises(measured, sizes), figures: { texts, rounds, secondsEach: seconds, measured } }
  } finally {
    await stop()
  }
}

function ask(generator: Generator, call: CallName, portal: Portal, target: 'product' | 'floor', load: Omit<Load, 'port' | 'asks'>) {
  const asks = portal.requests[call].map(({ method, path, token, body }) => ({ method, path, token, ...(body && { body }) }))
  return generator.ask({ port: portal.ports[target], asks, ...load })
}

/**
 * In every round product and floor are asked at every size, one after the other: what else the machine does meanwhile meets them all.
 * The share is the median of the rounds' shares.
 */
async function measure({ generator, portals, rounds, seconds }: Run, call: CallName, connections: number): Promise<Measured[]> {
  const rows = portals.map(portal => ({ portal, product: [] as Answered[], floor: [] as Answered[] }))
  for (let round = 0; round < rounds; round++) {
    for (const row of rows) {
      for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
        row[target].push(await ask(generator, call, row.portal, target, { connections, seconds }))
      }
    }
  }
  return rows.map(({ portal: { tickets }, product, floor }) => ({
    call,
    tickets,
    connections,
    product: figures(product),
    floor: figures(floor),
    share: median(product.map(({ perSecond }, i) => perSecond / (floor[i]?.perSecond ?? 0))),
  }))
}

function figures(answered: Answered[]): Figures {
  const times = Float64Array.from(answered.flatMap(({ times }) => [...times])).sort()
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: median(answered.map(({ perSecond }) => perSecond)), p50: at(0.5), p99: at(0.99) }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2
}

function promises(measured: Measured[], [small = 0, large = 0]: number[]): Promised[] {
  const of = (call: CallName, tickets: number, connections: number) =>
    measured.find(row => row.call === call && row.tickets === tickets && row.connections === connections) as Measured
  const named = (size: number) => `${size.toLocaleString('en')} tickets`
  const shares = (['list, team', 'list, account', 'ticket'] as const).flatMap(call =>
    [small, large].map(size => {
      const { share } = of(call, size, 16)
      return atLeast(0.5, `${call}: share of the floor at 16 connections, ${named(size)}`, share)
    }),
  )
  const growth = of('list, team', large, 1).product.p50 / of('list, team', small, 1).product.p50
  return [...shares, atMost(1.3, `list, team: p50 with ${named(large)} over p50 with ${named(small)}`, growth)]
}
