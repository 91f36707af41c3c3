import { useSyncExternalStore } from 'react'

let now = Date.now()
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  now = Date.now()
  for (const tell of watchers) tell()
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  if (watchers.size === 1) {
    now = Date.now()
    timer = setInterval(tick, 30_000)
  }
  return () => {
    watchers.delete(tell)
    if (watchers.size === 0) clearInterval(timer)
  }
}

/** The time in milliseconds, told anew every half minute: one clock for the whole screen. */
export const useNow = () => useSyncExternalStore(watch, () => now)
