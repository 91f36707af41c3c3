import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
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
}

/** `--short` shows within 90 seconds that all of it holds; it keeps no figures. `--report=<file>` writes how many drills passed. */
const options = process.argv.slice(2).filter(argument => argument.startsWith('--'))
const short = options.includes('--short')
const report = options.find(option => option.startsWith('--report='))?.slice('--report='.length)
const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const unknown = named.filter(name => !Object.hasOwn(drills, name))
if (unknown.length > 0) throw new Error(`There is no drill ${unknown.join(', ')}: only ${Object.keys(drills).join(', ')}.`)

const file = join(import.meta.dirname, '../bench/drills.json')
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const machine = {
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${type()} ${release()}`,
  node: process.version,
}

await using around = new AsyncDisposableStack()
const first = await makeFirst(around)
const count = { passed: 0, failed: 0 }
for (const name of named.length > 0 ? named : Object.keys(drills)) {
  const since = performance.now()
  try {
    await using toStop = new AsyncDisposableStack()
    const { promised, figures, notTried = [] } = (await drills[name]?.({ short, first, toStop })) ?? { promised: [], figures: {} }
    const seconds = (performance.now() - since) / 1000
    console.log(`\n${name}, ${round(seconds)} s`)
    for (const { promise, limit, seen, held } of promised)
      console.log(`${held ? 'held  ' : 'BROKEN'}  ${promise}: ${round(seen)} (limit ${limit})`)
    for (const what of notTried) console.log(`not tried  ${what}`)
    if (promised.some(({ held }) => !held)) count.failed++
    else if (promised.length > 0) count.passed++
    if (short) continue
    results[name] = { date: new Date().toISOString(), machine, seconds, promised, ...(notTried.length > 0 && { notTried }), ...figures }
    writeFileSync(file, `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? round(value) : value), 2)}\n`)
  } catch (error) {
    console.error(`\n${name} broke off`, error)
    count.failed++
  }
}
if (report) writeFileSync(report, JSON.stringify(count))
console.log(`\n${count.passed} drills passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0

/** Three digits say enough. */
function round(value: number) {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3))
}
