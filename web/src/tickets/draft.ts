import { useEffect, useState } from 'react'
import { privateStore } from '../data/privateStore.ts'

/** A text that survives a reload, until it is sent; the same in every tab. `conversationKey` names its author and where it belongs. */
export function useDraft(conversationKey: string) {
  const key = `draft:${conversationKey}`
  const [text, setText] = useState(() => String(privateStore.read(key) ?? ''))
  useEffect(() => privateStore.subscribe((changed, value) => changed === key && setText(String(value ?? ''))), [key])
  const write = (next: string) => {
    setText(next)
    if (next) privateStore.write(key, next)
    else privateStore.remove(key)
  }
  return [text, write] as const
}
