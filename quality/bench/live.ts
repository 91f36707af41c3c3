import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost } from '../../scripts/figures.ts'
import { requestsOf } from './calls.ts'
import { type Load, type LoadRequest, type LoadResult, smokeAmount } from './load.ts'
import { megabytesOf, startProcess } from './processes.ts'
import { openProduct } from './product-and-floor.ts'
import { readThreads } from './texts.ts'

/** The memory of many users with an open conversation, each polling on a connection of its own. */
export async function measureLive(isSmoke: boolean) {
  const people = isSmoke ? 20 : 500
  /** ms; the poll interval of an open conversation (`ticketPollInterval` of web/src/tickets). */
  const pollInterval = isSmoke ? 100 : 10_000
  await using toStop = new AsyncDisposableStack()
  const { threads } = readThreads(5)
  const product = await openProduct(isSmoke ? 500 : 1_000, threads, toStop)
  const generator = startProcess<Load, LoadResult>('load.ts')
  toStop.defer(generator.stop)
  const { port } = product
  const requests = requestsOf('ticket', product.people, threads).map(({ method, path, token }): LoadRequest => ({ method, path, token }))
  await generator.request({ port, connections: 16, ...(isSmoke ? smokeAmount : { seconds: 10 }), requests }) // warm-up
  await pause(isSmoke ? 0 : 5_000)
  const before = megabytesOf(product.process.pid)
  const agents = Array.from({ length: people }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  toStop.defer(() => {
    for (const agent of agents) agent.destroy()
  })
  const polls = agents.map(async (agent, i) => {
    await pause((i / people) * pollInterval)
    for (let poll = 0; poll < 3; poll++) {
      await read(port, requests[i % requests.length] as LoadRequest, agent)
      await pause(pollInterval)
    }
  })
  await Promise.all(polls)
  const megabytes = megabytesOf(product.process.pid) - before
  return { promised: [atMost(50, `memory that ${people} users with an open conversation add to the server, MB`, megabytes)] }
}

const read = (port: number, { path, token }: LoadRequest, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    get({ port, path, agent, headers: { host: 'bench.tezgah.test', authorization: `Bearer ${token}` } }, response => {
      response
        .on('error', reject)
        .on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`))))
      response.resume()
    }).on('error', reject)
  })
