// Runs tests with the clock at other times, by libfaketime: `npm run
// clocks`, or some `npm run clocks -- leap server/home e2e/home`.
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { runCommand } from './command.ts'

const root = join(import.meta.dirname, '..')
const day = 86_400_000

/** The last two begin three minutes before a year ends in
 * UTC, and a week in Turkey, and go past that. */
const clocks: Record<string, string> = {
  year: new Date(Date.now() + 365 * day).toISOString(),
  leap: '2028-02-29T09:00:00Z',
  newYear: '2027-12-31T23:57:00Z',
  week: '2027-10-24T20:57:00Z',
}
const library = ['x86_64', 'aarch64']
  .map(cpu => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync)
if (!library) throw new Error('libfaketime is not installed (on Debian: apt-get install faketime).')

/** The browser tests whose pages depend on the date. */
const browserTestsOfDates = [
  'e2e/machines/company-machines',
  'e2e/home/',
  'e2e/tickets/live',
  'e2e/app/journey',
  'e2e/tickets/reopening',
  'e2e/tickets/tickets',
]

/** They compare with the dates of files, which have the machine's clock. */
const testsOfFileDates = ['server/platform/storage/**', 'server/files/orphans.test.ts']

const names = process.argv.slice(2).filter(argument => argument in clocks)
const files = process.argv.slice(2).filter(argument => !(argument in clocks))
const isBrowserTest = (file: string) => file.startsWith('e2e/')
const browserTests = files.length > 0 ? files.filter(isBrowserTest) : browserTestsOfDates
const otherTests = files.filter(file => !isBrowserTest(file))
const commands = [
  [
    'vitest',
    'run',
    ...['unit', 'server', 'isolated'].map(project => `--project=${project}`),
    ...otherTests,
  ],
  ['playwright', 'test', '--reporter=list', '--retries=0', ...browserTests],
].filter(
  ([program]) =>
    files.length === 0 || (program === 'vitest' ? otherTests : browserTests).length > 0,
)
const failed: string[] = []
for (const name of names.length > 0 ? names : Object.keys(clocks)) {
  console.log(`\n── ${name}: ${clocks[name]}`)
  for (const command of commands) {
    const failure = await runAt(clocks[name] as string, command)
    if (failure) failed.push(`${name} (${command[0]})`)
  }
}
console.log(`\n${failed.length > 0 ? `failed: ${failed.join(', ')}` : 'passed at each clock'}`)
process.exitCode = failed.length > 0 ? 1 : 0

/** Each command begins at the time of the clock. */
function runAt(instant: string, command: string[]) {
  const offset = Math.round((Date.parse(instant) - Date.now()) / 1_000)
  return runCommand(command, {
    cwd: root,
    env: {
      PATH: [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH].join(
        delimiter,
      ),
      LD_PRELOAD: library,
      TEST_EXCLUDE: testsOfFileDates.join(' '),
      FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_FORCE_MONOTONIC_FIX: '0', // with it the browser's threads never sleep
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'pass-clock.mjs')}`,
    },
    limit: 3_600,
    onSignal: () => process.exit(1),
  })
}
