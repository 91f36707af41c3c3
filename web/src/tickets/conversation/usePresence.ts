import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { live } from '#contract/live.ts'
import { buildRequest } from '#contract/route.ts'
import { useStore } from '../../browser/store.ts'
import { call, portalDomain, token } from '../../data/api.ts'
import { liveIntervals } from '../../data/intervals.ts'
import { isLive } from '../../data/live.ts'
import { lastingData, queryClient } from '../../data/queries.ts'

/** In ms. The server keeps a viewer for 45 s and a writer for 5. */
const intervals = { renew: 20_000, typing: 2_000, pause: 5_000 }

/** Until when the user counts as writing, and when that was announced, as `performance.now()`. */
type Typing = { until: number; announced: number; timer?: ReturnType<typeof setTimeout> }

const notTyping = (): Typing => ({ until: 0, announced: Number.NEGATIVE_INFINITY })

/** Announces that the user views or writes the ticket, and returns who
 * else does; undefined without live updates. `asksOnline`: also polls
 * whether the vendor's team is online, of which no event tells. */
export function usePresence(ticket: string, isEnabled: boolean, asksOnline: boolean) {
  const isStreaming = useStore(isLive)
  const typing = useRef(notTyping())
  const queryKey = [live.presence.path, { params: { ticket } }]
  const enabled = isEnabled && isStreaming
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const isTyping = typing.current.until > performance.now()
      if (isTyping) typing.current.announced = performance.now()
      // A hidden tab asks too: when it was opened in the background, or has a stream again.
      const state = document.visibilityState === 'hidden' ? 'left' : isTyping ? 'typing' : 'viewing'
      return call(live.presence, { params: { ticket }, body: { state }, signal })
    },
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.seconds == null
        ? asksOnline && liveIntervals.online
        : Math.min(intervals.renew, state.data.seconds * 1_000 + 500),
    meta: lastingData,
  })
  const announce = () => void queryClient.invalidateQueries({ queryKey })
  /** A customer may not know of them. */
  const mayHaveOthers = data?.seconds != null

  useEffect(() => {
    if (!enabled) return
    const leaveIfHidden = () => {
      if (document.visibilityState !== 'hidden') return
      clearTimeout(typing.current.timer)
      leave(ticket)
    }
    document.addEventListener('visibilitychange', leaveIfHidden)
    const { current } = typing
    return () => {
      document.removeEventListener('visibilitychange', leaveIfHidden)
      clearTimeout(current.timer)
      leave(ticket)
    }
  }, [ticket, enabled])

  return {
    presence: enabled ? data : undefined,
    write() {
      if (!mayHaveOthers) return // a later visitor causes an announcement
      const now = performance.now()
      const { current } = typing
      current.until = now + intervals.pause
      clearTimeout(current.timer)
      current.timer = setTimeout(announce, intervals.pause + 50)
      if (now - current.announced > intervals.typing) {
        current.announced = now
        announce()
      }
    },
    stop() {
      const { current } = typing
      clearTimeout(current.timer)
      if (current.until <= performance.now()) return
      typing.current = notTyping()
      announce()
    },
  }
}

/** Also sent while the page closes; without it the presence ends by itself. */
function leave(ticket: string) {
  if (!token.read()) return
  const access = { domain: portalDomain(), token: token.read() }
  const { path, request } = buildRequest(access, live.presence, {
    params: { ticket },
    body: { state: 'left' },
  })
  fetch(path, { ...request, keepalive: true }).catch(() => {})
}
