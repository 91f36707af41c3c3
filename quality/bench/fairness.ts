import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { atMost } from '../../scripts/figures.ts'
import type { Crowd, CrowdRequest, Statuses } from './crowd.ts'
import { type MeasuredCall, openEveryCall } from './every-call.ts'
import { type Amount, type LoadGenerator, smokeAmount } from './load.ts'
import { type Process, startProcess } from './processes.ts'
import { openProduct, type Product } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'
import { domain } from './seed.ts'
import { readThreads } from './texts.ts'

const concurrency = 12
const neighbour = 'neighbour.tezgah.test'
const limit = 2
const rounds = 3
/** A call above the limit is measured so often: other load
 * on the machine slows some of the rounds. */
const attempts = 3

/** The statuses of requests that reached the handler; a code
 * counts once, so most of twelve are 400. */
const handled = [200, 400, 409]

type CallFigures = {
  call: string
  ratio: number
  without: number
  beside: number
  statuses: Statuses
}

/** Each call twelve times at once by one user of a vendor with 20,000 tickets, and slow
 * lists of many of its users, beside another vendor's list (record 0024). */
export async function measureFairness(
  isSmoke: boolean,
  isMeasured: (call: string) => boolean = () => true,
) {
  const tickets = isSmoke ? 500 : 20_000
  await using toStop = new AsyncDisposableStack()
  const generator: LoadGenerator = startProcess('load.ts')
  toStop.defer(generator.stop)
  const crowd: Process<Crowd, Statuses> = startProcess('crowd.ts')
  toStop.defer(crowd.stop)
  console.log(`Seeding ${tickets.toLocaleString('en')} tickets of each of two vendors …\n`)
  const product = await openProduct(tickets, readThreads(5).threads, toStop, {
    other: { vendorDomain: neighbour, tickets },
  })
  const { port, others } = product
  const owner = new pg.Client(product.connection)
  await owner.connect()
  toStop.defer(() => owner.end())
  const list = (others?.team ?? []).map(({ token }) => ({
    method: 'GET',
    path: `/api/v1/domain/${neighbour}/staff/ticket?page=0&size=20`,
    token,
  }))
  const amount: Amount = isSmoke ? { ...smokeAmount, maxResponses: 2 } : { seconds: 0.4 }
  const readList = async () =>
    (await generator.request({ port, connections: 1, ...amount, requests: list })).times
  const readBeside = async (requests: CrowdRequest[], connections: number) => {
    await crowd.request({ port, connections, requests })
    const times = await readList()
    const statuses = await crowd.request('stop')
    await waitUntilIdle(owner)
    return { times, statuses }
  }
  async function measure(
    { name, prepare }: MeasuredCall,
    connections = concurrency,
  ): Promise<CallFigures> {
    const times: Record<'without' | 'beside', number[]> = { without: [], beside: [] }
    const statuses: Statuses = {}
    const ratio = () => p50(times.beside) / p50(times.without)
    for (let attempt = 0; attempt < (isSmoke ? 1 : attempts) && !(ratio() <= limit); attempt++) {
      const requests = await prepare()
      await waitUntilIdle(owner)
      for (let round = 0; round < (isSmoke ? 1 : rounds); round++) {
        times.without.push(...(await readList()))
        const seen = await readBeside(requests, connections)
        times.beside.push(...seen.times)
        for (const [status, count] of Object.entries(seen.statuses))
          statuses[status] = (statuses[status] ?? 0) + count
      }
    }
    if (!handled.some(status => statuses[status]))
      throw new Error(`${name} is answered ${JSON.stringify(statuses)}`)
    return {
      call: name,
      ratio: ratio(),
      without: p50(times.without),
      beside: p50(times.beside),
      statuses,
    }
  }

  await readList()
  const calls: CallFigures[] = []
  for (const call of (await openEveryCall(product, toStop)).filter(({ name }) => isMeasured(name)))
    calls.push(print(await measure(call)))
  const ofMany: CallFigures[] = []
  for (const users of [8, 30])
    for (const list of slowLists(product, users)) ofMany.push(print(await measure(list, users)))
  ofMany.push(print(await measure(await longPages(product, owner), 3)))
  return { thresholds: thresholdsOf(calls, ofMany), figures: { calls, ofMany } }
}

const highest = (calls: CallFigures[]) => Math.max(...calls.map(({ ratio }) => ratio))

const thresholdsOf = (calls: CallFigures[], ofMany: CallFigures[]) => [
  atMost(
    limit,
    `another vendor's list: p50 during ${concurrency} concurrent requests of one user, over p50 without them, highest of ${calls.length} calls`,
    highest(calls),
  ),
  atMost(
    limit,
    `another vendor's list: p50 during slow lists of 8 and of 30 users and long pages of 3 users of one vendor, over p50 without them, highest of ${ofMany.length}`,
    highest(ofMany),
  ),
]

function print(figures: CallFigures): CallFigures {
  const { call, ratio, without, beside, statuses } = figures
  const line = [
    call.padEnd(42),
    ratio.toFixed(2).padStart(6),
    without.toFixed(2).padStart(8),
    beside.toFixed(2).padStart(8),
  ]
  console.log(...line, JSON.stringify(statuses))
  return figures
}

/** Each of so many members of the team reads the whole list, or a late page of a sorted one. */
const slowLists = ({ people, tickets }: Product, users: number): MeasuredCall[] =>
  [
    ['whole lists', ''],
    ['late pages', `?page=${Math.min(89, tickets / 100 - 1)}&size=100&sort=companyName`],
  ].map(([name, query]) => ({
    name: `${name} of ${users} users`,
    prepare: async () =>
      people.team.slice(0, users).map(({ token }) => ({
        method: 'GET',
        url: `/api/v1/domain/${domain}/staff/ticket${query}`,
        headers: { authorization: `Bearer ${token}` },
      })),
  }))

/** Each of three members of the team reads pages of the longest messages of a ticket. */
async function longPages({ people, vendorId }: Product, owner: pg.Client): Promise<MeasuredCall> {
  const { rows } = await owner.query(
    `with ticket as (
       select t.id, t.created_by from tickets t join companies c on c.vendor_id = t.vendor_id and c.id = t.company_id
        where t.vendor_id = $1 and t.status = 'open' and c.date_removed is null
          and not exists (select from ticket_merges m where m.vendor_id = t.vendor_id and m.ticket_id = t.id) limit 1)
     insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents, date_added)
       select $1, uuidv7(), id, created_by, false, repeat('Mil ısınıyor. ', 700), now() + make_interval(secs => i)
         from ticket, generate_series(1, 100) i
     returning ticket_id`,
    [vendorId],
  )
  return {
    name: 'long pages of 3 users',
    prepare: async () =>
      people.team.slice(0, 3).map(({ token }) => ({
        method: 'GET',
        url: `/api/v1/domain/${domain}/staff/ticket/${rows[0].ticket_id}/message`,
        headers: { authorization: `Bearer ${token}` },
      })),
  }
}

const p50 = (times: number[]) =>
  quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  )

/** Until no job is due and no statement runs: what the last
 * requests left must not slow the next ones down. */
async function waitUntilIdle(owner: pg.Client) {
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(20)) {
    const { rows } = await owner.query(
      `select (select count(*) from pgboss.job where data ? 'vendor' and state in ('created', 'retry', 'active') and start_after <= now())
            + (select count(*) from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()) as busy`,
    )
    if (Number(rows[0].busy) === 0) return
  }
}
