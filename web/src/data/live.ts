import { createStore } from '../browser/store.ts'
import { liveIntervals } from './intervals.ts'

/** Whether the server tells this tab of changes (`web/src/live`); otherwise its queries poll. */
export const isLive = createStore(false)

export const pollInterval = (interval: number) => (isLive.get() ? liveIntervals.poll : interval)
