import pg from 'pg'
import { conversationPage } from '#contract/text/conversation-page.ts'
import { atMost } from '../../scripts/figures.ts'
import { type LoadGenerator, type LoadRequest, smokeAmount } from './load.ts'
import { megabytesOf, startProcess } from './processes.ts'
import { openProduct, type Product } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'
import { domain } from './seed.ts'
import { readThreads } from './texts.ts'

const neighbour = 'neighbour.tezgah.test'
const readers = 10

// A long conversation that is read beside one of a single page, and one of the longest
// messages that its customer reads ten times at once, and three of the team, one page after
// another, beside another vendor's list.
export async function measureConversations(isSmoke: boolean) {
  const most = isSmoke ? 200 : 5_000
  const rounds = isSmoke ? 1 : 6
  const amount = isSmoke ? smokeAmount : { seconds: 3 }
  await using toStop = new AsyncDisposableStack()
  const [customer, colleague] = [
    startProcess('load.ts') as LoadGenerator,
    startProcess('load.ts') as LoadGenerator,
  ]
  toStop.defer(customer.stop)
  toStop.defer(colleague.stop)
  const product = await openProduct(500, readThreads(5).threads, toStop, {
    other: { vendorDomain: neighbour, tickets: isSmoke ? 500 : 20_000 },
  })
  const { port, others, process } = product
  const longest = await fillTickets(product, [
    { messages: most, characters: 10_000 },
    { messages: most, characters: 200 },
    { messages: conversationPage, characters: 200 },
  ])
  const [huge, long, short] = longest as [LoadRequest, LoadRequest, LoadRequest]
  const ticket = huge.path.split('/').at(-1)
  const team = product.people.team.slice(0, 3).map(({ token }) => ({
    method: 'GET',
    path: `/api/v1/domain/${domain}/staff/ticket/${ticket}`,
    token,
  }))
  const open = (request: LoadRequest) =>
    customer.request({ port, connections: 1, ...amount, requests: [request] })
  const list = (others?.team ?? []).map(({ token }) => ({
    method: 'GET',
    path: `/api/v1/domain/${neighbour}/staff/ticket?page=0&size=20`,
    token,
  }))
  const readList = () => colleague.request({ port, connections: 1, ...amount, requests: list })
  await Promise.all([readList(), open(short)])

  const times: Record<'long' | 'short' | 'without' | 'beside' | 'besideTeam', number[]> = {
    long: [],
    short: [],
    without: [],
    beside: [],
    besideTeam: [],
  }
  for (let round = 0; round < rounds; round++) {
    times.short.push(...(await open(short)).times)
    times.long.push(...(await open(long)).times)
  }
  let peak = megabytesOf(process.pid)
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytesOf(process.pid))
  }, 100)
  toStop.defer(() => clearInterval(sampling))
  for (let round = 0; round < rounds; round++) {
    times.without.push(...(await readList()).times)
    const [, seen] = await Promise.all([
      customer.request({ port, connections: readers, ...amount, requests: [huge] }),
      readList(),
    ])
    times.beside.push(...seen.times)
    const [, besideTeam] = await Promise.all([
      customer.request({ port, connections: team.length, ...amount, requests: team }),
      readList(),
    ])
    times.besideTeam.push(...besideTeam.times)
  }
  const p50 = (of: number[]) =>
    quantile(
      of.toSorted((a, b) => a - b),
      0.5,
    )
  const figures = {
    long: p50(times.long),
    short: p50(times.short),
    without: p50(times.without),
    beside: p50(times.beside),
    besideTeam: p50(times.besideTeam),
    peak,
  }
  console.log(figures)
  return {
    thresholds: [
      atMost(
        1.2,
        `a ticket of ${most.toLocaleString('en')} messages: p50 over that of one of ${conversationPage}`,
        figures.long / figures.short,
      ),
      atMost(
        300,
        `memory of the server while ${readers} connections read ${most.toLocaleString('en')} messages of 10,000 characters, MB`,
        peak,
      ),
      atMost(
        1.5,
        "another vendor's list: p50 during these reads, over p50 without them",
        figures.beside / figures.without,
      ),
      atMost(
        1.5,
        `another vendor's list: p50 while ${team.length} users read pages of these messages, over p50 without them`,
        figures.besideTeam / figures.without,
      ),
    ],
    figures,
  }
}

/** Adds messages to as many tickets of one customer; returns the request for each ticket. */
async function fillTickets(
  { connection, vendorId, people }: Product,
  fillings: { messages: number; characters: number }[],
): Promise<LoadRequest[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const [customer] = people.customers
    if (!customer) throw new Error('The vendor has no customer')
    const { rows } = await client.query<{ id: string }>(
      'select id from tickets where vendor_id = $1 and company_id = $2 limit $3',
      [vendorId, customer.company, fillings.length],
    )
    if (rows.length < fillings.length) throw new Error('The customer has too few tickets')
    for (const [i, { messages, characters }] of fillings.entries())
      await client.query(
        `insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents)
         select $1, uuidv7(), $2, $3, false, rpad('', $5, 'Mil ısınıyor ') from generate_series(1, $4)`,
        [vendorId, rows[i]?.id, customer.userId, messages, characters],
      )
    await client.query('analyze messages')
    return rows.map(({ id }) => ({
      method: 'GET',
      path: `/api/v1/domain/${domain}/account/${customer.company}/ticket/${id}`,
      token: customer.token,
    }))
  } finally {
    await client.end()
  }
}
