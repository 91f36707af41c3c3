import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'

/** Something promised with a figure, and what was seen of it. */
export type Promised = { promise: string; limit: number; seen: number; held: boolean }

export const atMost = (limit: number, promise: string, seen: number): Promised => ({ promise, limit, seen, held: seen <= limit })
/** What must have been so, so that nothing else is kept by not looking. */
export const atLeast = (limit: number, promise: string, seen: number): Promised => ({ promise, limit, seen, held: seen >= limit })

/** Shows what was promised, a line each. Returns whether all of it was kept. */
export function show(promised: Promised[]): boolean {
  for (const { promise, limit, seen, held } of promised)
    console.log(`${held ? 'held  ' : 'BROKEN'}  ${promise}: ${rounded(seen)} (limit ${limit})`)
  return promised.every(({ held }) => held)
}

/** Keeps the figures of one part in a file, with when and on what they were seen; those of the other parts stay as they are. */
export function keep(file: string, part: string, figures: object) {
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  results[part] = { date: new Date().toISOString(), machine, ...figures }
  writeFileSync(file, `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? rounded(value) : value), 2)}\n`)
}

const machine = {
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${type()} ${release()}`,
  node: process.version,
}

/** Three digits say enough. */
export const rounded = (value: number) => (value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)))
