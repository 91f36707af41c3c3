import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keep, rounded, show } from '../../scripts/figures.ts'
import { clamav } from './clamav.ts'
import { copies } from './copies.ts'
import { databaseAway, databaseFrozen, databaseStopped } from './database.ts'
import type { Drill } from './drill.ts'
import { full } from './full.ts'
import { hangUp } from './hang-up.ts'
import { kill } from './kill.ts'
import { mail } from './mail.ts'
import { makeFirst } from './portal.ts'
import { migration, together } from './start.ts'
import { bucket, files } from './storage.ts'

// `npm run drill` breaks a portal in every way we know and counts what was lost; `npm run drill -- kill` in that one way.

const drills: Record<string, Drill> = {
  kill,
  'database-away': databaseAway,
  'database-stopped': databaseStopped,
  'database-frozen': databaseFrozen,
  full,
  files,
  bucket,
  'hang-up': hangUp,
  mail,
  together,
  migration,
  copies,
  clamav,
}

/** `--short` shows within 90 seconds that all of it holds; it keeps no figures. `--report=<file>` writes how many drills passed. */
const options = process.argv.slice(2).filter(argument => argument.startsWith('--'))
const short = options.includes('--short')
const report = options.find(option => option.startsWith('--report='))?.slice('--report='.length)
const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const unknown = named.filter(name => !Object.hasOwn(drills, name))
if (unknown.length > 0) throw new Error(`There is no drill ${unknown.join(', ')}: only ${Object.keys(drills).join(', ')}.`)

await using around = new AsyncDisposableStack()
const first = await makeFirst(around)
const count = { passed: 0, failed: 0 }
for (const name of named.length > 0 ? named : Object.keys(drills)) {
  const since = performance.now()
  try {
    await using toStop = new AsyncDisposableStack()
    const { promised, figures, notTried = [] } = (await drills[name]?.({ short, first, toStop })) ?? { promised: [], figures: {} }
    const seconds = (performance.now() - since) / 1000
    console.log(`\n${name}, ${rounded(seconds)} s`)
    const held = show(promised)
    for (const what of notTried) console.log(`not tried  ${what}`)
    if (!held) count.failed++
    else if (promised.length > 0) count.passed++
    if (short) continue
    keep(join(import.meta.dirname, '../bench/drills.json'), name, {
      seconds,
      promised,
      ...(notTried.length > 0 && { notTried }),
      ...figures,
    })
  } catch (error) {
    console.error(`\n${name} broke off`, error)
    count.failed++
  }
}
if (report) writeFileSync(report, JSON.stringify(count))
console.log(`\n${count.passed} drills passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0
