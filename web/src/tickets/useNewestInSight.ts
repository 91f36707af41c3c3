import { type RefObject, useEffect, useRef } from 'react'

const near = 80

/**
 * Opens a conversation at its newest message, and stays there while it grows: by messages, pictures that arrive, or what is being written.
 * Whoever scrolls up is left alone, until they send something themselves (`own` counts it).
 */
export function useNewestInSight(talk: RefObject<HTMLElement | null>, own: number) {
  const following = useRef(true)

  useEffect(() => {
    if (!talk.current) return
    const page = document.documentElement
    const observer = new ResizeObserver(() => following.current && scrollTo({ top: page.scrollHeight }))
    observer.observe(talk.current)
    const looked = () => {
      following.current = page.scrollHeight - page.clientHeight - page.scrollTop < near
    }
    addEventListener('scroll', looked, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', looked)
    }
  }, [talk])

  useEffect(() => {
    if (own === 0) return
    following.current = true
    scrollTo({ top: document.documentElement.scrollHeight })
  }, [own])
}
