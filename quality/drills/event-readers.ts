import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEvent } from '#contract/live.ts'
import { buildRequest } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { type Client, domain, isDone } from './portal-process.ts'
import type { Writers } from './writers.ts'

/** Shows every conversation: fetches one only after an event of
 * it, and all where a stream says that it may have missed some. */
export function startEventReader(portal: Client, url: string, token: string, writers: Writers) {
  const disconnect = new AbortController()
  const texts = new Map<string, string[]>()
  const stale = new Set<string>()
  let streams = 0
  let isFetching = false
  let currentAt = performance.now()

  function apply(event: LiveEvent) {
    if (event.kind === 'ticket') stale.add(event.ticket)
    if (event.kind === 'ready' && !event.isComplete)
      for (const { ticket } of writers.messages()) stale.add(ticket)
  }

  async function readStream() {
    const query = { age: `${Math.ceil(performance.now() - currentAt)}` }
    const { path, request } = buildRequest({ domain, token }, routes.live.stream, { query })
    const response = await fetch(url + path, { ...request, signal: disconnect.signal })
    if (!response.ok) throw new Error(`the stream is answered ${response.status}`)
    streams++
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of response.body ?? []) {
      const lines = (text + decoder.decode(bytes, { stream: true })).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) apply(JSON.parse(line.slice(6)))
      currentAt = performance.now()
    }
  }

  async function followStreams() {
    while (!disconnect.signal.aborted) {
      await readStream().catch(() => {}) // the proxy or an instance ended it
      await pause(100)
    }
  }

  async function fetchStale() {
    while (!disconnect.signal.aborted) {
      const tickets = [...stale].slice(0, 8)
      isFetching = tickets.length > 0
      for (const ticket of tickets) stale.delete(ticket)
      await Promise.all(tickets.map(fetchTicket))
      if (tickets.length === 0) await pause(20)
    }
  }

  async function fetchTicket(ticket: string) {
    const answer = await portal.send(token, routes.tickets.get, { params: { ticket } })
    if (isDone(answer))
      texts.set(
        ticket,
        answer.body.conversation.map(({ message }) => message),
      )
    else stale.add(ticket)
  }

  const running = Promise.all([followStreams(), fetchStale()])
  return {
    streams: () => streams,
    /** Disconnects once everything is fetched. Returns the
     * acknowledged messages that the page does not show. */
    async stop() {
      for (let quiet = 0; quiet < 20; quiet = stale.size === 0 && !isFetching ? quiet + 1 : 0)
        await pause(100)
      disconnect.abort()
      await running
      return writers.messages().filter(({ ticket, text }) => !texts.get(ticket)?.includes(text))
    },
  }
}
