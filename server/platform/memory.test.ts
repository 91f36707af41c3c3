import { Server } from 'node:http'
import { Session } from 'node:inspector/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { releaseMemoryWhenIdle } from './memory.ts'

/** A server that counts as idle after 30 s, and how often all garbage was collected. */
function startServer() {
  vi.useFakeTimers()
  const collect = vi.spyOn(Session.prototype, 'post').mockResolvedValue(undefined as never)
  onTestFinished(() => {
    collect.mockRestore()
    vi.useRealTimers()
  })
  const server = new Server()
  releaseMemoryWhenIdle(server, 30_000)
  return {
    collections: () => collect.mock.calls.length,
    /** Requests the path three times, each 20 s after the one before. */
    request(url: string) {
      for (let n = 0; n < 3; n++) {
        vi.advanceTimersByTime(20_000)
        server.emit('request', { url })
      }
    },
  }
}

test('the garbage of the start is collected, and that of calls once none has come for half a minute', () => {
  const { collections, request } = startServer()
  request('/api/v1/user/me')
  expect(collections()).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect(collections()).toBe(2)
  vi.advanceTimersByTime(600_000)
  expect(collections()).toBe(2)
})

test('a server that only its health checks call is idle', () => {
  const { collections, request } = startServer()
  request('/healthz')
  expect(collections()).toBe(2)
})
