import { atLeast, atMost, type Threshold } from '../../scripts/figures.ts'
import { type CallName, callNames } from './calls.ts'
import { type Amount, type Load, type LoadGenerator, type LoadResult, smokeAmount } from './load.ts'
import { startProcess } from './processes.ts'
import { openProductAndBaseline, type ProductAndBaseline } from './product-and-baseline.ts'
import { type Figures, type Measurement, table } from './table.ts'
import { readThreads } from './texts.ts'

const targets = ['product', 'baseline'] as const
type Run = {
  generator: LoadGenerator
  installations: ProductAndBaseline[]
  rounds: number
  amount: Amount
}

export async function measureRequests(isSmoke: boolean) {
  const sizes = isSmoke ? [500] : [1_000, 100_000]
  const rounds = isSmoke ? 1 : 7
  const amount = isSmoke ? smokeAmount : { seconds: 0.5 }
  const warmUp = isSmoke ? smokeAmount : { seconds: 5, maxResponses: 3_000 }
  const { threads, real } = readThreads(5)
  const generator: LoadGenerator = startProcess('load.ts')
  const toStop = new AsyncDisposableStack()
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= generator.stop().then(() => toStop.disposeAsync()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stop().then(() => process.exit(1)))
  const installations: ProductAndBaseline[] = []
  try {
    console.log(
      `Seeding ${sizes.map(size => size.toLocaleString('en')).join(' and ')} tickets with 5 messages each …\n`,
    )
    for (const size of sizes)
      installations.push(await openProductAndBaseline(size, threads, toStop))
    console.log(table.title)
    const measured: Measurement[] = []
    for (const call of callNames) {
      for (const installation of installations)
        for (const target of targets)
          await runLoad(generator, call, installation, target, { connections: 16, ...warmUp })
      for (const connections of [1, 16]) {
        const rows = await measure({ generator, installations, rounds, amount }, call, connections)
        for (const row of rows) console.log(table.row(row))
        measured.push(...rows)
      }
    }
    const texts = real ? '../shared/data/tickets' : 'our own'
    return {
      thresholds: thresholdsOf(measured, sizes),
      figures: { texts, rounds, secondsEach: amount.seconds, measured },
    }
  } finally {
    await stop()
  }
}

function runLoad(
  generator: LoadGenerator,
  call: CallName,
  installation: ProductAndBaseline,
  target: 'product' | 'baseline',
  load: Omit<Load, 'port' | 'requests'>,
) {
  const requests = installation.requests[call].map(({ method, path, token, body }) => ({
    method,
    path,
    token,
    ...(body && { body }),
  }))
  return generator.request({ port: installation.ports[target], requests, ...load })
}

// Every round measures product and baseline at every size, so
// that other load on the machine affects all of them.
async function measure(
  { generator, installations, rounds, amount }: Run,
  call: CallName,
  connections: number,
): Promise<Measurement[]> {
  const rows = installations.map(installation => ({
    installation,
    product: [] as LoadResult[],
    baseline: [] as LoadResult[],
  }))
  for (let round = 0; round < rounds; round++) {
    for (const row of rows) {
      for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
        row[target].push(
          await runLoad(generator, call, row.installation, target, { connections, ...amount }),
        )
      }
    }
  }
  return rows.map(({ installation: { tickets }, product, baseline }) => ({
    call,
    tickets,
    connections,
    product: figures(product),
    baseline: figures(baseline),
    share: median(product.map(({ perSecond }, i) => perSecond / (baseline[i]?.perSecond ?? 0))),
  }))
}

function figures(results: LoadResult[]): Figures {
  const times = Float64Array.from(results.flatMap(({ times }) => [...times])).sort()
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: at(0.5),
    p99: at(0.99),
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (
    ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) +
      (sorted[sorted.length >> 1] ?? Number.NaN)) /
    2
  )
}

function thresholdsOf(measured: Measurement[], sizes: number[]): Threshold[] {
  const [small, large] = [sizes[0], sizes.at(-1)] as [number, number]
  const of = (call: CallName, tickets: number, connections: number) =>
    measured.find(
      row => row.call === call && row.tickets === tickets && row.connections === connections,
    ) as Measurement
  const labelOf = (size: number) => `${size.toLocaleString('en')} tickets`
  const shares = (['list, team', 'list, account', 'ticket'] as const).flatMap(call =>
    [small, large].map(size => {
      const { share } = of(call, size, 16)
      return atLeast(
        0.5,
        `${call}: share of the baseline at 16 connections, ${labelOf(size)}`,
        share,
      )
    }),
  )
  const growth = of('list, team', large, 1).product.p50 / of('list, team', small, 1).product.p50
  return [
    ...shares,
    atMost(1.3, `list, team: p50 with ${labelOf(large)} over p50 with ${labelOf(small)}`, growth),
  ]
}
