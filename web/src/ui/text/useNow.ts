import { createStore, useStore } from '../../browser/store.ts'

const now = createStore(Date.now())
setInterval(() => now.set(Date.now()), 30_000)

/** The time in milliseconds, updated every half minute: one timer for the whole screen. */
export const useNow = () => useStore(now)
