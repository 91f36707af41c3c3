import type { Installation } from './portal.ts'

/** One promise, and what was seen of it: counts of what must not happen, times in seconds. */
export type Promised = { promise: string; limit: number; seen: number; held: boolean }

/** What a drill found. `notTried` says what this machine does not let it do, and why: that has not passed. */
export type Found = { promised: Promised[]; figures: object; notTried?: string[] }

/** A program that breaks a running portal and counts what was lost. What it starts goes onto `toStop`, also where it fails. */
export type Drill = (how: { short: boolean; first: Installation; toStop: AsyncDisposableStack }) => Promise<Found>

export const atMost = (limit: number, promise: string, seen: number): Promised => ({ promise, limit, seen, held: seen <= limit })
/** What must have happened, so that nothing else is kept by not looking. */
export const atLeast = (limit: number, promise: string, seen: number): Promised => ({ promise, limit, seen, held: seen >= limit })

/** The short form is a check of every machine, also of one that does other work: it has three times the room. */
const room = process.argv.includes('--short') ? 3 : 1
/** Ready again after a fault, and an answer during it: in seconds. */
export const limits = { ready: 5 * room, answer: 2 * room }
