import { useEffect, useRef } from 'react'

const near = 240

/** Opens a conversation at its newest message, and follows it while one is reading there. One's own message is always followed. */
export function useNewestInSight(count: number, own: number) {
  const known = useRef({ count: 0, own: 0 })
  useEffect(() => {
    const before = known.current
    known.current = { count, own }
    if (count === 0 && own === 0) return
    const first = before.count === 0 && before.own === 0
    const { scrollHeight, clientHeight, scrollTop } = document.documentElement
    const reading = scrollHeight - clientHeight - scrollTop < near + clientHeight / 2
    if (first || own > before.own || (count > before.count && reading)) {
      // In the next frame: the router puts a new page at its top in this one.
      requestAnimationFrame(() => scrollTo({ top: document.documentElement.scrollHeight }))
    }
  }, [count, own])
}
