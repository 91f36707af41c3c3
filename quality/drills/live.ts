import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Process, startProcess } from '../bench/processes.ts'
import { quantile } from '../bench/quantile.ts'
import { addVendor, startConversations, type Vendor, type Written } from './conversations.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import { missingPrograms, startInstances, waitUntilReady } from './instances.ts'
import type { ClientReport, ClientSettings } from './live-clients.ts'
import type { PortalProcess } from './portal-process.ts'
import { startStreamProxy } from './stream-proxy.ts'

type Browser = Process<
  { open: ClientSettings[]; short: boolean } | { report: string },
  ClientReport[]
>
type Client = ClientSettings & { isAsleep: boolean }
type Difference = { phase: string; client: string; text: string }

/** Longer than what a stream repeats (`maxEventAge`), in s. */
const sleepSeconds = 65
/** In s, without a heartbeat, for a new stream that is silent too, and for a poll. */
const silentSeconds = 45 + 10 + 10

/** Clients of three instances behind a proxy follow events while streams are cut, instances are
 * killed, the database restarts, clients sleep and a proxy buffers. The drill
 * `instances` judges the writes during such faults, this one what open pages know. */
export const live: Drill = async ({ short, installation, toStop }) => {
  const skipped = missingPrograms()
  if (skipped) return { thresholds: [], figures: {}, skipped }
  const cluster = await startInstances(installation, toStop, { LIMIT_FACTOR: '20' })
  const vendors = await addVendors(cluster.all[0] as PortalProcess, short)
  const pages = await openPages(cluster, vendors, short, toStop)
  const cuts = await cutStreams(pages, short)
  await killInstances(pages, cluster, short)
  pages.writers.begin('database')
  await cluster.restartDatabase(short ? 0.2 : 3)
  await pause(short ? 500 : 3_000)
  await pages.check([pages.awake])
  const slept = await pages.wake(short ? 0 : sleepSeconds)
  await buffer(pages, short)

  const reports = await pages.read([pages.awake, pages.asleep])
  const { writers, clients, differences } = pages
  const delays = delaysOf(writers.written, reports, clients)
  const foreign = await findForeignIds(reports, clients, cluster.database)
  for (const phase of phases)
    for (const { client, text } of differences.filter(each => each.phase === phase).slice(0, 5))
      console.log(`  ${phase}: ${client}: ${text}`)
  for (const each of foreign.slice(0, 5)) console.log(`  foreign: ${each}`)
  const sum = (of: (report: ClientReport) => number) =>
    reports.reduce((all, report) => all + of(report), 0)
  const ofBuffered = (report: ClientReport) =>
    report.name.startsWith('buffered') ? report.polls : 0
  return {
    thresholds: [
      atLeast(short ? 20 : 150, 'messages written', writers.written.length),
      atLeast(short ? 10 : 50, 'clients that follow events', reports.length),
      ...phases.map(phase =>
        atMost(
          0,
          `tickets that a client did not know as the database has them, ${faults[phase]}`,
          differences.filter(each => each.phase === phase).length,
        ),
      ),
      atMost(0, 'ids of other companies and vendors in events', foreign.length),
      atLeast(
        short ? 20 : 200,
        'ids in events',
        sum(({ ids }) => ids.length),
      ),
      atLeast(short ? 2 : 30, 'streams that were cut within an event', cuts),
      atLeast(sleepSeconds, 'clients read nothing for, s', slept),
      atLeast(short ? 2 : 8, 'polls where a proxy held the events back', sum(ofBuffered)),
      // Fifty pages that each show every ticket use both processors: the delay
      // of pages that people have open is judged by `npm run bench -- live`.
      atMost(
        limits.response,
        'a write until the other side has fetched it, while nothing is broken, 95th percentile, s',
        delays.calm?.p95 ?? Number.NaN,
      ),
    ],
    figures: {
      clients: reports.length,
      messages: writers.written.length,
      reconnects: sum(({ streams }) => streams) - reports.length,
      incomplete: sum(({ incomplete }) => incomplete),
      events: sum(({ events }) => events),
      failedCalls: sum(({ failed }) => failed.length),
      delays,
    },
  }
}

/** What happens in each phase, as the thresholds name it. */
const faults = {
  calm: 'while nothing was broken',
  cut: 'after streams were cut',
  late: 'after streams that were late were cut',
  kill: 'after an instance was killed',
  database: 'after the database was restarted',
  asleep: 'after clients had slept',
  buffered: 'while a proxy held the events back',
  released: 'after it did no longer',
}
type Phase = keyof typeof faults
const phases = Object.keys(faults) as Phase[]
type Cluster = Awaited<ReturnType<typeof startInstances>>
type Pages = Awaited<ReturnType<typeof openPages>>

