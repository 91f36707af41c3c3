import { createStore } from '../browser/store.ts'
import { liveIntervals, pollIntervals } from './intervals.ts'

/** Whether the server tells this tab of changes (`web/src/live`); otherwise its queries poll. */
export const isLive = createStore(false)

export const pollInterval = (of: keyof typeof pollIntervals) =>
  isLive.get() ? liveIntervals.poll : pollIntervals[of]
