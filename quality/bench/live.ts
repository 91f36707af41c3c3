import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost } from '../../scripts/figures.ts'
import { liveIntervals } from '../../web/src/data/intervals.ts'
import { type People, requestsOf, type SignedInUser } from './calls.ts'
import { type LoadGenerator, type LoadRequest, smokeAmount } from './load.ts'
import { megabytesOf, processorSecondsOf, startProcess } from './processes.ts'
import { openProduct } from './product-and-baseline.ts'
import { domain } from './seed.ts'
import { readThreads } from './texts.ts'

const base = `/api/v1/domain/${domain}`
const agent = new Agent({ keepAlive: true })

/** Of open tickets, the share that is a customer's live support, which polls the presence. */
const liveSupportShare = 0.1

/** Open conversations while nothing happens, which poll as a browser
 * does, and how soon the other side sees a message and who writes. */
export async function measureLive(isSmoke: boolean) {
  const streams = isSmoke ? 40 : 5_000
  const writers = isSmoke ? 2 : 16
  const rounds = isSmoke ? 2 : 25
  await using toStop = new AsyncDisposableStack()
  const { threads } = readThreads(5)
  const product = await openProduct(isSmoke ? 500 : 1_000, threads, toStop)
  const generator: LoadGenerator = startProcess('load.ts')
  toStop.defer(generator.stop)
  const { port, people } = product
  const { pid } = product.process
  const requests = requestsOf('ticket', people, threads).map(
    ({ method, path, token }): LoadRequest => ({ method, path, token }),
  )
  await generator.request({
    port,
    connections: 16,
    ...(isSmoke ? smokeAmount : { seconds: 10 }),
    requests,
  }) // warm-up
  await pause(isSmoke ? 0 : 5_000)
  const before = megabytesOf(pid)
  // of a few companies all tickets are archived
  const customers = people.customers.filter(({ tickets }) => tickets.length >= writers)
  const users = [...people.team, ...customers]
  const open: EventStream[] = []
  toStop.defer(() => {
    for (const { close } of open) close()
    agent.destroy()
  })
  // As many at once as a browser's random delay lets reconnect within 50 ms.
  for (let i = 0; i < streams; i += 50) {
    const next = users
      .concat(users)
      .slice(i % users.length, (i % users.length) + Math.min(50, streams - i))
    open.push(...next.map(({ token }) => openStream(port, token)))
    await Promise.all(open.slice(i).map(({ ready }) => ready))
  }
  const pages = open.map((_, i) => users[i % users.length] as SignedInUser)
  await pollFor(isSmoke ? 1 : liveIntervals.online / 1_000, port, pages, people)
  const megabytes = megabytesOf(pid) - before
  const seconds = isSmoke ? 1 : 40 // two heartbeats
  const usedBefore = processorSecondsOf(pid)
  await pollFor(seconds, port, pages, people)
  const cores = (processorSecondsOf(pid) - usedBefore) / seconds
  for (const { close } of open) close()

  const [messages, lists, presences]: [number[], number[], number[]] = [[], [], []]
  const pairs = customers
    .slice(0, writers)
    .map((customer, i) => ({ customer, staff: people.team[i] as SignedInUser }))
  await Promise.all(
    pairs.map(async ({ customer, staff }, i) => {
      const ticket = customer.tickets[i] ?? '' // customers of one company have the same tickets
      await send(port, staff.token, 'POST', `/staff/ticket/${ticket}`, { status: 'open' })
      const [teamStream, customerStream] = [
        openStream(port, staff.token),
        openStream(port, customer.token),
      ]
      await Promise.all([teamStream.ready, customerStream.ready])
      for (let round = 0; round < rounds; round++) {
        // A browser fetches the ticket on screen at once; a
        // list may wait because it was fetched just before.
        for (const [times, delay, path] of [
          [messages, 0, `/staff/ticket/${ticket}`],
          [
            lists,
            liveIntervals.betweenRefetches,
            '/staff/ticket?page=0&size=20&sort=-dateLastMessage',
          ],
        ] as const) {
          const contents = `Ölçüm ${round} ${customer.userId}`
          const write = async () => {
            const reply = await send(
              port,
              customer.token,
              'POST',
              `/account/${customer.company}/ticket/${ticket}/message`,
              { contents },
            )
            const { dateAdded } = JSON.parse(reply) as { dateAdded: string }
            return async () => (await send(port, staff.token, 'GET', path)).includes(dateAdded)
          }
          times.push(await timeUntil(teamStream, 'ticket', ticket, write, delay))
        }
        const state = round % 2 === 0 ? 'typing' : 'viewing'
        presences.push(
          await timeUntil(customerStream, 'presence', ticket, async () => {
            await send(port, staff.token, 'POST', `/ticket/${ticket}/presence`, { state })
            return async () => {
              const presence = await send(
                port,
                customer.token,
                'POST',
                `/ticket/${ticket}/presence`,
                { state: 'viewing' },
              )
              return presence.includes(state === 'typing' ? staff.userId : '"isTeamHere":true')
            }
          }),
        )
      }
      teamStream.close()
      customerStream.close()
    }),
  )
  return {
    thresholds: [
      atMost(150, `memory that ${streams} open tickets add to the server, MB`, megabytes),
      atMost(
        0.2,
        `processor cores that ${streams} open tickets use while nothing happens, with what they poll`,
        cores,
      ),
      atMost(
        500,
        `a message of one of ${writers} writers until the other side has fetched it, 95th percentile, ms`,
        percentile95(messages),
      ),
      atMost(
        500,
        `the same until a list of the other side has it, after the longest time that a browser collects events, ms`,
        percentile95(lists),
      ),
      atMost(
        1_000,
        `the beginning or end of writing until the other side has fetched it, 95th percentile, ms`,
        percentile95(presences),
      ),
    ],
  }
}

