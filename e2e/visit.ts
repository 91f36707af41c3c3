import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { openPortal, type Portal, type Who } from './portal.ts'

export { expect }

export type Look = {
  language?: 'tr' | 'en'
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  /** What the console may say in this test, because the test is about it. */
  tolerates?: RegExp
}
export type Visit = (who: Who | { token: string } | null, path: string, look?: Look) => Promise<Page>

/** `visit` opens the portal as somebody, in a browser of their own. At the end of each test the console must have stayed quiet, and nobody else have been asked. */
export const test = base.extend<{ visit: Visit }, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture without others is written so
    async ({}, use) => {
      const portal = await openPortal()
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visit: async ({ browser, portal }, use) => {
    const contexts: BrowserContext[] = []
    const said: string[] = []
    await use(async (who, path, { language = 'tr', theme = 'light', width = 1280, height = 800, tolerates } = {}) => {
      const context = await browser.newContext({
        baseURL: portal.url,
        colorScheme: theme,
        viewport: { width, height },
        timezoneId: 'Europe/Istanbul',
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      const token = who === null ? null : typeof who === 'string' ? await portal.token(who) : who.token
      await context.addInitScript(
        ([token, language]) => {
          // Once: what the page does with them later is its own.
          if (sessionStorage.getItem('visited')) return
          sessionStorage.setItem('visited', 'yes')
          if (token) localStorage.setItem('token', JSON.stringify(token))
          localStorage.setItem('language', JSON.stringify(language))
        },
        [token, language],
      )
      const page = await context.newPage()
      page.on('console', message => {
        const text = `${message.type()}: ${message.text()}`
        if (['error', 'warning'].includes(message.type()) && !tolerates?.test(text)) said.push(text)
      })
      page.on('pageerror', error => said.push(String(error)))
      page.on('request', request => {
        const { origin, protocol } = new URL(request.url())
        const own = [portal.url, new URL(path, portal.url).origin]
        if (protocol.startsWith('http') && !own.includes(origin)) said.push(`request to elsewhere: ${request.url()}`)
      })
      await page.goto(path)
      return page
    })
    for (const context of contexts) await context.close()
    expect(said, 'what the console said').toEqual([])
  },
})
