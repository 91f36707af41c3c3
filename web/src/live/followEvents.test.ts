import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import '../../testing/fakeBrowser.ts'
import { waitFor } from '../../testing/waitFor.ts'

const page = { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }
vi.stubGlobal('document', page)
afterEach(() => {
  page.visibilityState = 'visible'
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Streams that the server has not ended, oldest first. */
const streams: {
  path: string
  send: (text: string) => void
  end: () => void
  signal: AbortSignal
}[] = []
const openStreams = () => streams.filter(({ signal }) => !signal.aborted)

function serveStreams() {
  streams.length = 0
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push({
          path,
          send: text => controller.enqueue(new TextEncoder().encode(text)),
          end: () => controller.close(),
          signal,
        })
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
}

/** A tab of the browser; a suspended one neither hears nor says anything. */
async function openTab({ hasChannels = true } = {}) {
  vi.resetModules()
  const channels: BroadcastChannel[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name)
        channels.push(this)
        if (hasChannels) return
        this.close()
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
  )
  const [{ followEvents }, { isLive, pollInterval }] = await Promise.all([
    import('./followEvents.ts'),
    import('../data/live.ts'),
  ])
  const closed = new AbortController()
  followEvents(Date.now(), closed.signal)
  onTestFinished(() => closed.abort()) // also a failed test frees the lock for the next one
  return {
    isLive,
    pollInterval,
    close: () => closed.abort(),
    /** Returns the function that resumes it. */
    suspend() {
      const resumed = channels.map(channel => {
        const { onmessage } = channel
        Object.assign(channel, { onmessage: null, postMessage() {} })
        return () => {
          Reflect.deleteProperty(channel, 'postMessage')
          channel.onmessage = onmessage
        }
      })
      return () => {
        for (const resume of resumed) resume()
      }
    },
  }
}

const Channel = BroadcastChannel
const ready = 'data: {"kind":"ready","isComplete":true,"within":0}\n\n'
const heartbeat = ':\n\n'
const fakeTime = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
/** Lets locks and channels, which are not of the faked clock, deliver. */
const deliver = async () => {
  for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve))
}

test('a visible tab takes over from a tab that was suspended while it read the stream', async () => {
  fakeTime()
  serveStreams()
  const first = await openTab()
  await waitFor(() => expect(streams.length).toBe(1))
  streams[0]?.send(ready)
  await waitFor(() => expect(first.isLive.get()).toBe(true))
  const second = await openTab()
  await waitFor(() => expect(second.isLive.get()).toBe(true))
  expect(streams.length).toBe(1)

  first.suspend()
  for (let heartbeats = 0; heartbeats < 3; heartbeats++) {
    streams[0]?.send(heartbeat)
    await vi.advanceTimersByTimeAsync(20_000)
  }
  await waitFor(() => expect(streams.length).toBe(2))
  streams[1]?.send(ready)
  await waitFor(() => expect(second.isLive.get()).toBe(true))
  await deliver()
  expect(openStreams().length).toBe(1)
  second.close()
  first.close()
})

test.each([
  ['shares its stream with other tabs', true],
  ['has a stream of its own', false],
])(
  'a tab that %s polls after 45 seconds of silence, and no longer once a stream is heard',
  async (_, hasChannels) => {
    fakeTime()
    serveStreams()
    const tab = await openTab({ hasChannels })
    await waitFor(() => expect(streams.length).toBe(1))
    expect(tab.pollInterval('ticket')).toBe(10_000)
    streams[0]?.send(ready)
    await waitFor(() => expect(tab.pollInterval('ticket')).toBe(600_000))
    for (let heartbeats = 0; heartbeats < 5; heartbeats++) {
      await vi.advanceTimersByTimeAsync(44_000)
      streams[0]?.send(heartbeat)
      await deliver()
    }
    expect([streams.length, tab.isLive.get()]).toEqual([1, true])

    await vi.advanceTimersByTimeAsync(45_000)
    await waitFor(() => expect(tab.pollInterval('ticket')).toBe(10_000))
    expect(streams[0]?.signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000) // before it is opened again
    await waitFor(() => expect(streams.length).toBe(2))
    streams[1]?.send(ready + heartbeat)
    await waitFor(() => expect(tab.pollInterval('ticket')).toBe(600_000))
    tab.close()
  },
)

test.each([
  ['shares its stream with other tabs', true],
  ['has a stream of its own', false],
])(
  'a tab that %s asks for what was sent while its last bytes were late',
  async (_, hasChannels) => {
    fakeTime()
    serveStreams()
    const tab = await openTab({ hasChannels })
    await waitFor(() => expect(streams.length).toBe(1))
    streams[0]?.send(`${ready}id: 0\n\n`)
    await vi.advanceTimersByTimeAsync(30_000)
    streams[0]?.send('id: 10000\ndata: {"kind":"notification"}\n\n')
    await deliver()
    streams[0]?.end()
    await vi.advanceTimersByTimeAsync(1_000)
    await waitFor(() => expect(streams.length).toBe(2))
    const age = Number(/age=(\d+)/.exec(streams[1]?.path ?? '')?.[1])
    expect(age).toBeGreaterThanOrEqual(20_000)
    expect(age).toBeLessThan(25_000) // each look of `waitFor` moves the faked clock on
    tab.close()
  },
)

test('a tab that hears nothing from the one that reads polls, until it is answered', async () => {
  fakeTime()
  serveStreams()
  const reader = await openTab()
  await waitFor(() => expect(streams.length).toBe(1))
  streams[0]?.send(ready)
  await waitFor(() => expect(reader.isLive.get()).toBe(true))
  const tab = await openTab()
  await waitFor(() => expect(tab.isLive.get()).toBe(true))
  page.visibilityState = 'hidden' // it takes nothing over
  const resume = reader.suspend()
  for (let heartbeats = 0; heartbeats < 3; heartbeats++) {
    streams[0]?.send(heartbeat)
    await vi.advanceTimersByTimeAsync(20_000)
  }
  expect(tab.isLive.get()).toBe(false)
  resume()
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(tab.isLive.get()).toBe(true))
  expect(streams.length).toBe(1)
  tab.close()
  reader.close()
})

/** Denies one lock to each of two tabs; later requests never settle,
 * so that a tab that repeats them does not freeze the test. */
function denyLocks() {
  let denials = 0
  vi.spyOn(navigator.locks, 'request').mockImplementation(name => {
    if (name === 'events') denials += 1
    return denials > 2
      ? new Promise(() => {})
      : Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
  })
}

test('where the browser denies locks, each tab reads a stream of its own', async () => {
  serveStreams()
  denyLocks()
  const first = await openTab()
  await waitFor(() => expect(streams.length).toBe(1))
  const second = await openTab()
  await waitFor(() => expect(streams.length).toBe(2))
  for (const { send } of streams) send(ready)
  for (const { isLive } of [first, second]) await waitFor(() => expect(isLive.get()).toBe(true))
  first.close()
  second.close()
  await deliver()
  expect(openStreams()).toEqual([])
})

test('where the browser denies channels between tabs, a tab reads a stream of its own', async () => {
  serveStreams()
  const tab = await openTab({ hasChannels: false })
  await waitFor(() => expect(streams.length).toBe(1))
  streams[0]?.send(ready)
  await waitFor(() => expect(tab.isLive.get()).toBe(true))
  tab.close()
})
