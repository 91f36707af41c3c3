import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEvent } from '#contract/live.ts'
import { buildRequest, type Output, type Request, type Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import type { Ticket, TicketRow } from '#contract/tickets.ts'
import { liveIntervals, pollIntervals } from '../../web/src/data/intervals.ts'
import { isAboutTicket, isAffected } from '../../web/src/live/isAffected.ts'
import { readStreams, streamTimeouts } from '../../web/src/live/readStreams.ts'
import { serveParent } from '../bench/processes.ts'

// Pages of a browser in a process of their own, which the drill `live` can stop with SIGSTOP.

/** `companies` are those of a customer; null: of the team. */
export type ClientSettings = {
  name: string
  url: string
  domain: string
  token: string
  companies: string[] | null
}
export type ClientReport = {
  name: string
  isLive: boolean
  isIdle: boolean
  streams: number
  incomplete: number
  polls: number
  /** calls that the page gave up, each with its answer and time */
  failed: string[]
  /** The tickets of its lists, each as its own page shows it. */
  tickets: Record<string, { listed: string | null; messages: number; last: string | undefined }>
  /** When a message was first shown (as `Date.now()`), by its text. */
  shown: Record<string, number>
  /** all ids within the events that it has received */
  ids: string[]
  events: number
}
type Message =
  | { open: ClientSettings[]; short: boolean }
  /** the clients whose names begin so, from which no more than this is expected */
  | { report: string }

/** A browser has six connections to a host. */
const connections = 6
const retries = [500, 1_000]
const noPaging = { page: '0', size: '100', sort: '-dateLastMessage' } as const
/** So that the short form notices a silent proxy and polls within its time. */
const shortened = { timeouts: { ...streamTimeouts, first: 1_000 }, poll: 1_000, longestWait: 1_000 }
const asInBrowser = { timeouts: streamTimeouts, poll: pollIntervals.ticket, longestWait: 10_000 }

type Query = {
  key: readonly [path: string, request: object]
  fetch: () => Promise<void>
  isFetching: boolean
  isFailed: boolean
  isChanged: boolean
}

/** The server cannot be reached, or is busy. */
class Unavailable extends Error {}

/** What a page shows, each the answer of a call, as the query client of the pages keeps it. */
function createQueries({ url, domain, token }: ClientSettings, poll: number) {
  const queries = new Map<string, Query>()
  const failed: string[] = []
  const run = createQueue(connections)

  async function call<R extends Route>(route: R, input: Request<R>): Promise<Output<R>> {
    const { path, request } = buildRequest({ domain, token }, route, input)
    for (let failures = 0; ; failures++) {
      const answer = await fetch(url + path, {
        ...request,
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null)
      if (answer?.ok) return (await answer.json()) as Output<R>
      await answer?.body?.cancel()
      const message = `${route.path} is answered ${answer?.status}`
      if (answer && ![502, 503, 504].includes(answer.status)) throw new Error(message)
      const delay = retries[failures]
      if (delay === undefined) throw new Unavailable(message)
      await pause(delay)
    }
  }

  function show<R extends Route>(route: R, input: Request<R>, apply: (body: Output<R>) => void) {
    const key = [route.path, input] as const
    const id = JSON.stringify(key)
    if (queries.has(id)) return
    const query: Query = {
      key,
      isFetching: false,
      isFailed: false,
      isChanged: false,
      fetch: async () => apply(await call(route, input)),
    }
    queries.set(id, query)
    refetch(query)
  }

  function refetch(query: Query) {
    if (query.isFetching) {
      query.isChanged = true
      return
    }
    query.isFetching = true
    void run(async () => {
      query.isChanged = false
      query.isFailed = false
      await query.fetch().catch(error => {
        failed.push(`${new Date().toISOString()} ${error.message}`)
        if (!(error instanceof Unavailable)) return
        query.isFailed = true
        setTimeout(() => query.isFailed && refetch(query), poll * (0.5 + Math.random() / 2))
      })
      query.isFetching = false
      if (query.isChanged) refetch(query)
    })
  }

  return {
    failed,
    show,
    refetchWhere(isAffectedBy: (key: Query['key']) => boolean) {
      for (const query of queries.values()) if (isAffectedBy(query.key)) refetch(query)
    },
    isIdle: () => [...queries.values()].every(query => !query.isFetching && !query.isFailed),
  }
}

type Queries = ReturnType<typeof createQueries>

/** Shows the lists of a user, and each ticket in them. */
function showTickets(companies: string[] | null, { show }: Queries) {
  const rows = new Map<string, TicketRow[]>()
  const tickets = new Map<string, Ticket>()
  const shown: Record<string, number> = {}

  function showRows(list: string, found: TicketRow[]) {
    rows.set(list, found)
    for (const { _id: ticket, company } of found) {
      if (companies) show(routes.tickets.getOfAccount, { params: { company, ticket } }, showTicket)
      else show(routes.tickets.get, { params: { ticket } }, showTicket)
    }
  }
  function showTicket(ticket: Ticket) {
    tickets.set(ticket._id, ticket)
    for (const { message } of ticket.conversation) shown[message] ??= Date.now()
  }

  if (companies === null)
    show(routes.tickets.list, { query: noPaging }, body => showRows('', body.tickets))
  for (const company of companies ?? [])
    show(routes.tickets.listOfAccount, { params: { company }, query: noPaging }, body =>
      showRows(company, body.tickets),
    )
  return () => ({
    shown,
    tickets: Object.fromEntries(
      [...rows.values()].flat().map(({ _id, dateLastMessage }) => {
        const conversation = tickets.get(_id)?.conversation ?? []
        const last = conversation.at(-1)?.message
        return [_id, { listed: dateLastMessage, messages: conversation.length, last }]
      }),
    ),
  })
}

/** A page that is kept current as `web/src/live/applyEvent.ts` does. */
function openClient(settings: ClientSettings, { timeouts, poll, longestWait }: typeof asInBrowser) {
  const { url, domain, token, companies, name } = settings
  const queries = createQueries(settings, poll)
  const { refetchWhere } = queries
  const readTickets = showTickets(companies, queries)
  const ids = new Set<string>()
  const count = { streams: 0, incomplete: 0, polls: 0, events: 0 }
  let isLive = false
  let pending: LiveEvent[] = []
  let lastFlush = Number.NEGATIVE_INFINITY
  let currentAt = Date.now()

  function flush() {
    const events = pending
    pending = []
    lastFlush = performance.now()
    refetchWhere(key => events.some(event => isAffected(key, event) && !isAboutTicket(key, event)))
  }
  function apply(event: LiveEvent) {
    count.events++
    for (const [id] of JSON.stringify(event).matchAll(/[\da-f]{8}-[\da-f-]{27}/g)) ids.add(id)
    if (event.kind === 'ready') {
      isLive = true
      if (event.isComplete) return
      count.incomplete++
      setTimeout(() => refetchWhere(() => true), Math.random() * event.within)
    } else if (event.kind === 'paused') stop()
    else {
      refetchWhere(key => isAboutTicket(key, event) && isAffected(key, event))
      const { firstRefetch, betweenRefetches } = liveIntervals
      if (pending.length === 0)
        setTimeout(flush, Math.max(firstRefetch, lastFlush + betweenRefetches - performance.now()))
      pending.push(event)
    }
  }
  function stop() {
    if (!isLive) return
    isLive = false
    setTimeout(() => !isLive && refetchWhere(() => true), Math.random() * longestWait)
  }

  setInterval(() => {
    if (isLive) return
    count.polls++
    refetchWhere(() => true)
  }, poll)
  void readStreams(
    {
      open(query, signal) {
        count.streams++
        const { path, request } = buildRequest({ domain, token }, routes.live.stream, { query })
        return fetch(url + path, { ...request, signal })
      },
      pause: ms => pause(ms),
    },
    {
      age: () => Math.max(0, Date.now() - currentAt),
      onCurrent(at) {
        currentAt = at
      },
      onEvent: apply,
      onStop: stop,
    },
    new AbortController().signal,
    timeouts,
  )

  return (): ClientReport => ({
    ...count,
    ...readTickets(),
    name,
    failed: queries.failed,
    isLive,
    isIdle: pending.length === 0 && queries.isIdle(),
    ids: [...ids],
  })
}

/** Runs at most `size` tasks at once. */
function createQueue(size: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task: () => Promise<void>) => {
    if (running >= size) await new Promise<void>(resolve => waiting.push(resolve))
    running++
    await task()
    running--
    waiting.shift()?.()
  }
}

if (process.send) {
  const clients: ReturnType<typeof openClient>[] = []
  serveParent<Message, ClientReport[]>(async message => {
    if ('open' in message) {
      for (const settings of message.open)
        clients.push(openClient(settings, message.short ? shortened : asInBrowser))
      return []
    }
    return clients.map(report => report()).filter(({ name }) => name.startsWith(message.report))
  })
}
