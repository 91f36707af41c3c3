import { describe, expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './reports.ts'

const root = '/clone'

describe('the report of vitest', () => {
  const read = (result: object) =>
    readVitestReport(
      { testResults: [{ name: '/clone/server/a.test.ts', status: 'passed', ...result }] },
      root,
    )
  const of = (status: string, failureMessages: string[] = []) => ({
    fullName: 'a ticket is opened',
    status,
    failureMessages,
  })

  test('names each failed test with the line of its own file, however deep it is in the stack', () => {
    const stack =
      'AssertionError: expected 1 to be 2\n    at expectSame (/clone/server/testing/rows.ts:7:3)\n    at /clone/server/a.test.ts:41:9'
    expect(
      read({ status: 'failed', assertionResults: [of('passed'), of('failed', [stack])] }),
    ).toEqual({
      passed: 1,
      failed: ['server/a.test.ts:41 › a ticket is opened'],
      unstable: [],
      skipped: [],
    })
  })

  test('counts a file that cannot be loaded as a failure', () => {
    const { failed } = read({
      status: 'failed',
      message: 'SyntaxError: bad\n at',
      assertionResults: [],
    })
    expect(failed).toEqual(['server/a.test.ts › SyntaxError: bad'])
  })

  test('names skipped tests, which are neither passed nor failed', () => {
    const { passed, failed, skipped } = read({ assertionResults: [of('skipped'), of('pending')] })
    expect([passed, failed, skipped]).toEqual([
      0,
      [],
      Array(2).fill('server/a.test.ts › a ticket is opened'),
    ])
  })
})

test('the report of Playwright has each test by its outcome, at the line that failed', () => {
  const error = {
    message: 'Error: not visible',
    location: { file: '/clone/e2e/support/visit.ts', line: 9 },
  }
  const spec = (status: string, ...results: object[]) => ({
    title: status,
    file: 'home.test.ts',
    line: 3,
    tests: [{ status, results }],
  })
  const nested = { specs: [spec('flaky', { error }, {}), spec('skipped')] }
  const report = {
    config: { rootDir: '/clone/e2e' },
    suites: [
      { specs: [spec('expected', {}), spec('unexpected', { error }, { error })], suites: [nested] },
    ],
    errors: [{ message: 'Error: the web is not built\n    at' }],
  }
  expect(readPlaywrightReport(report, root)).toEqual({
    passed: 1,
    failed: ['e2e/support/visit.ts:9 › unexpected', 'Error: the web is not built'],
    unstable: ['e2e/support/visit.ts:9 › flaky'],
    skipped: ['e2e/home.test.ts:3 › skipped'],
  })
})
