import { relative, resolve } from 'node:path'
import { z } from 'zod'

/** The tests of a check by outcome. An entry is `file:line ›
 * title`, its file relative to the repository. */
export type TestReport = { passed: number; failed: string[]; unstable: string[]; skipped: string[] }

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
})

/** @param report what vitest's JSON reporter writes. A file
 * that fails outside its tests counts as one failed test. */
export function readVitestReport(report: unknown, root: string): TestReport {
  const result: TestReport = { passed: 0, failed: [], unstable: [], skipped: [] }
  for (const { name, status, message, assertionResults } of VitestReport.parse(report)
    .testResults) {
    const file = relative(root, name)
    const failed = assertionResults.filter(test => test.status === 'failed')
    result.passed += assertionResults.filter(test => test.status === 'passed').length
    result.skipped.push(
      ...assertionResults
        .filter(test => test.status === 'skipped' || test.status === 'pending')
        .map(titleIn(file)),
    )
    result.failed.push(
      ...failed.map(test =>
        titleIn(`${file}${lineIn(file, test.failureMessages?.join('\n') ?? '')}`)(test),
      ),
    )
    if (status === 'failed' && failed.length === 0)
      result.failed.push(`${file} › ${(message ?? '').split('\n')[0]}`)
  }
  return result
}

const titleIn =
  (location: string) =>
  ({ fullName }: { fullName: string }) =>
    `${location} › ${fullName}`

/** The line at which the test's own file appears first in the stack traces. */
function lineIn(file: string, stack: string) {
  const at = stack.indexOf(`${file}:`)
  return at < 0 ? '' : (/^:\d+/.exec(stack.slice(at + file.length))?.[0] ?? '')
}

const Location = z.object({ file: z.string(), line: z.number() })
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({ error: z.optional(z.object({ location: z.optional(Location) })) }),
      ),
    }),
  ),
})
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.optional(z.array(Suite))
  },
})
const PlaywrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.optional(z.string()), location: z.optional(Location) })),
})

/** @param report what Playwright's JSON reporter writes. A
 * test that passed only at a second attempt is unstable. */
export function readPlaywrightReport(report: unknown, root: string): TestReport {
  const { config, suites, errors } = PlaywrightReport.parse(report)
  const result: TestReport = { passed: 0, failed: [], unstable: [], skipped: [] }
  const at = (file: string, line: number) =>
    `${relative(root, resolve(config.rootDir, file))}:${line}`
  const specsOf = (suite: z.infer<typeof Suite>): z.infer<typeof Spec>[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  for (const { title, file, line, tests } of suites.flatMap(specsOf))
    for (const { status, results } of tests) {
      const location = results.find(({ error }) => error?.location)?.error?.location
      const entry = `${location ? at(location.file, location.line) : at(file, line)} › ${title}`
      if (status === 'expected') result.passed++
      else if (status === 'flaky') result.unstable.push(entry)
      else if (status === 'skipped') result.skipped.push(entry)
      else result.failed.push(entry)
    }
  for (const { message = '', location } of errors)
    result.failed.push(
      `${location ? `${at(location.file, location.line)} › ` : ''}${message.split('\n')[0]}`,
    )
  return result
}
