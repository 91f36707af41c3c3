import { type LiveEvent, maxEventAge } from '#contract/live.ts'
import { randomFraction } from '../browser/random.ts'
import { createEventParser } from './parseEvents.ts'

/** In ms. The server sends its first event at once and a heartbeat
 * each 20 s; a proxy that holds them back breaks the stream. */
export const streamTimeouts = {
  first: 10_000,
  silence: 45_000,
  shortestRetry: 1_000,
  longestRetry: 30_000,
}

export type StreamReader = {
  /** of its data, in ms */
  age: () => number
  onBytes?: () => void
  /** It has all events up to this time (as `Date.now()`). */
  onCurrent: (at: number) => void
  onEvent: (event: LiveEvent) => void
  onStop: () => void
}

/** Without the browser's globals, so that the drill `live` reads streams by the same code. */
export type StreamSource = {
  open: (query: { age: string }, signal: AbortSignal) => Promise<Response>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Reads one stream after the other until `signal` aborts. */
export async function readStreams(
  source: StreamSource,
  reader: StreamReader,
  signal: AbortSignal,
  timeouts: typeof streamTimeouts = streamTimeouts,
) {
  for (let failures = 0; !signal.aborted; ) {
    let delay = randomFraction() * timeouts.shortestRetry
    try {
      await readStream(source, reader, signal, timeouts, () => {
        failures = 0
      })
    } catch (error) {
      if (signal.aborted) return
      reader.onStop()
      const most = Math.min(timeouts.longestRetry, timeouts.shortestRetry * 2 ** ++failures)
      delay =
        most * (0.5 + randomFraction() / 2) + (error instanceof Refused ? error.retryAfter : 0)
    }
    await source.pause(delay, signal)
  }
}

class Refused extends Error {
  /** ms */
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super()
    this.retryAfter = retryAfter
  }
}

/** Resolves when the server ends the stream. @throws when it is refused or breaks */
async function readStream(
  source: StreamSource,
  { age, onBytes, onCurrent, onEvent }: StreamReader,
  signal: AbortSignal,
  { first, silence }: typeof streamTimeouts,
  onReady: () => void,
) {
  const silent = new AbortController()
  const expectWithin = (ms: number) => setTimeout(() => silent.abort(), ms)
  let timer = expectWithin(first)
  try {
    const gap = Math.ceil(age())
    const isLongGap = gap > maxEventAge
    const openedAt = Date.now()
    const response = await source.open(
      { age: String(isLongGap ? 0 : gap) },
      AbortSignal.any([signal, silent.signal]),
    )
    if (!response.ok || !response.body)
      // a date counts as none
      throw new Refused((Number(response.headers.get('retry-after')) || 0) * 1_000)
    const parse = createEventParser()
    const bytes = response.body.getReader()
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await bytes.read()
      if (done) return
      clearTimeout(timer)
      timer = expectWithin(silence)
      for (const { data, id } of parse(decoder.decode(value, { stream: true }))) {
        if (data !== null) {
          const event = JSON.parse(data) as LiveEvent
          if (event.kind === 'ready') onReady()
          onEvent(event.kind === 'ready' && isLongGap ? { ...event, isComplete: false } : event)
        }
        // bytes may be late; the clock may have been set back
        if (id !== null) onCurrent(Math.min(Date.now(), openedAt + Number(id)))
      }
      onBytes?.()
    }
  } finally {
    clearTimeout(timer)
  }
}
