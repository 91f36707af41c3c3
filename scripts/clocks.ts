// Runs tests with the clock at other times, by libfaketime: `npm run clocks`, or `npm run clocks -- leap server/home` for some of both.
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { runCommand } from './command.ts'

const root = join(import.meta.dirname, '..')
const day = 86_400_000

/** The last two begin three minutes before a year ends in UTC, and a week in Turkey, and go past that. */
const clocks: Record<string, string> = {
  year: new Date(Date.now() + 365 * day).toISOString(),
  leap: '2028-02-29T09:00:00Z',
  newYear: '2027-12-31T23:57:00Z',
  week: '2027-10-24T20:57:00Z',
}
const library = ['x86_64', 'aarch64'].map(cpu => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`).find(existsSync)
if (!library) throw new Error('libfaketime is not installed (on Debian: apt-get install faketime).')

const names = process.argv.slice(2).filter(argument => argument in clocks)
const files = process.argv.slice(2).filter(argument => !(argument in clocks))
const failed: string[] = []
for (const name of names.length > 0 ? names : Object.keys(clocks)) {
  const offset = Math.round((Date.parse(clocks[name] as string) - Date.now()) / 1_000)
  console.log(`\n── ${name}: ${clocks[name]}`)
  const failure = await runCommand(['vitest', 'run', '--project=unit', '--project=server', '--project=isolated', ...files], {
    cwd: root,
    env: {
      PATH: [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      LD_PRELOAD: library,
      FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'pass-clock.mjs')}`,
    },
    limit: 3_600,
    onSignal: () => process.exit(1),
  })
  if (failure) failed.push(name)
}
console.log(`\n${failed.length > 0 ? `failed: ${failed.join(', ')}` : 'passed at each clock'}`)
process.exitCode = failed.length > 0 ? 1 : 0
