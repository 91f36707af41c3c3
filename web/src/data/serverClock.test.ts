import { afterEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './serverClock.ts'

afterEach(() => vi.useRealTimers())

const minute = 60_000
const now = Date.parse('2026-12-01T08:00:00.000Z')

test.each([-10 * minute, 0, 10 * minute])(
  'with a clock that is wrong by %i ms the time is the server’s, ahead by a second at most',
  wrongBy => {
    vi.useFakeTimers({ now: now + wrongBy })
    noteServerTime(new Headers({ Date: new Date(now).toUTCString() }))
    noteServerTime(new Headers()) // as of a proxy
    vi.advanceTimersByTime(minute)
    expect(serverNow()).toBe(now + minute + 1_000)
  },
)
