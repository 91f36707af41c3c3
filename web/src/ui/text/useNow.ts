import { useSyncExternalStore } from 'react'

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function setState(next: number) {
  now = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = Date.now()
    timer = setInterval(() => setState(Date.now()), 30_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}
const getSnapshot = () => now

/** The time in milliseconds, updated every half minute: one timer for the whole screen. */
export const useNow = () => useSyncExternalStore(subscribe, getSnapshot)