type EventStream = ReturnType<typeof openStream>

/** Milliseconds from a change until, after an event of its ticket, the other side fetches it. */
async function timeUntil(
  stream: EventStream,
  kind: string,
  ticket: string,
  change: () => Promise<() => Promise<boolean>>,
  delay = 0,
) {
  const since = performance.now()
  const arrived = stream.next(kind, ticket)
  const isVisible = await change()
  await arrived
  await pause(delay)
  while (!(await isVisible())) await stream.next(kind, ticket)
  return performance.now() - since
}

/** The calls of the users' open tickets under a working stream, for so long. */
async function pollFor(seconds: number, port: number, users: SignedInUser[], { team }: People) {
  const all = users.flatMap(({ tickets }) => tickets)
  const pages = users.map((user, i) => {
    const isTeam = team.includes(user)
    const tickets = isTeam ? all : user.tickets
    return { user, isTeam, ticket: tickets[i % tickets.length] as string }
  })
  const polls = pages.flatMap(({ user: { token, company }, isTeam, ticket }) =>
    [
      '/user/me',
      '/user/notification',
      `${isTeam ? '/staff' : `/account/${company}`}/ticket/${ticket}`,
    ].map(path => () => send(port, token, 'GET', path)),
  )
  const presences = pages
    .filter(({ isTeam }) => !isTeam)
    .slice(0, pages.length * liveSupportShare)
    .map(
      ({ user, ticket }) =>
        () =>
          send(port, user.token, 'POST', `/ticket/${ticket}/presence`, { state: 'viewing' }),
    )
  await Promise.all([
    callEvenly(polls, liveIntervals.poll, seconds),
    callEvenly(presences, liveIntervals.online, seconds),
  ])
}

/** For so long, makes as many of the calls as repeat within `interval` ms. */
async function callEvenly(calls: (() => Promise<string>)[], interval: number, seconds: number) {
  const due = calls.slice(0, Math.max(1, Math.round((calls.length * seconds * 1_000) / interval)))
  const answers: Promise<string>[] = []
  for (const call of due) {
    answers.push(call())
    await pause((seconds * 1_000) / due.length)
  }
  await Promise.all(answers)
}

function openStream(port: number, token: string) {
  const ready = Promise.withResolvers<void>()
  let waiting: { text: string; resolve: () => void } | undefined
  const request = httpRequest(
    { port, path: `${base}/event`, agent: false, headers: headersOf(token) },
    response => {
      if (response.statusCode !== 200)
        return ready.reject(new Error(`the stream is answered ${response.statusCode}`))
      response.setEncoding('utf8').on('data', (text: string) => {
        ready.resolve()
        if (waiting && text.includes(waiting.text)) waiting.resolve()
      })
      response.on('error', () => {})
    },
  )
  request.on('error', ready.reject).end()
  return {
    ready: ready.promise,
    /** Resolves with the next event of a kind for a ticket. */
    next: (kind: string, ticket: string) =>
      new Promise<void>(resolve => {
        waiting = { text: `{"kind":"${kind}","ticket":"${ticket}"`, resolve }
      }),
    close: () => request.destroy(),
  }
}

const headersOf = (token: string) => ({ host: domain, authorization: `Bearer ${token}` })

const send = (port: number, token: string, method: string, path: string, body?: object) =>
  new Promise<string>((resolve, reject) => {
    const headers = { ...headersOf(token), ...(body && { 'content-type': 'application/json' }) }
    const request = httpRequest({ port, path: base + path, method, agent, headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${method} ${path} is answered ${response.statusCode} ${text}`)),
      )
    })
    request.on('error', reject).end(body && JSON.stringify(body))
  })

const percentile95 = (times: number[]) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
