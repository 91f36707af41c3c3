// Runs every check in sequence, also after a failure. The last line is the count of passed and failed tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'

type Count = { passed: number; failed: number }
type Check = { name: string; command: string[]; count?: (report: unknown) => Count; slow?: boolean }

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'tezgah-checks-'))
const checkTimeout = 45 * 60_000
const colorOption = process.stdout.isTTY ? [] : ['--colors=off']

const checks: Check[] = [
  { name: 'formatting and lint', command: ['biome', 'ci', '--error-on-warnings', ...colorOption, '.'] },
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'types of the web', command: ['tsc', '--project', 'web'] },
  { name: 'types of the service worker', command: ['tsc', '--project', 'web/worker'] },
  { name: 'types of the browser tests', command: ['tsc', '--project', 'e2e'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'types of the tables', command: ['node', 'scripts/schema.ts', '--check'] },
  { name: 'configuration page', command: ['node', 'scripts/configuration.ts', '--check'] },
  {
    name: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('tests')}`],
    count: vitest,
  },
  { name: 'browser tests', command: ['playwright', 'test', '--reporter=list,json'], count: playwright, slow: true },
  {
    name: 'drills',
    command: ['node', 'quality/drills/run.ts', '--short', `--report=${report('drills')}`],
    count: report => z.object({ passed: z.number(), failed: z.number() }).parse(report),
    slow: true,
  },
  { name: 'fuzzing', command: ['node', 'quality/fuzz/run.ts', '--short'], slow: true },
  // The benchmark reads the memory of processes from /proc.
  ...(process.platform === 'linux' ? [{ name: 'benchmark', command: ['node', 'quality/bench/run.ts', '--smoke'], slow: true }] : []),
  { name: 'budgets', command: ['node', 'scripts/budgets.ts'], slow: true },
]

/** The stems of browser tests that are named after a page rather than after their feature. */
const browserTests: Record<string, string[]> = {
  identity: ['activation', 'guards', 'language', 'login', 'reauthentication', 'second-factor', 'security'],
  people: ['inviting', 'team', 'users'],
  vendors: ['mail-sender', 'platform-administrator', 'reopening'],
  machines: ['catalogue'],
  files: ['scans'],
  notifications: ['installed-app'],
  'mail-in': ['received-mails'],
}

/** `npm test -- tickets` runs the tests in the folders and files of these features only. */
const features = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const selected = features.length > 0 ? ofFeatures(features) : process.argv.includes('--fast') ? checks.filter(({ slow }) => !slow) : checks
const total = { passed: 0, failed: 0 }
const unstableLimit = 3
let unstable = 0
const times: string[] = []
let interrupted = false

for (const check of selected) {
  if (interrupted) break
  console.log(`\n── ${check.name}: ${check.command.slice(0, 2).join(' ')}`)
  const start = performance.now()
  const { passed, failed } = await run(check)
  times.push(`${((performance.now() - start) / 1000).toFixed(1).padStart(8)} s  ${check.name}`)
  total.passed += passed
  total.failed += failed
}
if (total.passed + total.failed === 0) {
  console.log(`✗ no test is named after ${features.join(', ')}`)
  total.failed = 1
}
rmSync(reports, { recursive: true, force: true })
if (unstable > 0) console.log(`\n${unstable} unstable: browser tests that passed only at their second attempt (limit ${unstableLimit})`)
console.log(`\n${times.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function run({ name, command: [program = '', ...args], count }: Check): Promise<Count> {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: checkTimeout,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report('browser tests'),
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    },
  })
  const stop = (signal: NodeJS.Signals) => {
    interrupted = true
    child.kill(signal)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const [code] = await once(child, 'close').catch(error => [String(error)])
  process.off('SIGINT', stop).off('SIGTERM', stop)
  const succeeded = code === 0
  if (!succeeded) console.log(`✗ ${name} failed (${code ?? 'terminated by a signal'})`)
  if (!count) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const counted = existsSync(report(name)) ? count(JSON.parse(readFileSync(report(name), 'utf8'))) : { passed: 0, failed: 0 }
  if (features.length > 0 && code === 0) return counted
  if (counted.passed + counted.failed === 0) console.log(`✗ ${name}: no test ran`)
  // A report without tests is a failure, and so is an exit code that no failed test explains.
  const unexplained = counted.failed === 0 && (!succeeded || counted.passed === 0)
  return { passed: counted.passed, failed: counted.failed + (unexplained ? 1 : 0) }
}

function report(name: string) {
  return join(reports, `${name}.json`)
}

function vitest(result: unknown): Count {
  const { numPassedTests, numFailedTests } = z.object({ numPassedTests: z.number(), numFailedTests: z.number() }).parse(result)
  return { passed: numPassedTests, failed: numFailedTests }
}

/** Counts tests that passed only at their second attempt as unstable: a few are reported, more fail the run. */
function playwright(result: unknown): Count {
  const { stats } = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) }).parse(result)
  unstable += stats.flaky
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + (stats.flaky > unstableLimit ? 1 : 0) }
}

/** A browser test's file has the feature's name in the singular or plural (`ticket-page`, `tickets`), or is in `browserTests`. */
function ofFeatures(names: string[]): Check[] {
  const stems = names.flatMap(name => [name.replace(/(ies|s)$/, ''), ...(browserTests[name] ?? [])]).map(stem => `e2e/.*${stem}`)
  return checks.flatMap(check => {
    if (check.name === 'tests') return [{ ...check, command: [...check.command, '--passWithNoTests', ...names] }]
    if (check.name === 'browser tests') return [{ ...check, command: [...check.command, '--pass-with-no-tests', ...stems] }]
    return []
  })
}
