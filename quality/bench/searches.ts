import { atMost } from '../../scripts/figures.ts'
import { at, type Generator } from './growth.ts'
import type { Ask } from './load.ts'
import { openProduct } from './portal.ts'
import { startProcess } from './processes.ts'
import { domain } from './seed.ts'
import { readThreads } from './texts.ts'

/** How many searches one customer has under way at once. */
const atOnce = 12
const neighbour = 'neighbour.tezgah.test'

/**
 * What the searches of one vendor cost another one: a customer of a company with all 300,000 tickets of a vendor searches for two letters that
 * stand in hardly any of them, which reads them all, while a staff member of another vendor reads the ticket list.
 */
export async function measureSearches(quick: boolean) {
  const tickets = quick ? 5_000 : 300_000
  const [rounds, seconds] = quick ? [2, 0.5] : [8, 4]
  const { threads } = readThreads(5)
  await using toStop = new AsyncDisposableStack()
  const [customer, colleague] = [startProcess('load.ts') as Generator, startProcess('load.ts') as Generator]
  toStop.defer(customer.stop)
  toStop.defer(colleague.stop)
  console.log(`Seeding ${tickets.toLocaleString('en')} tickets of one company, and another vendor …\n`)
  const product = await openProduct(tickets, threads, toStop, {
    seeding: { companies: 1, messages: 1 },
    other: { at: neighbour, messages: 1, tickets: quick ? 1_000 : 20_000 },
  })
  const { port, people, others } = product
  const list: Ask[] = (others?.team ?? []).map(({ token }) => ({
    method: 'GET',
    path: `/api/v1/domain/${neighbour}/staff/ticket?page=0&size=20`,
    token,
  }))
  const read = () => colleague.ask({ port, connections: 1, seconds, asks: list })
  const searches = searchesOf(people.customers[0])
  const search = () => customer.ask({ port, connections: atOnce, seconds, asks: searches })
  await read()
  const [alone, beside, searched]: number[][] = [[], [], []]
  let perSecond = 0
  for (let round = 0; round < rounds; round++) {
    alone?.push(...(await read()).times)
    const [load, seen] = await Promise.all([search(), read()])
    beside?.push(...seen.times)
    searched?.push(...load.times)
    perSecond += load.perSecond / rounds
  }
  const [without, during, each] = [alone, beside, searched].map(times => (times ?? []).toSorted((a, b) => a - b)) as [
    number[],
    number[],
    number[],
  ]
  const figures = {
    alone: { p50: at(without, 0.5), p99: at(without, 0.99) },
    beside: { p50: at(during, 0.5), p99: at(during, 0.99) },
    searches: { perSecond, p50: at(each, 0.5) },
  }
  console.log(figures)
  return {
    promised: [
      atMost(
        2,
        `the list of another vendor: p50 during ${atOnce} two-letter searches at once among ${tickets.toLocaleString('en')} tickets, over that without them`,
        figures.beside.p50 / figures.alone.p50,
      ),
    ],
    figures,
  }
}

/** Of letters that stand next to each other in hardly any word. */
function searchesOf(person: { company: string; token: string } | undefined): Ask[] {
  const letters = [...'qxzjw']
  const pairs = letters.flatMap(one => letters.map(other => one + other))
  return pairs.map(pair => ({
    method: 'GET',
    path: `/api/v1/domain/${domain}/account/${person?.company}/ticket?page=0&size=20&search=${pair}`,
    token: person?.token ?? '',
  }))
}
