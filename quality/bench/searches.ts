import { atMost } from '../../scripts/figures.ts'
import { type Generator, quantile } from './growth.ts'
import { type LoadRequest, smokeAmount } from './load.ts'
import { startProcess } from './processes.ts'
import { openProduct } from './product-and-floor.ts'
import { domain } from './seed.ts'
import { readThreads } from './texts.ts'

const concurrency = 12
const neighbour = 'neighbour.tezgah.test'

// One vendor's searches beside another vendor's list: a customer of a company with 300,000 tickets searches for two letters that hardly any
// ticket contains, which reads all of them (decision 0024).
export async function measureSearches(isSmoke: boolean) {
  const tickets = isSmoke ? 500 : 300_000
  const rounds = isSmoke ? 1 : 8
  const amount = isSmoke ? smokeAmount : { seconds: 4 }
  const { threads } = readThreads(5)
  await using toStop = new AsyncDisposableStack()
  const [customer, colleague] = [startProcess('load.ts') as Generator, startProcess('load.ts') as Generator]
  toStop.defer(customer.stop)
  toStop.defer(colleague.stop)
  console.log(`Seeding ${tickets.toLocaleString('en')} tickets of one company, and another vendor …\n`)
  const product = await openProduct(tickets, threads, toStop, {
    seeding: { companies: 1, messages: 1 },
    other: { vendorDomain: neighbour, messages: 1, tickets: isSmoke ? 500 : 20_000 },
  })
  const { port, people, others } = product
  const list: LoadRequest[] = (others?.team ?? []).map(({ token }) => ({
    method: 'GET',
    path: `/api/v1/domain/${neighbour}/staff/ticket?page=0&size=20`,
    token,
  }))
  const read = () => colleague.request({ port, connections: 1, ...amount, requests: list })
  const searches = searchesOf(people.customers[0])
  const search = () => customer.request({ port, connections: concurrency, ...amount, requests: searches })
  await read()
  const [baseline, beside, searched]: number[][] = [[], [], []]
  let perSecond = 0
  for (let round = 0; round < rounds; round++) {
    baseline?.push(...(await read()).times)
    const [load, seen] = await Promise.all([search(), read()])
    beside?.push(...seen.times)
    searched?.push(...load.times)
    perSecond += load.perSecond / rounds
  }
  const [without, during, each] = [baseline, beside, searched].map(times => (times ?? []).toSorted((a, b) => a - b)) as [
    number[],
    number[],
    number[],
  ]
  const figures = {
    baseline: { p50: quantile(without, 0.5), p99: quantile(without, 0.99) },
    beside: { p50: quantile(during, 0.5), p99: quantile(during, 0.99) },
    searches: { perSecond, p50: quantile(each, 0.5) },
  }
  console.log(figures)
  return {
    promised: [
      atMost(
        2,
        `another vendor's list: p50 during ${concurrency} concurrent two-letter searches of ${tickets.toLocaleString('en')} tickets, over p50 without them`,
        figures.beside.p50 / figures.baseline.p50,
      ),
    ],
    figures,
  }
}

function searchesOf(person: { company: string; token: string } | undefined): LoadRequest[] {
  const letters = [...'qxzjw']
  const pairs = letters.flatMap(one => letters.map(other => one + other))
  return pairs.map(pair => ({
    method: 'GET',
    path: `/api/v1/domain/${domain}/account/${person?.company}/ticket?page=0&size=20&search=${pair}`,
    token: person?.token ?? '',
  }))
}
