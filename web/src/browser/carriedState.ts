import { useEffect, useState } from 'react'

// The state may be secret: it is in the `sessionStorage` of this tab, and only during the reload.
const storageKey = 'carried'

const outgoing = new Map<string, unknown>()
const restored = takeStored()

function takeStored(): Record<string, unknown> {
  try {
    const state: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    sessionStorage.removeItem(storageKey)
    return state as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Reloads the page with the state of `useCarriedState`. */
export function reloadWithState() {
  try {
    if (outgoing.size > 0) sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(outgoing)))
  } catch {
    // Storage is forbidden: the state is lost.
  }
  location.reload()
}

/** State that survives the reload of a change of language. */
export function useCarriedState<T>(key: string, initial: T) {
  const [value, setValue] = useState(() => (key in restored ? (restored[key] as T) : initial))
  useEffect(() => {
    delete restored[key]
    outgoing.set(key, value)
    return () => void outgoing.delete(key)
  }, [key, value])
  return [value, setValue] as const
}
