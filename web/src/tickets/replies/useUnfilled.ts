import { type RefObject, useId, useState } from 'react'
import { findPlaceholders } from '#contract/text/placeholders.ts'

/** Stops a message in which a placeholder is left. Its writer fills it in, or sends
 * the message as it is, in the way that was stopped: braces can be meant as such. */
export function useUnfilled<Way>(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const id = useId()
  const [isStopped, setStopped] = useState(false)
  const [way, setWay] = useState<Way>()
  const left = isStopped ? [...new Set(findPlaceholders(text).map(({ text }) => text))] : []
  if (isStopped && left.length === 0) setStopped(false)

  return {
    left,
    id,
    way,
    /** True where the message must not be sent. */
    stops(way: Way): boolean {
      const message = field.current
      const [first] = findPlaceholders(text)
      if (!first || !message) return false
      setStopped(true)
      setWay(way)
      message.focus()
      message.setSelectionRange(first.start, first.end)
      return true
    },
  }
}
