import { useEffect, useState } from 'react'

// It may be a secret: it waits in this tab alone, and only while the page is loaded again.
const place = 'carried'

const leaving = new Map<string, unknown>()
const arrived = arrive()

function arrive(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    sessionStorage.removeItem(place)
    return found as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Loads the page again, with what it carries. */
export function reloadWithState() {
  try {
    if (leaving.size > 0) sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(leaving)))
  } catch {
    // A browser that refuses to remember begins again.
  }
  location.reload()
}

/** State that is still there when another language loads the page again. */
export function useCarriedState<T>(key: string, initial: T) {
  const [value, set] = useState(() => (key in arrived ? (arrived[key] as T) : initial))
  useEffect(() => {
    delete arrived[key]
    leaving.set(key, value)
    return () => void leaving.delete(key)
  }, [key, value])
  return [value, set] as const
}
