import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printThresholds, roundFigure, saveFigures } from '../../scripts/figures.ts'
import { databaseAway, databaseFrozen, databaseStopped } from './database.ts'
import type { Drill } from './drill.ts'
import { instances } from './instances.ts'
import { kill } from './kill.ts'
import { mailBothWays } from './mail-both-ways.ts'
import { phones } from './phones.ts'
import { createInstallation } from './portal-process.ts'
import { concurrentStart, migration } from './start.ts'
import { together } from './together.ts'
import { uploads } from './uploads.ts'

// `npm run drill` runs every drill, `npm run drill -- kill` one
// of them. A drill breaks a running portal and counts the losses.

const drills: Record<string, Drill> = {
  kill,
  'database-away': databaseAway,
  'database-stopped': databaseStopped,
  'database-frozen': databaseFrozen,
  uploads,
  phones,
  together,
  'mail-both-ways': mailBothWays,
  'concurrent-start': concurrentStart,
  migration,
  instances,
}

/** `--short`: 2 min, judges losses but no durations, saves no figures.
 * `--report=<file>` writes the counts of passed and failed drills. */
const options = process.argv.slice(2).filter(argument => argument.startsWith('--'))
const short = options.includes('--short')
const report = options.find(option => option.startsWith('--report='))?.slice('--report='.length)
const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const unknown = named.filter(name => !Object.hasOwn(drills, name))
if (unknown.length > 0)
  throw new Error(
    `There is no drill ${unknown.join(', ')}: only ${Object.keys(drills).join(', ')}.`,
  )

await using around = new AsyncDisposableStack()
const installation = await createInstallation(around)
const count = { passed: 0, failed: [] as string[] }
for (const name of named.length > 0 ? named : Object.keys(drills)) {
  const since = performance.now()
  try {
    await using toStop = new AsyncDisposableStack()
    const {
      thresholds,
      figures,
      skipped = [],
    } = (await drills[name]?.({ short, installation, toStop })) ?? { thresholds: [], figures: {} }
    const seconds = (performance.now() - since) / 1000
    console.log(`\n${name}, ${roundFigure(seconds)} s`)
    const passed = printThresholds(thresholds, { judgeSeconds: !short })
    for (const what of skipped) console.log(`skipped  ${what}`)
    if (!passed) count.failed.push(`drill ${name}`)
    else if (thresholds.length > 0) count.passed++
    if (short) continue
    saveFigures(join(import.meta.dirname, '../bench/drills.json'), name, {
      seconds,
      thresholds,
      ...(skipped.length > 0 && { skipped }),
      ...figures,
    })
  } catch (error) {
    console.error(`\n${name} failed`, error)
    if (error instanceof SuppressedError) console.error(error.error, error.suppressed)
    count.failed.push(`drill ${name}`)
  }
}
if (report) writeFileSync(report, JSON.stringify(count))
console.log(`\n${count.passed} drills passed, ${count.failed.length} failed`)
process.exitCode = count.failed.length > 0 ? 1 : 0
