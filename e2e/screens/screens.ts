import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type ViewportSize } from 'playwright-core'
import type { Language } from '#contract/text/messages.ts'
import { findTestBrowser } from '../../scripts/browser.ts'
import { startDemoPortal } from '../portal/demo-portal.ts'
import { writeMailScreens } from './mail-screens.ts'
import { listScreens } from './screen-list.ts'

// Writes a screenshot of every screen and mail into /screens, for a desktop and a phone,
// in light and dark, and the pictures of README.md. `npm run screens -- staff-home
// login` writes these screens only, and `npm run screens -- mails` the mails.

const folder = join(import.meta.dirname, '../../screens')
const sizes = [
  { name: 'desk', width: 1280, height: 800 },
  { name: 'phone', width: 360, height: 740 },
]

/** Screens that README.md shows, in English. */
const pictures: Record<string, string> = { 'staff-ticket': 'ticket', 'staff-home': 'home' }
const images = join(import.meta.dirname, '../../docs/images')
const names = process.argv.slice(2)

if (names.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(images, { recursive: true })
mkdirSync(folder, { recursive: true })
const portal = await startDemoPortal()
const browser = await chromium.launch({
  executablePath: await findTestBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const { name, user, path, open } of await listScreens(portal)) {
    if (names.length > 0 && !names.includes(name)) continue
    const token = typeof user === 'string' ? await portal.token(user) : user?.token
    const openPage = async (
      viewport: ViewportSize,
      theme: 'light' | 'dark',
      language: Language,
    ) => {
      const page = await browser.newPage({
        baseURL: portal.url,
        viewport,
        colorScheme: theme,
        timezoneId: 'Europe/Istanbul',
      })
      for (const [key, value] of Object.entries({ token, language }))
        if (value)
          await page.addInitScript(
            ([key, value]) => localStorage.setItem(key, JSON.stringify(value)),
            [key, value] as const,
          )
      // a stream never leaves the network idle
      await page.route('**/event?*', route => route.fulfill({ status: 204 }))
      await page.goto(path, { waitUntil: 'networkidle' })
      await open?.(page)
      return page
    }
    for (const { name: size, ...viewport } of sizes)
      for (const theme of ['light', 'dark'] as const) {
        const page = await openPage(viewport, theme, 'tr')
        await page.screenshot({
          path: join(folder, `${name}-${size}-${theme}.png`),
          fullPage: !/ticket|picker/.test(name),
        })
        await page.close()
      }
    const picture = pictures[name]
    if (picture) {
      const page = await openPage({ width: 1280, height: 720 }, 'light', 'en')
      await page.screenshot({ path: join(images, `${picture}.png`) })
      await page.close()
    }
    console.log(name)
  }
  if (names.length === 0 || names.includes('mails')) {
    const problems = await writeMailScreens(browser, folder)
    if (problems.length > 0)
      throw new Error(`The mails are not accessible:\n${problems.join('\n')}`)
  }
} finally {
  await browser.close()
  await portal.close()
}
