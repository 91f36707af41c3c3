import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { notificationKinds } from '#contract/notifications.ts'
import { atLeast, atMost, type Threshold } from '../../scripts/figures.ts'
import { type CallName, callNames, requestsOf } from './calls.ts'
import { type Amount, type LoadGenerator, type LoadRequest, smokeAmount } from './load.ts'
import { processorSecondsOf, startProcess } from './processes.ts'
import { openProduct, type Product } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'
import { domain } from './seed.ts'
import { readThreads, type Thread } from './texts.ts'

type Cost = { call: string; server: number; database: number }
type Told = { mail: boolean; browser: boolean }
type MeasuredCall = { call: string; requests: LoadRequest[]; told?: Told }

const connections = 16

/** How those are told who are concerned: of a new ticket `assignees`
 * members of the team, of a reply its author and those who wrote before. */
const waysToTell: Record<string, Told> = {
  'nobody told': { mail: false, browser: false },
  'at the bell': { mail: false, browser: true },
  'by mail too': { mail: true, browser: true },
}

/** The processor time of an answer, in ms, of the server and of
 * the database, with the jobs that its call leaves. */
export async function measureCost(isSmoke: boolean) {
  const tickets = isSmoke ? 500 : 100_000
  const rounds = isSmoke ? 1 : 5
  const amount = isSmoke ? smokeAmount : { seconds: 10, maxResponses: 1_000 }
  const { threads } = readThreads(5)
  await using toStop = new AsyncDisposableStack()
  const generator: LoadGenerator = startProcess('load.ts')
  toStop.defer(generator.stop)
  console.log(`Seeding ${tickets.toLocaleString('en')} tickets with 5 messages each …\n`)
  const product = await openProduct(tickets, threads, toStop)
  const owner = new pg.Client(product.connection)
  await owner.connect()
  toStop.defer(() => owner.end())
  const idleStatements = await statementsOfIdle(owner, isSmoke ? 1 : 20)
  const costs: Cost[] = []
  for (const { call, requests, told } of measuredCalls(product, threads)) {
    if (told) await setTold(owner, product.vendorId, told)
    const measured: Omit<Cost, 'call'>[] = []
    for (let round = 0; round <= rounds; round++) {
      // mails take many times as long as what causes them
      const load = told?.mail && !isSmoke ? { ...amount, maxResponses: 200 } : amount
      const cost = await measure(product, owner, generator, requests, load)
      if (round > 0 || isSmoke) measured.push(cost) // the first one fills caches
    }
    const median = (of: 'server' | 'database') =>
      quantile(Float64Array.from(measured.map(cost => cost[of])).sort(), 0.5)
    const cost = { call, server: median('server'), database: median('database') }
    console.log(
      call.padEnd(24),
      cost.server.toFixed(2).padStart(8),
      cost.database.toFixed(2).padStart(8),
    )
    costs.push(cost)
  }
  const concurrency = await gainOfConnections(product, owner, generator, threads, amount)
  return {
    thresholds: thresholdsOf(costs, concurrency, idleStatements),
    figures: { tickets, connections, costs, concurrency, idleStatements },
  }
}

function measuredCalls({ people }: Product, threads: Thread[]): MeasuredCall[] {
  const requests = (call: CallName) =>
    requestsOf(call, people, threads).map(({ parameters: _, ...request }) => request)
  const list = (query: (i: number) => string) =>
    people.team.map(({ token }, i) => ({
      method: 'GET',
      path: `/api/v1/domain/${domain}/staff/ticket?page=0&size=20&${query(i)}`,
      token,
    }))
  // as the queue asks for them
  const ofQueue = (status: string) => list(() => `status=${status}&sort=dateDue`)
  const title = (i: number) => encodeURIComponent(threads[(i * 7919) % threads.length]?.title ?? '')
  return [
    ...callNames
      .filter(call => call !== 'create' && call !== 'reply')
      .map(call => ({ call, requests: requests(call) })),
    { call: 'list, waiting', requests: ofQueue('waiting') },
    { call: 'list, mine', requests: ofQueue('mine') },
    { call: 'list, unassigned', requests: ofQueue('unassigned') },
    { call: 'search, title', requests: list(i => `search=${title(i)}`) },
    ...(['create', 'reply'] as const).flatMap(call =>
      Object.entries(waysToTell).map(([way, told]) => ({
        call: `${call}, ${way}`,
        requests: requests(call),
        told,
      })),
    ),
  ]
}

