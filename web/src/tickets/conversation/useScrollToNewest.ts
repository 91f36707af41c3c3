import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const nearBottom = 80

/** Opens a conversation at its newest or the addressed message, and follows it while it grows. A user who scrolls up stays there until
 * they send a message (`outgoingCount`); `hasUnseen`: a message has arrived meanwhile (`messageCount`). */
export function useScrollToNewest(conversation: RefObject<HTMLElement | null>, outgoingCount: number, messageCount: number) {
  const isFollowing = useRef(true)
  const [hasUnseen, setHasUnseen] = useState(false)
  const previousMessageCount = useRef(messageCount)
  const previousOutgoingCount = useRef(0)

  useEffect(() => {
    if (!conversation.current) return
    const page = document.documentElement
    // Scroll events fire after the page has grown: the position is compared with the height it was scrolled at.
    let height = page.scrollHeight
    const observer = new ResizeObserver(() => {
      height = page.scrollHeight
      if (isFollowing.current) scrollTo({ top: height })
    })
    observer.observe(conversation.current)
    const handleScroll = () => {
      isFollowing.current = Math.min(height, page.scrollHeight) - page.clientHeight - page.scrollTop < nearBottom
      if (isFollowing.current) setHasUnseen(false)
    }
    addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', handleScroll)
    }
  }, [conversation])

  const { hash } = useLocation()
  useLayoutEffect(() => {
    const target = hash && document.getElementById(hash)
    if (!target) return
    isFollowing.current = false
    target.scrollIntoView({ block: 'center' })
  }, [hash])

  const scrollToNewest = () => {
    isFollowing.current = true
    setHasUnseen(false)
    scrollTo({ top: document.documentElement.scrollHeight })
  }

  useEffect(() => {
    const hasSent = outgoingCount > previousOutgoingCount.current
    previousOutgoingCount.current = outgoingCount
    if (!hasSent) return // one was delivered or withdrawn
    isFollowing.current = true
    setHasUnseen(false)
    scrollTo({ top: document.documentElement.scrollHeight })
  }, [outgoingCount])

  useEffect(() => {
    if (messageCount > previousMessageCount.current && !isFollowing.current) setHasUnseen(true)
    previousMessageCount.current = messageCount
  }, [messageCount])

  return { hasUnseen, scrollToNewest }
}
