import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { routes } from '#contract/routes.ts'
import { startDemoPortal } from '../../e2e/portal/demo-portal.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { atLeast, atMost, type Threshold } from '../../scripts/figures.ts'
import { measureKeys, type Press } from './keys.ts'
import { type AuditResult, audit, forms } from './lighthouse.ts'
import { measurePhone } from './phone.ts'
import { quantile } from './quantile.ts'

const companies = 10_000
const rows = 50
const keyPasses = 5

type AuditedScreen = AuditResult & { screen: string }

/** Lighthouse scores of three screens and the waits on a telephone, which a smoke run omits, the
 * main-thread time of a page change in a long table, and how soon keys of the queue act. */
export async function measureScreens(isSmoke: boolean) {
  const portal = await startDemoPortal()
  const profile = await mkdtemp(join(tmpdir(), 'tezgah-bench-screens-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // what changes below the edge of a smaller window is not painted
      '--window-size=1400,1000',
      '--remote-debugging-port=0',
      '--disable-background-networking',
      '--disable-component-update',
    ],
    viewport: null,
  })
  try {
    const customer = portal.as('customer')
    const account = (await customer.call(routes.companies.accounts)).accounts[0]?._id ?? ''
    const { tickets } = await customer.call(routes.tickets.listOfAccount, {
      params: { company: account },
    })
    const open = tickets.find(({ status }) => status === 'open')?._id ?? ''
    const screens = [
      { screen: 'login', path: '/login', token: null },
      {
        screen: 'ticket list',
        path: `/account/${account}/tickets`,
        token: await portal.token('customer'),
      },
      {
        screen: 'ticket',
        path: `/account/${account}/tickets/${open}`,
        token: await portal.token('customer'),
      },
    ]
    const measured: AuditedScreen[] = []
    for (const { screen, path, token } of isSmoke ? [] : screens) {
      await signIn(browser, portal.url, token)
      for (const form of forms) {
        const audited = await audit(profile, portal.url + path, form, 5)
        const { performance, accessibility, bestPractices, firstPaint, largestPaint, blocking } =
          audited
        console.log(
          `${screen.padEnd(12)} ${form.padEnd(8)} performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}; ` +
            `first paint ${firstPaint} ms, largest ${largestPaint} ms, blocking ${blocking} ms`,
        )
        measured.push({ screen, ...audited })
      }
    }
    const phone = isSmoke ? [] : await measurePhone(portal)
    await signIn(browser, portal.url, await portal.token('staff'))
    const presses: Press[] = []
    for (let pass = 0; pass < (isSmoke ? 1 : keyPasses); pass++)
      presses.push(...(await measureKeys(await newDesktopPage(browser), portal.url, 2)))
    const keys = {
      answering: byKey(presses.filter(({ isDialog }) => !isDialog)),
      dialogs: byKey(presses.filter(({ isDialog }) => isDialog)),
    }
    console.log('median and longest time to the next paint by key, ms:', keys)
    const admin = portal.as('admin')
    const many = isSmoke ? 60 : companies
    for (let i = 0; i < many; i += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, j) =>
          admin.call(routes.companies.create, { body: { name: `Firma ${i + j} Makina Sanayi` } }),
        ),
      )
    await signIn(browser, portal.url, await portal.token('admin'))
    const pageChange = await measurePageChanges(
      await newDesktopPage(browser),
      `${portal.url}/admin/companies?size=${rows}`,
      isSmoke ? 1 : 15,
    )
    return {
      thresholds: [...thresholdsOf(measured, many, pageChange, keys), ...phone],
      figures: { measured, keys },
    }
  } finally {
    await browser.close()
    await portal.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function signIn(browser: BrowserContext, url: string, token: string | null) {
  const page = await browser.newPage()
  await page.goto(`${url}/404`)
  await page.evaluate(
    value => (value ? localStorage.setItem('token', JSON.stringify(value)) : localStorage.clear()),
    token,
  )
  await page.close()
}

/** Without a size, the window of a loaded machine is narrow at times, and its lists are cards. */
async function newDesktopPage(browser: BrowserContext) {
  const page = await browser.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  return page
}

/** Median main-thread time in ms from the click on the next page until its rows are rendered. */
async function measurePageChanges(page: Page, url: string, times: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const taskTime = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(
      ({ name }) => name === 'TaskDuration',
    )?.value ?? 0
  // a stream never leaves the network idle
  await page.route('**/event?*', route => route.fulfill({ status: 204 }))
  await page.goto(url, { waitUntil: 'networkidle' })
  const pageChanges: number[] = []
  const name = page.getByRole('rowheader').first()
  for (let i = 0; i < times; i++) {
    const first = await name.textContent()
    const before = await taskTime()
    await page.getByRole('button', { name: 'Sonraki sayfa' }).dispatchEvent('click')
    while ((await name.textContent()) === first) await pause(20)
    await page.waitForLoadState('networkidle')
    pageChanges.push(((await taskTime()) - before) * 1000)
  }
  await page.close()
  return pageChanges.toSorted((a, b) => a - b)[times >> 1] ?? Number.NaN
}

function thresholdsOf(
  measured: AuditedScreen[],
  many: number,
  pageChange: number,
  keys: Record<'answering' | 'dialogs', KeyTimes>,
): Threshold[] {
  const minimum = { mobile: 95, desktop: 99 }
  const marks = measured.flatMap(({ screen, form, performance, accessibility, bestPractices }) =>
    (
      [
        ['performance', minimum[form], performance],
        ['accessibility', 100, accessibility],
        ['best practices', 100, bestPractices],
      ] as const
    ).map(([what, limit, seen]) => atLeast(limit, `${screen}, ${form}: Lighthouse ${what}`, seen)),
  )
  const promise = `company table, ${many.toLocaleString('en')} companies, ${rows} a page: main-thread time per page change, ms`
  return [
    ...marks,
    atMost(100, promise, pageChange),
    atMostKey(100, 'in the queue', keys.answering),
    // showModal() alone makes the whole page inert and takes most of it (record 0006)
    atMostKey(150, 'that opens or closes a dialog over the queue', keys.dialogs),
  ]
}

type KeyTimes = Record<string, { median: number; longest: number }>

const byKey = (presses: Press[]): KeyTimes =>
  Object.fromEntries(
    Object.entries(Object.groupBy(presses, ({ key }) => key)).map(([key, all = []]) => {
      const durations = all.map(({ duration }) => duration).toSorted((a, b) => a - b)
      return [key, { median: quantile(durations, 0.5), longest: quantile(durations, 1) }]
    }),
  )

function atMostKey(limit: number, which: string, times: KeyTimes) {
  const [key, { median }] = Object.entries(times).reduce((a, b) =>
    b[1].median > a[1].median ? b : a,
  )
  return atMost(
    limit,
    `slowest key ${which}, ${key}: median to the next paint at a quarter of the speed, ms`,
    median,
  )
}