async function setTold(owner: pg.Client, vendorId: string, { mail, browser }: Told) {
  await owner.query("select set_config('app.vendor', $1, false)", [vendorId])
  await owner.query(
    `insert into preferences (user_id, kind, mail, browser)
     select id, kind, $1, $2 from users cross join unnest($3::text[]) as kind where vendor_id = app_vendor() and password_hash is not null
         on conflict (vendor_id, user_id, kind) do update set mail = excluded.mail, browser = excluded.browser`,
    [mail, browser, notificationKinds],
  )
  await owner.query('analyze preferences')
}

/** Of the instance and its queue; PostgreSQL counts a statement of its own as a transaction. */
async function statementsOfIdle(owner: pg.Client, seconds: number) {
  const read = async () => {
    await owner.query('select pg_stat_clear_snapshot()')
    const { rows } = await owner.query<{ count: string }>(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.count)
  }
  await pause(12_000) // the start's are reported by then
  const before = await read()
  await pause(seconds * 1000)
  return (await read()) / seconds - before / seconds
}

/** How many times as many tickets of one vendor are created by all connections as by one. */
async function gainOfConnections(
  product: Product,
  owner: pg.Client,
  generator: LoadGenerator,
  threads: Thread[],
  amount: Amount,
) {
  await setTold(owner, product.vendorId, { mail: false, browser: false })
  const requests = requestsOf('create', product.people, threads).map(
    ({ parameters: _, ...request }) => request,
  )
  const perSecond = async (connections: number) => {
    const load = { port: product.port, connections, requests, ...amount }
    const result = await generator.request(load)
    await jobsHaveEnded(owner)
    return result.perSecond
  }
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const alone = await perSecond(1)
    ratios.push((await perSecond(connections)) / alone)
  }
  return quantile(Float64Array.from(ratios).sort(), 0.5)
}

async function measure(
  product: Product,
  owner: pg.Client,
  generator: LoadGenerator,
  requests: LoadRequest[],
  amount: Amount,
): Promise<Omit<Cost, 'call'>> {
  const read = () => ({
    server: processorSecondsOf(product.process.pid),
    database: databaseSeconds(product.dataDir),
  })
  const before = read()
  const { times } = await generator.request({
    port: product.port,
    connections,
    requests,
    ...amount,
  })
  await jobsHaveEnded(owner)
  const after = read()
  const perAnswer = (of: 'server' | 'database') => ((after[of] - before[of]) * 1000) / times.length
  return { server: perAnswer('server'), database: perAnswer('database') }
}

/** Until no job has been due three times in a row: one may queue the next. */
async function jobsHaveEnded(owner: pg.Client) {
  for (let quiet = 0; quiet < 3; await pause(100)) {
    const { rowCount } = await owner.query(
      "select from pgboss.job where state < 'completed' and start_after <= now() limit 1",
    )
    quiet = rowCount === 0 ? quiet + 1 : 0
  }
}

/** Of PostgreSQL's first process and its backends. */
function databaseSeconds(dataDir: string) {
  const [line] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(line)
  const children = readdirSync(`/proc/${postmaster}/task`).flatMap(task =>
    readFileSync(`/proc/${postmaster}/task/${task}/children`, 'utf8').trim().split(' '),
  )
  return [postmaster, ...children.filter(Boolean).map(Number)].reduce(
    (sum, pid) => sum + processorSecondsOf(pid),
    0,
  )
}

const goals: Record<string, number> = {
  'list, team': 0.75,
  'list, account': 0.75,
  ticket: 0.5,
  'search, title': 2,
  'create, nobody told': 2.6,
  'create, at the bell': 4,
  'create, by mail too': 14,
  'reply, nobody told': 1.7,
  'reply, at the bell': 2.2,
  'reply, by mail too': 6,
}

const thresholdsOf = (costs: Cost[], concurrency: number, idleStatements: number): Threshold[] => [
  ...costs.flatMap(({ call, server, database }) => {
    const goal = goals[call]
    const label = `${call}: processor time of server and database, ms an answer`
    return goal === undefined ? [] : [atMost(goal, label, server + database)]
  }),
  atLeast(3, 'create: tickets a second by 16 connections over those by one', concurrency),
  atMost(3, 'transactions a second of an idle instance', idleStatements),
]