async function addVendors(portal: PortalProcess, short: boolean) {
  const sizes: [string, Parameters<typeof addVendor>[2]][] = [
    ['kuzey.localhost', { staff: short ? 1 : 4, companies: short ? 2 : 4, customersEach: 1 }],
    ['guney.localhost', { staff: short ? 0 : 1, companies: 1, customersEach: 1 }],
  ]
  return Promise.all(sizes.map(([domain, size]) => addVendor(portal, domain, size)))
}

/** Half of the clients of the team, half of customers; every
 * fifth behind the buffering proxy, every tenth goes to sleep. */
function listClients(vendors: Vendor[], urls: Record<'direct' | 'buffered', string>, each: number) {
  const users = vendors.flatMap(({ domain, team, customers }) => [
    team.map(token => ({ domain, token, companies: null })),
    customers.map(customer => ({ domain, ...customer })),
  ])
  const sides = [
    users.filter((_, n) => n % 2 === 0).flat(),
    users.filter((_, n) => n % 2 === 1).flat(),
  ]
  return sides.flatMap(side =>
    Array.from({ length: each }, (_, n): Client => {
      const user = side[n % side.length] as (typeof side)[number]
      const kind = n % 5 === 1 ? 'buffered' : n % 5 === 3 ? 'asleep' : 'direct'
      return {
        ...user,
        name: `${kind} ${user.companies ? 'customer' : 'team'} ${n}`,
        url: urls[kind === 'buffered' ? 'buffered' : 'direct'],
        isAsleep: kind === 'asleep',
      }
    }),
  )
}

async function openPages(
  { proxy, database }: Cluster,
  vendors: Vendor[],
  short: boolean,
  toStop: AsyncDisposableStack,
) {
  const buffering = await startStreamProxy(proxy.url, toStop)
  const urls = { direct: proxy.url, buffered: buffering.url }
  const clients = listClients(vendors, urls, short ? 5 : 25)
  const open = async (isAsleep: boolean): Promise<Browser> => {
    const browser: Browser = startProcess('../drills/live-clients.ts')
    toStop.defer(async () => {
      process.kill(browser.pid, 'SIGCONT')
      await browser.stop()
    })
    await browser.request({ open: clients.filter(each => each.isAsleep === isAsleep), short })
    return browser
  }
  const [awake, asleep] = [await open(false), await open(true)]
  const writers = startConversations(proxy.url, vendors, {
    ticketsEach: short ? 2 : 4,
    interval: short ? 300 : 2_000,
  })
  toStop.defer(writers.stop)
  const differences: Difference[] = []
  const read = async (browsers: Browser[], prefix = '') =>
    (await Promise.all(browsers.map(browser => browser.request({ report: prefix })))).flat()

  /** Waits until the pages are current, as they believe, and compares them with
   * the database; those behind a proxy that holds events back poll meanwhile. */
  async function check(browsers: Browser[], { polling = false } = {}) {
    await writers.suspend()
    if (polling) await pause(short ? 1_500 : 11_000)
    const isCurrent = ({ isLive, isIdle }: ClientReport) => isIdle && isLive !== polling
    const until = performance.now() + 60_000
    let reports: ClientReport[] = []
    for (let quiet = 0; quiet < 4 && performance.now() < until; ) {
      await pause(short ? 50 : 250)
      reports = await read(browsers, polling ? 'buffered' : '')
      quiet = reports.every(isCurrent) ? quiet + 1 : 0
    }
    const phase = writers.phase() as Phase
    for (const { name, isLive, isIdle } of reports.filter(report => !isCurrent(report)))
      differences.push({ phase, client: name, text: `live ${isLive}, idle ${isIdle}` })
    const known = await readTickets(database)
    differences.push(...compare(reports, clients, known).map(each => ({ phase, ...each })))
  }

  while (!(await read([awake, asleep])).every(({ isLive, isIdle }) => isLive && isIdle))
    await pause(100)
  writers.begin('calm')
  await pause(short ? 1_000 : 10_000)
  await check([awake, asleep])
  process.kill(asleep.pid, 'SIGSTOP')
  const sleptAt = performance.now()
  return {
    buffering,
    clients,
    awake,
    asleep,
    writers,
    differences,
    read,
    check,
    /** Lets the sleeping clients go on after so many
     * seconds, when no event repairs what they missed. */
    async wake(seconds: number) {
      writers.begin('asleep')
      await pause(Math.max(500, seconds * 1_000 - (performance.now() - sleptAt)))
      await writers.suspend()
      await pause(1_500)
      process.kill(asleep.pid, 'SIGCONT')
      const slept = (performance.now() - sleptAt) / 1000
      await check([awake, asleep])
      return slept
    },
  }
}

