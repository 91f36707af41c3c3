import type { Server } from 'node:http'
import { Session } from 'node:inspector/promises'

/** Returns the memory of garbage to the system (record 0068): at
 * once, and each time no call of the API has come for `idle` ms. */
export function releaseMemoryWhenIdle(server: Server, idle = 30_000): void {
  // A collection that fails is tried again after the next calls.
  const collect = () => void collectGarbage().catch(() => {})
  collect()
  const timer = setTimeout(collect, idle).unref()
  server.on('request', ({ url }) => {
    if (url?.startsWith('/api/')) timer.refresh()
  })
}

async function collectGarbage() {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
