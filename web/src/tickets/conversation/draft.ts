import { useEffect, useState } from 'react'
import { privateStore } from '../../data/privateStore.ts'

/** A text that survives a reload, until it is sent; the same in every
 * tab. `conversationKey` names its author and where it belongs. */
export function useDraft(conversationKey: string) {
  const key = `draft:${conversationKey}`
  const [text, setText] = useState(() => String(privateStore.read(key) ?? ''))
  useEffect(() => {
    const read = () => setText(String(privateStore.read(key) ?? ''))
    read() // another tab may have written it since the first render
    return privateStore.subscribe(changed => changed === key && read())
  }, [key])
  const write = (next: string) => {
    setText(next)
    if (next) privateStore.write(key, next)
    else privateStore.remove(key)
  }
  return [text, write] as const
}
