import { atMost, type Threshold } from '../../scripts/figures.ts'
import { type CallName, requestsOf, type SignedInUser } from './calls.ts'
import { measureExpensive } from './expensive.ts'
import {
  type Amount,
  type LoadGenerator,
  type LoadRequest,
  type RequestsByCall,
  smokeAmount,
} from './load.ts'
import { measureMixed } from './mixed.ts'
import { startProcess } from './processes.ts'
import { openProduct, type Product, watchSequentialScans } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'
import { assignees, domain } from './seed.ts'
import { readThreads, type Thread } from './texts.ts'

export type Growth = { call: string; p50: number[]; p95: number[] }

/** How response times grow from a thousand tickets to a
 * million, and mixed and expensive calls with a million. */
export async function measureGrowth(isSmoke: boolean) {
  const sizes = isSmoke ? [500] : [1_000, 100_000, 1_000_000]
  const rounds = isSmoke ? 1 : 9
  const { threads } = readThreads(5)
  await using toStop = new AsyncDisposableStack()
  const generator: LoadGenerator = startProcess('load.ts')
  toStop.defer(generator.stop)
  console.log(
    `Seeding ${sizes.map(size => size.toLocaleString('en')).join(', ')} tickets with 5 messages each …\n`,
  )
  const products: Product[] = []
  for (const size of sizes)
    products.push(
      await openProduct(size, threads, toStop, { seeding: { companies: companiesOf(size) } }),
    )
  const large = products.at(-1) as Product
  const growth: Growth[] = []
  const endWatch = await watchSequentialScans(large, isSmoke ? 0 : 11_000)
  for (const call of Object.keys(requestsByCall(large, threads))) {
    const times = await measure(call, {
      generator,
      products,
      threads,
      rounds,
      amount: isSmoke ? smokeAmount : { seconds: 0.6 },
    })
    const row = {
      call,
      p50: times.map(of => quantile(of, 0.5)),
      p95: times.map(of => quantile(of, 0.95)),
    }
    console.log(
      call.padEnd(26),
      ...row.p50.map((p50, i) => `${p50.toFixed(2)} (${row.p95[i]?.toFixed(2)})`.padStart(16)),
    )
    growth.push(row)
  }
  const scanned = (await endWatch()).join(', ')
  const requests = requestsByCall(large, threads)
  const mixed = await measureMixed(
    large,
    generator,
    requests,
    isSmoke ? smokeAmount : { seconds: 60 },
  )
  const expensive = await measureExpensive(
    large,
    generator,
    requests.ticket as LoadRequest[],
    isSmoke ? smokeAmount : { seconds: 5 },
  )
  return {
    thresholds: [
      ...thresholdsOf(growth, sizes, scanned),
      ...mixed.thresholds,
      ...expensive.thresholds,
    ],
    figures: { sizes, growth, mixed: mixed.figures, expensive: expensive.figures },
  }
}

/** Each company has as many tickets as in the other sizes, so that only their number differs. */
const companiesOf = (tickets: number) => Math.max(2, tickets / 500)

/** The requests of each call. Every search has another text. */
function requestsByCall(product: Product, threads: Thread[]): RequestsByCall {
  const { people, tickets } = product
  const requests = (call: CallName): LoadRequest[] =>
    requestsOf(call, people, threads).map(({ method, path, token, body }) => ({
      method,
      path,
      token,
      ...(body && { body }),
    }))
  const companies = companiesOf(tickets)
  const search = (text: (i: number) => string) =>
    Array.from({ length: 2_000 }, (_, i) => {
      const { token } = people.team[i % people.team.length] as SignedInUser
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
    ...viewRequests(product),
  }
}

/** The lists of the team's queue as its pages ask for them, and filtered ones.
 * With 1,000 tickets, an assignee has ten or more: every size reads ten. */
function viewRequests({ people }: Product): RequestsByCall {
  const colleagues = people.team.slice(0, assignees)
  const list = (query: string | ((user: SignedInUser) => string), size = 20): LoadRequest[] =>
    colleagues.map(user => ({
      method: 'GET',
      path: `/api/v1/domain/${domain}/staff/ticket?page=0&size=${size}&${typeof query === 'string' ? query : query(user)}`,
      token: user.token,
    }))
  return {
    'view, mine': list('status=mine&sort=dateDue', 10),
    'view, unassigned': list('status=unassigned&sort=dateDue'),
    'view, due': list('status=waiting&sort=dateDue'),
    'view, with customer': list('status=answered&sort=dateLastMessage'),
    'view, snoozed': list('status=snoozed&sort=-dateCreated'),
    'view, open': list('status=open&sort=-dateCreated'),
    'view, closed': list('status=closed&sort=-dateCreated'),
    'view, archived': list('archived=true&sort=-dateCreated'),
    'filter, priority': list('status=open&priority=standing&sort=-dateCreated'),
    'filter, assignee': list(({ userId }) => `status=closed&assignee=${userId}&sort=-dateCreated`),
    'filter, company': list(
      ({ company }) => `status=closed&company=${company}&priority=normal&sort=-dateCreated`,
    ),
  }
}

const wordsOf = (threads: Thread[]) =>
  threads.flatMap(({ title }) => title.match(/\p{L}{4,}/gu)?.slice(0, 2) ?? [])

type Run = {
  generator: LoadGenerator
  products: Product[]
  threads: Thread[]
  rounds: number
  amount: Amount
}

/** The sorted times of each size. Every round measures all sizes,
 * so that other load on the machine affects all of them. */
async function measure(
  call: string,
  { generator, products, threads, rounds, amount }: Run,
): Promise<number[][]> {
  const requests = products.map(product => requestsByCall(product, threads)[call] as LoadRequest[])
  const times = products.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { port }] of products.entries()) {
      const all = requests[i] as LoadRequest[]
      const first = Math.floor((round * all.length) / (rounds + 1))
      const rotated = [...all.slice(first), ...all.slice(0, first)]
      const result = await generator.request({ port, connections: 1, ...amount, requests: rotated })
      if (round > 0) times[i]?.push(...result.times) // the first round is the warm-up
    }
  }
  return times.map(of => of.sort((a, b) => a - b))
}

/** Of companies there are a thousand times as many too, and each one's tickets lie apart. */
const limitOf = (call: string) =>
  call.startsWith('view') ? 1.3 : call.endsWith(', company') ? 2.5 : 1.5

function thresholdsOf(growth: Growth[], sizes: number[], scanned: string): Threshold[] {
  const [small, large] = [sizes[0] ?? 0, sizes.at(-1) ?? 0].map(size => size.toLocaleString('en'))
  return [
    ...growth.map(({ call, p50 }) =>
      atMost(
        limitOf(call),
        `${call}: p50 with ${large} tickets over p50 with ${small}`,
        (p50.at(-1) ?? 0) / (p50[0] ?? 0),
      ),
    ),
    ...growth
      .filter(({ call }) => call.startsWith('search'))
      .map(({ call, p95 }) =>
        atMost(50, `${call}: p95 with ${large} tickets, ms`, p95.at(-1) ?? Number.NaN),
      ),
    atMost(
      0,
      `large tables read by a sequential scan${scanned && `, ${scanned}`}`,
      scanned ? scanned.split(', ').length : 0,
    ),
  ]
}
