import { sessions } from '#contract/identity.ts'
import { type LiveEvent, live, maxEventAge } from '#contract/live.ts'
import { buildRequest } from '#contract/route.ts'
import { pause } from '../browser/pause.ts'
import { announceVisibility } from '../browser/visibleTabs.ts'
import { call, portalDomain, token } from '../data/api.ts'
import { language } from '../messages/current.ts'
import { applyEvent, stopLive } from './applyEvent.ts'
import { readStreams, type StreamReader, type StreamSource, streamTimeouts } from './readStreams.ts'

/** In ms, within which the reading tab answers another one. */
const answerTimeout = 5_000

/** What the tabs of a browser tell each other: one of them reads the stream for all. */
type TabMessage =
  | { type: 'event'; event: LiveEvent }
  /** The reading tab has received bytes; its data is of `age` ms,
   * of which a tab of an earlier version says nothing. */
  | { type: 'beat'; age?: number }
  | { type: 'stopped' }
  /** A new tab, or one that has heard nothing for a while, has data of `age` ms. */
  | { type: 'hello'; tab: string; age: number }
  | { type: 'missed'; tab: string; events: LiveEvent[]; isComplete: boolean; age?: number }

/** Follows the events from `since` (ms, as `Date.now()`) until `signal`
 * aborts: one stream for all tabs, where they find each other. */
export function followEvents(since: number, signal: AbortSignal) {
  signal.addEventListener('abort', stopLive)
  signal.addEventListener('abort', announceVisibility())
  const channel = openChannel()
  signal.addEventListener('abort', () => channel?.close())
  if (channel) shareStream(channel, since, signal)
  // six open streams would leave a browser without a connection for calls (HTTP/1.1)
  else followWhileVisible(since, signal)
}

/** In ms, with the time in which the device slept; the clock may be set back. */
const ageOf = (instant: number) => Math.max(0, Date.now() - instant)

/** Null where the tabs cannot find each other, or the
 * browser denies channels as it does storage. */
function openChannel() {
  try {
    return 'locks' in navigator ? new BroadcastChannel('events') : null
  } catch {
    return null
  }
}

/** Runs `work` while this tab is the one that reads. Returns
 * whether the browser has granted that: it may deny locks. */
async function runAsReader(options: LockOptions, work: () => Promise<void>) {
  let isGranted = false
  const request = navigator.locks.request('events', options, () => {
    isGranted = true
    return work()
  })
  await request.catch(() => {}) // aborted, denied, or another tab has taken over
  return isGranted
}

function shareStream(channel: BroadcastChannel, startedAt: number, signal: AbortSignal) {
  const tab = crypto.randomUUID()
  const post = (message: TabMessage) => channel.postMessage(message)
  /** Up to then this tab has missed nothing. */
  let currentAt = startedAt
  let heardAt = startedAt
  let isReader = false
  let isStreaming = false
  let isWaiting = false
  let streamingSince = 0
  const recent: { at: number; event: LiveEvent }[] = []
  const age = () => ageOf(currentAt)

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (isReader) {
      if (data.type !== 'hello') return
      if (!isStreaming) return post({ type: 'stopped' })
      const since = Date.now() - data.age
      const isComplete = streamingSince <= since && data.age < maxEventAge
      post({
        type: 'missed',
        tab: data.tab,
        events: recent.filter(({ at }) => at >= since).map(({ event }) => event),
        isComplete,
        age: age(),
      })
      return
    }
    if (data.type === 'hello') return
    isWaiting = false
    if (data.type === 'stopped') return stopLive()
    if (data.type === 'missed' && data.tab !== tab) return
    heardAt = Date.now()
    if (data.type !== 'event') currentAt = heardAt - (data.age ?? 0)
    if (data.type === 'missed') {
      applyEvent({ kind: 'ready', isComplete: data.isComplete, within: 0 })
      for (const event of data.events) applyEvent(event)
    } else if (data.type === 'event') applyEvent(data.event)
  }
  const reader: StreamReader = {
    age,
    onBytes: () => post({ type: 'beat', age: age() }),
    onCurrent(at) {
      currentAt = at
    },
    onEvent(event) {
      if (event.kind === 'ready') {
        isStreaming = true
        streamingSince = Date.now() - (event.isComplete ? age() : 0)
      } else if (event.kind === 'paused') isStreaming = false
      else recent.push({ at: Date.now(), event })
      while (recent[0] && recent[0].at < Date.now() - maxEventAge) recent.shift()
      applyEvent(event)
      post({ type: 'event', event })
    },
    onStop() {
      isStreaming = false
      stopLive()
      post({ type: 'stopped' })
    },
  }

  post({ type: 'hello', tab, age: age() })
  const watch = setInterval(() => {
    if (isReader || ageOf(heardAt) < streamTimeouts.silence) return
    stopLive() // the reading tab is gone or suspended
    if (isWaiting && document.visibilityState === 'visible') return takeOver()
    isWaiting = true
    post({ type: 'hello', tab, age: age() })
  }, answerTimeout)
  signal.addEventListener('abort', () => clearInterval(watch))

  let turn = new AbortController()
  /** Reads the stream for all tabs when it is this tab's turn, until another tab takes over. */
  async function read(steal: boolean) {
    const own = new AbortController()
    turn = own
    const ended = AbortSignal.any([signal, own.signal])
    const isGranted = await runAsReader(steal ? { steal } : { signal: ended }, () => {
      isReader = true
      return readStreams(source, reader, ended)
    })
    if (ended.aborted) return
    if (!isGranted) {
      clearInterval(watch)
      channel.close()
      return followWhileVisible(currentAt, signal)
    }
    own.abort()
    isReader = false
    isStreaming = false
    void read(false)
  }
  /** A suspended tab keeps its lock. */
  function takeOver() {
    isWaiting = false
    turn.abort()
    void read(true)
    post({ type: 'stopped' })
  }
  void read(false)
}

/** Without locks each visible tab has a stream of its own. */
function followWhileVisible(startedAt: number, signal: AbortSignal) {
  let currentAt = startedAt
  const reader: StreamReader = {
    age: () => ageOf(currentAt),
    onCurrent(at) {
      currentAt = at
    },
    onEvent: applyEvent,
    onStop: stopLive,
  }
  let hidden = new AbortController()
  const start = () => {
    if (document.visibilityState === 'hidden') return hidden.abort()
    hidden = new AbortController()
    void readStreams(source, reader, AbortSignal.any([signal, hidden.signal]))
  }
  document.addEventListener('visibilitychange', start, { signal })
  start()
}

/** The server's stream for this browser's session. */
const source: StreamSource = {
  async open(query, signal) {
    const { path, request } = buildRequest(
      { domain: portalDomain(), token: token.read() },
      live.stream,
      { query },
      { 'Accept-Language': language },
    )
    const response = await fetch(path, { ...request, cache: 'no-store', priority: 'low', signal })
    if (response.status === 401) await call(sessions.me) // ends the session in this browser
    return response
  },
  pause,
}
