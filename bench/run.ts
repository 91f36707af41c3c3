import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { measureBackup } from './backup.ts'
import { measureMemory } from './memory.ts'
import { measureRequests } from './requests.ts'
import { measureScreens } from './screens.ts'

// `npm run bench` measures all of it; `npm run bench -- screens` only that part, and leaves the other figures as they are.

export type Promised = { promise: string; limit: number; seen: number; held: boolean }
/** One part of the benchmark: what was promised, and its figures. */
type Part = (quick: boolean) => Promise<{ promised: Promised[]; figures?: object }>

const parts: Record<string, Part> = { requests: measureRequests, memory: measureMemory, screens: measureScreens, backup: measureBackup }

/** `--quick` shows within a minute that all of it works; its figures say little, so it keeps none and fails for none. */
const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter(argument => argument !== '--quick')
const unknown = named.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: only ${Object.keys(parts).join(', ')}.`)

const file = join(import.meta.dirname, 'results.json')
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const machine = {
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${type()} ${release()}`,
  node: process.version,
}

for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const { promised, figures } = (await parts[name]?.(quick)) ?? { promised: [] }
  console.log('')
  for (const { promise, limit, seen, held } of promised)
    console.log(`${held ? 'held  ' : 'BROKEN'}  ${promise}: ${round(seen)} (limit ${limit})`)
  console.log('')
  if (quick) continue
  if (promised.some(({ held }) => !held)) process.exitCode = 1
  results[name] = { date: new Date().toISOString(), machine, promised, ...figures }
  writeFileSync(file, `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? round(value) : value), 2)}\n`)
}

/** Three digits say enough. */
function round(value: number) {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3))
}
