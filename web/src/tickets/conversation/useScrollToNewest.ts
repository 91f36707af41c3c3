import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from '../../browser/store.ts'
import { unseen } from '../../browser/unseen.ts'

const nearBottom = 80
const settlingMs = 10_000
const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Opens a conversation at its newest or the addressed message, and follows it while it
 * grows. A user who scrolls up stays there until they send a message (`outgoingCount`), also
 * while earlier messages are added; `hasUnseen`: a new message has arrived meanwhile. */
export function useScrollToNewest(
  conversation: RefObject<HTMLElement | null>,
  outgoingCount: number,
  { oldest, newest }: { oldest: string | undefined; newest: string | undefined },
) {
  const isFollowing = useRef(true)
  /** It stays in view while the page settles, until the reader does something. */
  const addressed = useRef<HTMLElement | null>(null)
  const release = useRef(() => {})
  const pageHeight = useRef(Number.POSITIVE_INFINITY) // until the page has been laid out
  const previousOldest = useRef(oldest)
  const previousNewest = useRef(newest)
  const previousOutgoingCount = useRef(0)

  useEffect(() => {
    if (!conversation.current) return
    const page = document.documentElement
    // Scroll events fire after the page has grown: the
    // position is compared with the height it was scrolled at.
    const observer = new ResizeObserver(() => {
      pageHeight.current = page.scrollHeight
      if (isFollowing.current) scrollTo({ top: page.scrollHeight })
      else addressed.current?.scrollIntoView({ block: 'center' })
    })
    observer.observe(conversation.current)
    const handleScroll = () => {
      isFollowing.current =
        addressed.current === null &&
        Math.min(pageHeight.current, page.scrollHeight) - page.clientHeight - page.scrollTop <
          nearBottom
      if (isFollowing.current) unseen.set(false)
    }
    const releaseAddressed = () => {
      if (addressed.current === null) return
      addressed.current = null
      handleScroll()
    }
    release.current = releaseAddressed
    addEventListener('scroll', handleScroll, { passive: true })
    for (const input of inputs) addEventListener(input, releaseAddressed, { passive: true })
    return () => {
      unseen.set(false)
      observer.disconnect()
      removeEventListener('scroll', handleScroll)
      for (const input of inputs) removeEventListener(input, releaseAddressed)
    }
  }, [conversation])

  // Browsers keep the position when messages are added above the
  // viewport, but not at the top of the page, and Safari never.
  useLayoutEffect(() => {
    if (oldest === previousOldest.current) return
    previousOldest.current = oldest
    const page = document.documentElement
    const keepsPosition = page.scrollTop > 0 && CSS.supports('overflow-anchor', 'auto')
    if (!keepsPosition) scrollBy(0, page.scrollHeight - pageHeight.current)
    pageHeight.current = page.scrollHeight
  }, [oldest])

  const { hash } = useLocation()
  const reachedHash = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the addressed message may be among those added last
  useLayoutEffect(() => {
    const target = hash && hash !== reachedHash.current && document.getElementById(hash)
    if (!target) return
    reachedHash.current = hash
    addressed.current = target
    isFollowing.current = false
    target.scrollIntoView({ block: 'center' })
    const timer = setTimeout(() => release.current(), settlingMs) // a scroll bar sends no input
    return () => {
      clearTimeout(timer)
      release.current()
    }
  }, [hash, oldest])

  const scrollToNewest = () => {
    isFollowing.current = true
    unseen.set(false)
    scrollTo({ top: document.documentElement.scrollHeight })
  }

  useEffect(() => {
    const hasSent = outgoingCount > previousOutgoingCount.current
    previousOutgoingCount.current = outgoingCount
    if (!hasSent) return // one was delivered or withdrawn
    isFollowing.current = true
    unseen.set(false)
    scrollTo({ top: document.documentElement.scrollHeight })
  }, [outgoingCount])

  useEffect(() => {
    if (newest !== previousNewest.current && !isFollowing.current) unseen.set(true)
    previousNewest.current = newest
  }, [newest])

  return { hasUnseen: useStore(unseen), scrollToNewest }
}