/** Within an event, and while the proxy holds newer ones back. */
async function cutStreams({ writers, buffering, check, awake }: Pages, short: boolean) {
  for (let round = 0; round < (short ? 1 : 3); round++) {
    writers.begin('cut')
    await pause(500)
    buffering.cutWithinNextEvent()
    await pause(short ? 500 : 3_000)
    await check([awake])
  }
  const cuts = buffering.cuts()
  writers.begin('late')
  buffering.hold()
  await pause(short ? 1_000 : 6_000)
  await writers.suspend()
  await pause(1_500)
  buffering.cutAfterFirstHeld()
  buffering.release()
  await check([awake])
  return cuts
}

async function killInstances({ writers, check, awake }: Pages, cluster: Cluster, short: boolean) {
  for (const instance of short ? cluster.all.slice(0, 1) : cluster.all) {
    writers.begin('kill')
    await pause(500)
    await instance.kill()
    await pause(short ? 500 : 2_000)
    await check([awake])
    await instance.start()
    await waitUntilReady(cluster.proxy, cluster.all)
  }
}

async function buffer({ writers, buffering, check, awake, asleep }: Pages, short: boolean) {
  writers.begin('buffered')
  buffering.hold()
  if (short) buffering.cutAfterFirstHeld() // instead of the time until a heartbeat is missed
  await pause(short ? 1_500 : silentSeconds * 1_000)
  await check([awake], { polling: true })
  writers.begin('released')
  buffering.release()
  await pause(short ? 500 : 2_000)
  await check([awake, asleep])
}

type Stored = {
  domain: string
  company: string
  id: string
  listed: Date | null
  messages: number
  last: string | null
}

async function readTickets(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<Stored>(
    `select domain, tickets.company_id as company, tickets.id, date_last_message as listed,
            (select count(*)::int from messages m where m.ticket_id = tickets.id) as messages,
            (select contents from messages m where m.ticket_id = tickets.id
              order by date_added desc, id desc limit 1) as last
       from tickets join vendor_domains using (vendor_id)
            join ticket_states s on s.vendor_id = tickets.vendor_id and s.ticket_id = tickets.id`,
  )
  await client.end()
  return rows
}

const canSee = ({ domain, companies }: Client, of: { domain: string; company: string }) =>
  of.domain === domain && (companies?.includes(of.company) ?? true)

/** What clients believe, where it differs from what the database has for their users. */
function compare(reports: ClientReport[], clients: Client[], stored: Stored[]) {
  return reports.flatMap(({ name, tickets }) => {
    const client = clients.find(each => each.name === name) as Client
    const visible = stored.filter(ticket => canSee(client, ticket))
    const expected = new Map(
      visible.map(({ id, listed, messages, last }) => [
        id,
        JSON.stringify({ listed: listed?.toISOString() ?? null, messages, last }),
      ]),
    )
    return [...new Set([...expected.keys(), ...Object.keys(tickets)])].flatMap(id => {
      const [has, should] = [JSON.stringify(tickets[id]), expected.get(id)]
      return has === should ? [] : { client: name, text: `${id} is ${has} instead of ${should}` }
    })
  })
}

/** Ids in the events of a user that are of no company and no ticket that the user sees. */
async function findForeignIds(
  reports: ClientReport[],
  clients: Client[],
  database: pg.ClientConfig,
) {
  const stored = await readTickets(database)
  return reports.flatMap(({ name, ids }) => {
    const client = clients.find(each => each.name === name) as Client
    const visible = stored.filter(ticket => canSee(client, ticket))
    const own = new Set(visible.flatMap(({ id, company }) => [id, company]))
    return ids.filter(id => !own.has(id)).map(id => `${name}: ${id}`)
  })
}

/** By phase: from sending a message until each client of
 * the other side has fetched it; 95th percentile and longest, s. */
function delaysOf(written: Written[], reports: ClientReport[], clients: Client[]) {
  const shownTo = reports.map(({ name, shown }) => ({
    shown,
    client: clients.find(each => each.name === name) as Client,
  }))
  return Object.fromEntries(
    phases.map(phase => {
      const seconds = written
        .filter(message => message.phase === phase)
        .flatMap(message =>
          shownTo.flatMap(({ client, shown }) => {
            const isReader =
              message.byTeam === (client.companies !== null) && canSee(client, message)
            const at = shown[message.text]
            return isReader && !client.isAsleep && at !== undefined ? (at - message.at) / 1000 : []
          }),
        )
        .toSorted((a, b) => a - b)
      return [
        phase,
        { p95: quantile(seconds, 0.95), longest: seconds.at(-1), count: seconds.length },
      ]
    }),
  )
}
