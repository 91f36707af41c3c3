import { type RefObject, useId, useState } from 'react'
import { findPlaceholders } from '#contract/text/placeholders.ts'

/** Stops a message in which a placeholder is left. Its writer fills it in,
 * or sends the message as it is: braces can be meant as such. */
export function useUnfilled(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const id = useId()
  const [isStopped, setStopped] = useState(false)
  const [goesOn, setGoesOn] = useState(false)
  const left = isStopped ? [...new Set(findPlaceholders(text).map(({ text }) => text))] : []
  if (isStopped && left.length === 0) setStopped(false)

  return {
    left,
    id,
    goesOn,
    /** True where the message must not be sent. */
    stops(goesOn: boolean): boolean {
      const message = field.current
      const [first] = findPlaceholders(text)
      if (!first || !message) return false
      setStopped(true)
      setGoesOn(goesOn)
      message.focus()
      message.setSelectionRange(first.start, first.end)
      return true
    },
  }
}
