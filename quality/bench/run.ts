import { join } from 'node:path'
import { type PromiseCheck, printChecks, saveFigures } from '../../scripts/figures.ts'
import { measureAttacks } from './attacks.ts'
import { measureBackup } from './backup.ts'
import { measureDay } from './day.ts'
import { measureGrowth } from './growth.ts'
import { measureLive } from './live.ts'
import { measureMemory } from './memory.ts'
import { measureRequests } from './requests.ts'
import { measureScreens } from './screens.ts'
import { measureSearches } from './searches.ts'

// `npm run bench` measures all of it; `npm run bench -- screens` only that part, and leaves the other figures as they are.

type Part = (quick: boolean) => Promise<{ promised: PromiseCheck[]; figures?: object }>

const parts: Record<string, Part> = {
  requests: measureRequests,
  growth: measureGrowth,
  searches: measureSearches,
  memory: measureMemory,
  day: measureDay,
  live: measureLive,
  attacks: measureAttacks,
  screens: measureScreens,
  backup: measureBackup,
}

/** `--quick` checks within a minute that every part works; its figures mean little, so none is saved and none fails the run. */
const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter(argument => argument !== '--quick')
const unknown = named.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: only ${Object.keys(parts).join(', ')}.`)

for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const { promised, figures } = (await parts[name]?.(quick)) ?? { promised: [] }
  console.log('')
  const held = printChecks(promised)
  console.log('')
  if (quick) continue
  if (!held) process.exitCode = 1
  saveFigures(join(import.meta.dirname, 'results.json'), name, { promised, ...figures })
}
