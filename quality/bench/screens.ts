import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { routes } from '#contract/routes.ts'
import { openPortal } from '../../e2e/portal.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { atLeast, atMost, type Promised } from '../../scripts/figures.ts'
import { type Audited, audit, forms } from './lighthouse.ts'

const companies = 10_000
/** More rows than this a page cannot have. */
const rows = 50

type Screen = Audited & { screen: string }

/** What the screens cost the one who looks at them: Lighthouse's marks, and what turning a page of a long table takes. */
export async function measureScreens(quick: boolean) {
  const portal = await openPortal()
  const profile = await mkdtemp(join(tmpdir(), 'tezgah-bench-screens-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', '--disable-background-networking', '--disable-component-update'],
    viewport: null,
  })
  try {
    const customer = portal.as('customer')
    const account = (await customer.call(routes.companies.accounts)).accounts[0]?._id ?? ''
    const { tickets } = await customer.call(routes.tickets.listOfAccount, { params: { company: account } })
    const open = tickets.find(({ status }) => status === 'open')?._id ?? ''
    const places = [
      { screen: 'login', path: '/login', token: null },
      { screen: 'ticket list', path: `/account/${account}/tickets`, token: await portal.token('customer') },
      { screen: 'ticket', path: `/account/${account}/tickets/${open}`, token: await portal.token('customer') },
    ]
    const measured: Screen[] = []
    for (const { screen, path, token } of quick ? places.slice(0, 1) : places) {
      await signIn(browser, portal.url, token)
      for (const form of forms) {
        const audited = await audit(profile, portal.url + path, form, quick ? 1 : 5)
        const { performance, accessibility, bestPractices, firstPaint, largestPaint, blocking } = audited
        console.log(
          `${screen.padEnd(12)} ${form.padEnd(8)} performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}; ` +
            `first paint ${firstPaint} ms, largest ${largestPaint} ms, blocking ${blocking} ms`,
        )
        measured.push({ screen, ...audited })
      }
    }
    const admin = portal.as('admin')
    const many = quick ? 200 : companies
    for (let i = 0; i < many; i += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, j) => admin.call(routes.companies.create, { body: { name: `Firma ${i + j} Makina Sanayi` } })),
      )
    await signIn(browser, portal.url, await portal.token('admin'))
    const turn = await turnPages(await browser.newPage(), `${portal.url}/admin/companies?size=${rows}`, quick ? 3 : 15)
    return { promised: promises(measured, many, turn), figures: { measured } }
  } finally {
    await browser.close()
    await portal.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function signIn(browser: BrowserContext, url: string, token: string | null) {
  const page = await browser.newPage()
  await page.goto(`${url}/404`)
  await page.evaluate(value => (value ? localStorage.setItem('token', JSON.stringify(value)) : localStorage.clear()), token)
  await page.close()
}

/** The median of what the page's own thread works when the next page of a table is asked for, until its rows stand there; milliseconds. */
async function turnPages(page: Page, url: string, times: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const worked = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  await page.goto(url, { waitUntil: 'networkidle' })
  const turns: number[] = []
  const name = page.getByRole('rowheader').first()
  for (let turn = 0; turn < times; turn++) {
    const first = await name.textContent()
    const before = await worked()
    await page.getByRole('button', { name: 'Sonraki sayfa' }).dispatchEvent('click')
    while ((await name.textContent()) === first) await pause(20)
    await page.waitForLoadState('networkidle')
    turns.push(((await worked()) - before) * 1000)
  }
  await page.close()
  return turns.toSorted((a, b) => a - b)[times >> 1] ?? Number.NaN
}

function promises(measured: Screen[], many: number, turn: number): Promised[] {
  const least = { mobile: 95, desktop: 99 }
  const marks = measured.flatMap(({ screen, form, performance, accessibility, bestPractices }) =>
    (
      [
        ['performance', least[form], performance],
        ['accessibility', 100, accessibility],
        ['best practices', 100, bestPractices],
      ] as const
    ).map(([what, limit, seen]) => atLeast(limit, `${screen}, ${form}: Lighthouse ${what}`, seen)),
  )
  const promise = `company table, ${many.toLocaleString('en')} companies, ${rows} a page: main-thread work of turning it, ms`
  return [...marks, atMost(100, promise, turn)]
}
