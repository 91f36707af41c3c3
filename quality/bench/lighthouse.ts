import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'

const run = promisify(execFile)
/** Lighthouse and its hundred packages are installed on first use, apart from the project's own. */
const folder = join(import.meta.dirname, 'lighthouse')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

export const forms = ['mobile', 'desktop'] as const
export type Form = (typeof forms)[number]
/** Medians of the runs: scores from 0 to 100, times in ms. */
export type AuditResult = {
  form: Form
  performance: number
  accessibility: number
  bestPractices: number
  firstPaint: number
  largestPaint: number
  blocking: number
}

const score = z.object({ score: z.number() })
const time = z.object({ numericValue: z.number() })
const Report = z.object({
  finalDisplayedUrl: z.string(),
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score }),
  audits: z.object({
    'first-contentful-paint': time,
    'largest-contentful-paint': time,
    'total-blocking-time': time,
  }),
})

export async function audit(
  profile: string,
  url: string,
  form: Form,
  runs: number,
): Promise<AuditResult> {
  if (!existsSync(program)) await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  const port = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? ''
  const reports: z.output<typeof Report>[] = []
  const preset = form === 'desktop' ? ['--preset=desktop'] : []
  const args = [
    program,
    url,
    '--port',
    port,
    '--disable-storage-reset',
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    ...preset,
  ]
  for (let failures = 0; reports.length < runs; ) {
    const running = run(
      process.execPath,
      [...args, '--only-categories=performance,accessibility,best-practices'],
      {
        maxBuffer: 2 ** 26,
        timeout: 120_000,
      },
    )
    const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => ({
      stdout: '',
      stderr: error.stderr,
    }))
    if (stdout) reports.push(Report.parse(JSON.parse(stdout)))
    // On a busy machine Lighthouse now and then misses the
    // start of a page load and asks to be run again.
    else if (++failures > 3) throw new Error(stderr)
  }
  const redirected = reports.find(({ finalDisplayedUrl }) => finalDisplayedUrl !== url)
  if (redirected) throw new Error(`${url} redirected to ${redirected.finalDisplayedUrl}`)
  const median = (of: (report: z.output<typeof Report>) => number) =>
    reports.map(of).toSorted((a, b) => a - b)[Math.floor(reports.length / 2)] ?? Number.NaN
  return {
    form,
    performance: Math.round(median(({ categories }) => categories.performance.score) * 100),
    accessibility: Math.round(median(({ categories }) => categories.accessibility.score) * 100),
    bestPractices: Math.round(median(({ categories }) => categories['best-practices'].score) * 100),
    firstPaint: Math.round(median(({ audits }) => audits['first-contentful-paint'].numericValue)),
    largestPaint: Math.round(
      median(({ audits }) => audits['largest-contentful-paint'].numericValue),
    ),
    blocking: Math.round(median(({ audits }) => audits['total-blocking-time'].numericValue)),
  }
}
