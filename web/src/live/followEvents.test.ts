import { afterEach, expect, test, vi } from 'vitest'
import '../../testing/fakeBrowser.ts'
import { waitFor } from '../../testing/waitFor.ts'

vi.stubGlobal('document', {
  visibilityState: 'visible',
  addEventListener() {},
  removeEventListener() {},
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Streams that the server has not ended, oldest first. */
const streams: { send: (text: string) => void; signal: AbortSignal }[] = []
const openStreams = () => streams.filter(({ signal }) => !signal.aborted)

function serveStreams() {
  streams.length = 0
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push({ send: text => controller.enqueue(new TextEncoder().encode(text)), signal })
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
  const [{ followEvents }, { isLive }] = await Promise.all([
    import('./followEvents.ts'),
    import('../data/live.ts'),
  ])
  const closed = new AbortController()
  followEvents(Date.now(), closed.signal)
  return {
    isLive,
    close: () => closed.abort(),
    suspend: () =>
      channels.map(channel => Object.assign(channel, { onmessage: null, postMessage() {} })),
  }
}

const Channel = BroadcastChannel
const ready = 'data: {"kind":"ready","isComplete":true,"within":0}\n\n'
/** Lets locks and channels, which are not of the faked clock, deliver. */
const deliver = async () => {
  for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve))
}

test('a visible tab takes over from a tab that was suspended while it read the stream', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
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
    streams[0]?.send(':\n\n')
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
