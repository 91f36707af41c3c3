import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'

/** A promise with its limit, the measured figure (`seen`) and whether the promise holds. */
export type PromiseCheck = { promise: string; limit: number; seen: number; held: boolean }

export const atMost = (limit: number, promise: string, seen: number): PromiseCheck => ({ promise, limit, seen, held: seen <= limit })
/** Also a guard: a run that measured nothing would keep every upper limit. */
export const atLeast = (limit: number, promise: string, seen: number): PromiseCheck => ({ promise, limit, seen, held: seen >= limit })

export function printChecks(promised: PromiseCheck[]): boolean {
  for (const { promise, limit, seen, held } of promised)
    console.log(`${held ? 'held  ' : 'BROKEN'}  ${promise}: ${roundFigure(seen)} (limit ${limit})`)
  return promised.every(({ held }) => held)
}

export function saveFigures(file: string, part: string, figures: object) {
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  results[part] = { date: new Date().toISOString(), machine, ...figures }
  writeFileSync(file, `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? roundFigure(value) : value), 2)}\n`)
}

const machine = {
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${type()} ${release()}`,
  node: process.version,
}

export const roundFigure = (value: number) => (value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)))
