// Runs checks in sequence. The last line is the count of passed and failed tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import { runCommand } from './command.ts'
import { readPlaywrightReport, readVitestReport, type TestReport } from './reports.ts'

/** `limit`: s, about three times what the check takes on two idle cores. */
type Check = {
  name: string
  command: string[]
  limit: number
  count?: (report: unknown) => TestReport
}

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'tezgah-checks-'))
const colorOption = process.stdout.isTTY ? [] : ['--colors=off']
const unstableLimit = 3

/** Of the source and the build, without a test: where one fails, the tests do not run. */
const cheap: Check[] = [
  {
    name: 'formatting and lint',
    command: ['biome', 'ci', '--error-on-warnings', ...colorOption, '.'],
    limit: 30,
  },
  { name: 'types', command: ['tsc', '--project', '.'], limit: 60 },
  { name: 'types of the web', command: ['tsc', '--project', 'web'], limit: 60 },
  { name: 'types of the service worker', command: ['tsc', '--project', 'web/worker'], limit: 60 },
  { name: 'types of the browser tests', command: ['tsc', '--project', 'e2e'], limit: 60 },
  { name: 'dead code', command: ['knip'], limit: 60 },
  { name: 'types of the tables', command: ['node', 'scripts/schema.ts', '--check'], limit: 60 },
  {
    name: 'configuration page',
    command: ['node', 'scripts/configuration.ts', '--check'],
    limit: 30,
  },
  { name: 'budgets', command: ['node', 'scripts/budgets.ts'], limit: 30 },
]
const vitest = (name: string, limit: number, ...projects: string[]): Check => ({
  name,
  command: [
    ...[
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report(name)}`,
    ],
    ...projects.map(project => `--project=${project}`),
  ],
  limit,
  count: result => readVitestReport(result, root),
})
const browserTests: Check = {
  name: 'browser tests',
  command: ['playwright', 'test', '--reporter=list,json'],
  limit: 3_000,
  count: result => readPlaywrightReport(result, root),
}
/** `npm test`, after the cheap checks. */
const everyChange: Check[] = [vitest('tests', 2_000, 'unit', 'server', 'isolated'), browserTests]
/** `npm run soak`: what takes long and seldom fails, for a release and a larger change. */
const soak: Check[] = [
  vitest('slow tests', 1_200, 'soak'),
  {
    name: 'drills',
    command: ['node', 'quality/drills/run.ts', '--short', `--report=${report('drills')}`],
    limit: 480,
    count: result => ({
      ...z.object({ passed: z.number(), failed: z.array(z.string()) }).parse(result),
      unstable: [],
      skipped: [],
    }),
  },
  // The benchmark reads the memory of processes from /proc.
  ...(process.platform === 'linux'
    ? [{ name: 'benchmark', command: ['node', 'quality/bench/run.ts', '--smoke'], limit: 300 }]
    : []),
]

const env = {
  PATH: [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    delimiter,
  ),
  PLAYWRIGHT_JSON_OUTPUT_FILE: report('browser tests'),
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
}
const total: TestReport = { passed: 0, failed: [], unstable: [], skipped: [] }
const times: string[] = []
let interrupted = false

/** `npm test -- tickets` runs the tests in the folders and files of these features only. */
const features = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
if (features.length > 0) {
  await runAll(ofFeatures(features))
  if (total.passed + total.failed.length === 0)
    total.failed.push(`no test is named after ${features.join(', ')}`)
} else if (process.argv.includes('--soak')) await runAll(soak)
else {
  await runAll(cheap)
  if (total.failed.length === 0)
    await runAll(process.argv.includes('--fast') ? everyChange.slice(0, 1) : everyChange)
}
rmSync(reports, { recursive: true, force: true })

if (total.unstable.length > unstableLimit)
  total.failed.push(`${total.unstable.length} unstable tests (limit ${unstableLimit})`)
total.passed += total.unstable.length
printEach('skipped', total.skipped)
printEach('unstable: passed only at the second attempt', total.unstable)
printEach('failed', total.failed)
console.log(`\n${times.join('\n')}\n\n${total.passed} passed, ${total.failed.length} failed`)
process.exitCode = total.failed.length > 0 ? 1 : 0

function printEach(title: string, entries: string[]) {
  if (entries.length > 0)
    console.log(`\n${entries.length} ${title}\n${entries.map(entry => `  ${entry}`).join('\n')}`)
}

async function runAll(checks: Check[]) {
  for (const check of checks) {
    if (interrupted) return
    console.log(`\n── ${check.name}: ${check.command.slice(0, 2).join(' ')}`)
    const start = performance.now()
    const failure = await runCommand(check.command, {
      cwd: root,
      env,
      limit: check.limit,
      onSignal: () => (interrupted = true),
    })
    times.push(`${((performance.now() - start) / 1000).toFixed(1).padStart(8)} s  ${check.name}`)
    const { passed, failed, unstable, skipped } = outcomeOf(
      check,
      failure && `${check.name}: ${failure}`,
    )
    total.passed += passed
    total.failed.push(...failed)
    total.unstable.push(...unstable)
    total.skipped.push(...skipped)
  }
}

/** An exit code that no failed test explains is a failure, and so is a report without tests. */
function outcomeOf({ name, count }: Check, failure: string | null): TestReport {
  if (!count)
    return { passed: failure ? 0 : 1, failed: failure ? [failure] : [], unstable: [], skipped: [] }
  if (!existsSync(report(name)))
    return { passed: 0, failed: [failure ?? `${name}: no report`], unstable: [], skipped: [] }
  const counted = count(JSON.parse(readFileSync(report(name), 'utf8')))
  const tests = counted.passed + counted.failed.length + counted.unstable.length
  if (tests === 0 && features.length === 0) counted.failed.push(`${name}: no test ran`)
  else if (failure && (counted.failed.length === 0 || failure.includes('not complete')))
    counted.failed.push(failure)
  return counted
}

function report(name: string) {
  return join(reports, `${name}.json`)
}

function ofFeatures(names: string[]): Check[] {
  const folders = names.map(name => `e2e/${name}/`)
  const featureTests = vitest('tests', 2_000)
  return [
    { ...featureTests, command: [...featureTests.command, '--passWithNoTests', ...names] },
    { ...browserTests, command: [...browserTests.command, '--pass-with-no-tests', ...folders] },
  ]
}
