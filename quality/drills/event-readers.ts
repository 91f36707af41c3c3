import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEvent } from '#contract/live.ts'
import { buildRequest } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { readStreams } from '../../web/src/live/readStreams.ts'
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
  let currentAt = Date.now()

  function apply(event: LiveEvent) {
    if (event.kind === 'ticket') stale.add(event.ticket)
    if (event.kind === 'ready' && !event.isComplete)
      for (const { ticket } of writers.messages()) stale.add(ticket)
  }

  const reading = readStreams(
    {
      async open(query, signal) {
        const { path, request } = buildRequest({ domain, token }, routes.live.stream, { query })
        const response = await fetch(url + path, { ...request, signal })
        if (response.ok) streams++
        return response
      },
      pause: ms => pause(ms),
    },
    {
      age: () => Math.max(0, Date.now() - currentAt),
      onEvent: apply,
      onCurrent(at) {
        currentAt = at
      },
      onStop() {}, // the page does not poll
    },
    disconnect.signal,
  )

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

  const running = Promise.all([reading, fetchStale()])
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
