import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { freePort } from '#testing/servers/ports.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { atMost } from '../../scripts/figures.ts'

const root = join(import.meta.dirname, '../..')
/** A copy of the sources inside of the checkout, from which Node finds the packages. */
const copy = join(root, 'data/bench-dev')
const sources = [
  'contract',
  'server',
  'web',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** `npm run dev`: its warm start, and the time until a
 * changed component and a changed server file take effect. */
export async function measureDev(isSmoke: boolean) {
  const rounds = isSmoke ? 1 : 7
  await using toStop = new AsyncDisposableStack()
  toStop.defer(() => rmSync(copy, { recursive: true, force: true }))
  rmSync(copy, { recursive: true, force: true })
  for (const name of sources)
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: path => !path.endsWith('/dist'),
    })
  await (await startDev(toStop)).stop() // creates the sample data and Vite's bundles of packages
  const { url, seconds } = await startDev(toStop)
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  toStop.defer(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`${url}/login`)
  await page.locator('h1').waitFor()
  const component: number[] = []
  const server: number[] = []
  for (let round = 1; round <= rounds; round++) {
    component.push(await timeOfComponent(page, round))
    server.push(await timeOfServerFile(url, round))
  }
  return {
    thresholds: [
      atMost(5, 'npm run dev: until the page and the server answer after a warm start, s', seconds),
      atMost(
        300,
        'npm run dev: until a changed component is on the screen, median, ms',
        median(component),
      ),
      atMost(
        2_000,
        'npm run dev: until a changed file of the server takes effect, median, ms',
        median(server),
      ),
    ],
    figures: { component, server },
  }
}

async function startDev(toStop: AsyncDisposableStack) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const since = performance.now()
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: join(copy, 'demo') },
  })
  const stop = () => end(child)
  toStop.defer(stop)
  for (const path of ['/login', '/readyz'])
    while ((await statusOf(url + path)) !== 200) await untilNext(child)
  return { url, stop, seconds: (performance.now() - since) / 1000 }
}

async function untilNext(child: ChildProcess) {
  if (child.exitCode !== null) throw new Error(`npm run dev ended (${child.exitCode})`)
  await pause(25)
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

async function timeOfComponent(page: Page, round: number) {
  const shown = page.locator(`h1[data-round="${round}"]`).waitFor({ state: 'attached' })
  const since = performance.now()
  edit('web/src/ui/layout/Page.tsx', /<h1( data-round="\d+")?/, `<h1 data-round="${round}"`)
  await shown
  return performance.now() - since
}

async function timeOfServerFile(url: string, round: number) {
  const since = performance.now()
  edit('server/platform/observability/health.ts', /status: 'up[^']*'/, `status: 'up ${round}'`)
  while (!(await bodyOf(`${url}/healthz`)).includes(`up ${round}`)) await pause(10)
  return performance.now() - since
}

const bodyOf = (url: string) =>
  fetch(url).then(
    response => response.text(),
    () => '',
  )

function edit(file: string, before: RegExp, after: string) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (!before.test(text)) throw new Error(`${file} has no ${before}`)
  writeFileSync(path, text.replace(before, after))
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
