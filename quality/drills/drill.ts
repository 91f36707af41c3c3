import type { Threshold } from '../../scripts/figures.ts'
import type { Installation } from './portal-process.ts'

export { atLeast, atMost, type Threshold } from '../../scripts/figures.ts'

/** `skipped` lists, with the reason, the parts that cannot
 * run on this machine; they do not count as passed. */
export type DrillResult = { thresholds: Threshold[]; figures: object; skipped?: string[] }

/** Breaks a running portal and counts the losses. Cleanup goes onto `toStop`, also on failure. */
export type Drill = (how: {
  short: boolean
  installation: Installation
  toStop: AsyncDisposableStack
}) => Promise<DrillResult>

/** In seconds: until ready after a fault, and for a response during one. */
export const limits = { ready: 5, response: 2 }
