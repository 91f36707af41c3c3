import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost } from '../../scripts/figures.ts'
import { requestsOf } from './calls.ts'
import type { Answered, Ask, Load } from './load.ts'
import { openProduct } from './portal.ts'
import { megabytesOf, startProcess } from './processes.ts'
import { readThreads } from './texts.ts'

/** How often a page asks anew for the conversation that it shows (`watchEvery` of web/src/tickets), in milliseconds. */
const every = 10_000

/** What it takes that so many people look at a conversation each, on a connection of their own. */
export async function measureLive(quick: boolean) {
  const people = quick ? 50 : 500
  await using toStop = new AsyncDisposableStack()
  const { threads } = readThreads(5)
  const product = await openProduct(1_000, threads, toStop)
  const generator = startProcess<Load, Answered>('load.ts')
  toStop.defer(generator.stop)
  const { port } = product
  const asks = requestsOf('ticket', product.people, threads).map(({ method, path, token }): Ask => ({ method, path, token }))
  await generator.ask({ port, connections: 16, seconds: quick ? 1 : 10, asks }) // as warm as a server of some hours
  await pause(quick ? 1_000 : 5_000)
  const before = megabytesOf(product.process.pid)
  const agents = Array.from({ length: people }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  toStop.defer(() => {
    for (const agent of agents) agent.destroy()
  })
  const looks = agents.map(async (agent, i) => {
    await pause((i / people) * every)
    for (let look = 0; look < 3; look++) {
      await read(port, asks[i % asks.length] as Ask, agent)
      await pause(every)
    }
  })
  await Promise.all(looks)
  const megabytes = megabytesOf(product.process.pid) - before
  return { promised: [atMost(50, `megabytes that ${people} people with an open conversation cost the server`, megabytes)] }
}

const read = (port: number, { path, token }: Ask, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    get({ port, path, agent, headers: { host: 'bench.tezgah.test', authorization: `Bearer ${token}` } }, response => {
      response
        .on('error', reject)
        .on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`))))
      response.resume()
    }).on('error', reject)
  })
