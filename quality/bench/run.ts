import { join } from 'node:path'
import { printThresholds, saveFigures, type Threshold } from '../../scripts/figures.ts'
import { measureAttacks } from './attacks.ts'
import { measureCost } from './cost.ts'
import { measureFairness } from './fairness.ts'
import { measureGrowth } from './growth.ts'
import { measureLive } from './live.ts'
import { measureMemory } from './memory.ts'
import { measureRequests } from './requests.ts'
import { measureScreens } from './screens.ts'

// `npm run bench` measures all of it; `npm run bench -- screens`
// only that part, and leaves the other figures as they are.

type Part = (isSmoke: boolean) => Promise<{ thresholds: Threshold[]; figures?: object }>

const parts: Record<string, Part> = {
  requests: measureRequests,
  cost: measureCost,
  growth: measureGrowth,
  fairness: measureFairness,
  memory: measureMemory,
  live: measureLive,
  attacks: measureAttacks,
  screens: measureScreens,
}

/** `--smoke` runs every part with little data, as `npm run soak`
 * does: answers are checked, figures are neither judged nor saved. */
const isSmoke = process.argv.includes('--smoke')
const named = process.argv.slice(2).filter(argument => argument !== '--smoke')
const unknown = named.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}: only ${Object.keys(parts).join(', ')}.`)

for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const start = performance.now()
  const { thresholds, figures } = (await parts[name]?.(isSmoke)) ?? { thresholds: [] }
  console.log('')
  if (isSmoke) {
    if (thresholds.length === 0 || thresholds.some(({ measured }) => !Number.isFinite(measured)))
      throw new Error(`${name} measured nothing`)
    console.log(`${name} works (${((performance.now() - start) / 1000).toFixed(1)} s)\n`)
    continue
  }
  const passed = printThresholds(thresholds)
  console.log('')
  if (!passed) process.exitCode = 1
  saveFigures(join(import.meta.dirname, 'results.json'), name, { thresholds, ...figures })
}
