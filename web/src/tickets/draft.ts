import { useState } from 'react'
import { kept } from '../kept.ts'

/** A text that survives a reload, until it is sent. `place` names whose it is and where it belongs. */
export function useDraft(place: string) {
  const key = `draft:${place}`
  const [text, setText] = useState(() => String(kept.read(key) ?? ''))
  const write = (next: string) => {
    setText(next)
    if (next) kept.write(key, next)
    else kept.forget(key)
  }
  return [text, write] as const
}
