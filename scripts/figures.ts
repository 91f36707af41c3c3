import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'

/** A limit of a figure, the measured one, and whether it passed. */
export type Threshold = { name: string; limit: number; measured: number; passed: boolean }

export const atMost = (limit: number, name: string, measured: number): Threshold => ({
  name,
  limit,
  measured,
  passed: measured <= limit,
})
/** Also a guard: a run that measured nothing would keep every upper limit. */
export const atLeast = (limit: number, name: string, measured: number): Threshold => ({
  name,
  limit,
  measured,
  passed: measured >= limit,
})

/** Prints the thresholds and returns whether all passed. Without
 * `judgeSeconds`, durations (`…, s`) are printed only. */
export function printThresholds(thresholds: Threshold[], { judgeSeconds = true } = {}): boolean {
  const isJudged = ({ name }: Threshold) => judgeSeconds || !name.endsWith(', s')
  for (const threshold of thresholds) {
    const outcome = isJudged(threshold) ? (threshold.passed ? 'passed  ' : 'FAILED  ') : 'measured'
    console.log(
      `${outcome}  ${threshold.name}: ${roundFigure(threshold.measured)} (limit ${threshold.limit})`,
    )
  }
  return thresholds.every(threshold => !isJudged(threshold) || threshold.passed)
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
