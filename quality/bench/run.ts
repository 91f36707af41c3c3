import { join } from 'node:path'
import { keep, type Promised, show } from '../../scripts/figures.ts'
import { measureAttacks } from './attacks.ts'
import { measureBackup } from './backup.ts'
import { measureGrowth } from './growth.ts'
import { measureLive } from './live.ts'
import { measureMemory } from './memory.ts'
import { measureRequests } from './requests.ts'
import { measureScreens } from './screens.ts'
import { measureSearches } from './searches.ts'

// `npm run bench` measures all of it; `npm run bench -- screens` only that part, and leaves the other figures as they are.

/** One part of the benchmark: what was promised, and its figures. */
type Part = (quick: boolean) => Promise<{ promised: Promised[]; figures?: object }>

const parts: Record<string, Part> = {
  requests: measureRequests,
  growth: measureGrowth,
  searches: measureSearches,
  memory: measureMemory,
  live: measureLive,
  attacks: measureAttacks,
  screens: measureScreens,
  backup: measureBackup,
}

/** `--quick` shows within a minute that all of it works; its figures say little, so it keeps none and fails for none. */
const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter(argument => argument !== '--quick')
const unknown = named.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: only ${Object.keys(parts).join(', ')}.`)

for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const { promised, figures } = (await parts[name]?.(quick)) ?? { promised: [] }
  console.log('')
  const held = show(promised)
  console.log('')
  if (quick) continue
  if (!held) process.exitCode = 1
  keep(join(import.meta.dirname, 'results.json'), name, { promised, ...figures })
}
