import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { atMost, type Threshold } from '../../scripts/figures.ts'
import { callNames, requestsOf } from './calls.ts'
import { type Amount, type LoadGenerator, type LoadRequest, smokeAmount } from './load.ts'
import { processorSecondsOf, startProcess } from './processes.ts'
import { openProduct, type Product } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'
import { domain } from './seed.ts'
import { readThreads, type Thread } from './texts.ts'

type Cost = { call: string; server: number; database: number }

const connections = 16

/** The processor time of an answer, in ms, of the server and of
 * the database, with the jobs that its call leaves. */
export async function measureCost(isSmoke: boolean) {
  const tickets = isSmoke ? 500 : 100_000
  const rounds = isSmoke ? 1 : 7
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
  const costs: Cost[] = []
  for (const [call, requests] of Object.entries(requestsByCall(product, threads))) {
    const measured: Omit<Cost, 'call'>[] = []
    for (let round = 0; round <= rounds; round++) {
      const cost = await measure(product, owner, generator, requests, amount)
      if (round > 0 || isSmoke) measured.push(cost) // the first one fills caches
    }
    const median = (of: 'server' | 'database') =>
      quantile(Float64Array.from(measured.map(cost => cost[of])).sort(), 0.5)
    const cost = { call, server: median('server'), database: median('database') }
    console.log(
      call.padEnd(20),
      cost.server.toFixed(2).padStart(8),
      cost.database.toFixed(2).padStart(8),
    )
    costs.push(cost)
  }
  return { thresholds: thresholdsOf(costs), figures: { tickets, connections, costs } }
}

function requestsByCall({ people }: Product, threads: Thread[]): Record<string, LoadRequest[]> {
  // as the queue asks for them
  const list = (status: string) =>
    people.team.map(({ token }) => ({
      method: 'GET',
      path: `/api/v1/domain/${domain}/staff/ticket?page=0&size=20&status=${status}&sort=dateDue`,
      token,
    }))
  return {
    ...Object.fromEntries(
      callNames.map(call => [
        call,
        requestsOf(call, people, threads).map(({ parameters: _, ...request }) => request),
      ]),
    ),
    'list, waiting': list('waiting'),
    'list, mine': list('mine'),
    'list, unassigned': list('unassigned'),
  }
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

function thresholdsOf(costs: Cost[]): Threshold[] {
  return ['list, team', 'list, account'].flatMap(list => {
    const { server, database } = costs.find(({ call }) => call === list) as Cost
    return [
      atMost(0.4, `${list}: processor time of the server, ms an answer`, server),
      atMost(0.35, `${list}: processor time of the database, ms an answer`, database),
    ]
  })
}
