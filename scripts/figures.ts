import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'

/** A promise with its limit, the measured figure (`seen`) and whether the promise holds. */
export type PromiseCheck = { promise: string; limit: number; seen: number; isKept: boolean }

export const atMost = (limit: number, promise: string, seen: number): PromiseCheck => ({
  promise,
  limit,
  seen,
  isKept: seen <= limit,
})
/** Also a guard: a run that measured nothing would keep every upper limit. */
export const atLeast = (limit: number, promise: string, seen: number): PromiseCheck => ({
  promise,
  limit,
  seen,
  isKept: seen >= limit,
})

/** Prints the promises and returns whether they hold. Without
 * `judgeSeconds`, durations (`…, s`) are printed only. */
export function printChecks(promised: PromiseCheck[], { judgeSeconds = true } = {}): boolean {
  const isJudged = ({ promise }: PromiseCheck) => judgeSeconds || !promise.endsWith(', s')
  for (const check of promised) {
    const outcome = isJudged(check) ? (check.isKept ? 'kept  ' : 'BROKEN') : 'seen  '
    console.log(`${outcome}  ${check.promise}: ${roundFigure(check.seen)} (limit ${check.limit})`)
  }
  return promised.every(check => !isJudged(check) || check.isKept)
}

export function saveFigures(file: string, part: string, figures: object) {
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  results[part] = { date: new Date().toISOString(), machine, ...figures }
  writeFileSync(
    file,
    `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? roundFigure(value) : value), 2)}\n`,
  )
}

const machine = {
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${type()} ${release()}`,
  node: process.version,
}

export const roundFigure = (value: number) =>
  value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3))
