import { type RefObject, useEffect, useRef, useState } from 'react'

const near = 80

/**
 * Opens a conversation at its newest message, and stays there while it grows: by messages, pictures that arrive, or what is being written.
 * Whoever scrolls up is left alone, until they send something themselves (`own` counts it): `unseen` says that a message came meanwhile
 * (`said` counts them), and `toNewest` leads to it.
 */
export function useScrollToNewest(talk: RefObject<HTMLElement | null>, own: number, said: number) {
  const following = useRef(true)
  const [unseen, setUnseen] = useState(false)
  const saidBefore = useRef(said)
  const ownBefore = useRef(0)

  useEffect(() => {
    if (!talk.current) return
    const page = document.documentElement
    // A place is told of after the page has grown, and was chosen before: it is judged by the height that the page had then.
    let height = page.scrollHeight
    const observer = new ResizeObserver(() => {
      height = page.scrollHeight
      if (following.current) scrollTo({ top: height })
    })
    observer.observe(talk.current)
    const looked = () => {
      following.current = Math.min(height, page.scrollHeight) - page.clientHeight - page.scrollTop < near
      if (following.current) setUnseen(false)
    }
    addEventListener('scroll', looked, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', looked)
    }
  }, [talk])

  const toNewest = () => {
    following.current = true
    setUnseen(false)
    scrollTo({ top: document.documentElement.scrollHeight })
  }

  useEffect(() => {
    const sent = own > ownBefore.current
    ownBefore.current = own
    if (!sent) return // one was delivered, or taken back
    following.current = true
    setUnseen(false)
    scrollTo({ top: document.documentElement.scrollHeight })
  }, [own])

  useEffect(() => {
    if (said > saidBefore.current && !following.current) setUnseen(true)
    saidBefore.current = said
  }, [said])

  return { unseen, toNewest }
}
