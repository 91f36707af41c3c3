import { useEffect, useState } from 'react'
import { privateStore } from '../data/privateStore.ts'

/** A text that survives a reload, until it is sent; the same in every tab. `place` names whose it is and where it belongs. */
export function useDraft(place: string) {
  const key = `draft:${place}`
  const [text, setText] = useState(() => String(privateStore.read(key) ?? ''))
  useEffect(() => privateStore.whenChangedElsewhere((changed, value) => changed === key && setText(String(value ?? ''))), [key])
  const write = (next: string) => {
    setText(next)
    if (next) privateStore.write(key, next)
    else privateStore.forget(key)
  }
  return [text, write] as const
}
