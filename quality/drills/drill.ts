import type { Promised } from '../../scripts/figures.ts'
import type { Installation } from './portal.ts'

export { atLeast, atMost, type Promised } from '../../scripts/figures.ts'

/** What a drill found. `notTried` says what this machine does not let it do, and why: that has not passed. */
export type Found = { promised: Promised[]; figures: object; notTried?: string[] }

/** A program that breaks a running portal and counts what was lost. What it starts goes onto `toStop`, also where it fails. */
export type Drill = (how: { short: boolean; first: Installation; toStop: AsyncDisposableStack }) => Promise<Found>

/** The short form is a check of every machine, also of one that does other work: it has three times the room. */
const room = process.argv.includes('--short') ? 3 : 1
/** Ready again after a fault, and an answer during it: in seconds. */
export const limits = { ready: 5 * room, answer: 2 * room }
