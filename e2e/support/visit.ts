import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type DemoPortal, type DemoRole, startDemoPortal } from '../portal/demo-portal.ts'
import { countRequests } from './loaded.ts'

export { expect }

export type BrowserOptions = {
  language?: 'tr' | 'en'
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  /** a phone's screen instead of a mouse */
  touch?: boolean
  allowedConsole?: RegExp
}
export type Visit = (
  user: DemoRole | { token: string } | null,
  path: string,
  options?: BrowserOptions,
) => Promise<Page>

/** `visit` opens a page in its own browser context. A test fails on
 * unexpected console messages and on requests to other origins. */
export const test = base.extend<{ visit: Visit }, { portal: DemoPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const portal = await startDemoPortal()
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visit: async ({ browser, portal }, use) => {
    const contexts: BrowserContext[] = []
    const messages: string[] = []
    await use(
      async (
        user,
        path,
        {
          language = 'tr',
          theme = 'light',
          width = 1280,
          height = 800,
          touch = false,
          allowedConsole,
        } = {},
      ) => {
        const context = await browser.newContext({
          baseURL: portal.url,
          colorScheme: theme,
          viewport: { width, height },
          hasTouch: touch,
          isMobile: touch,
          timezoneId: 'Europe/Istanbul',
          reducedMotion: 'reduce',
          serviceWorkers: 'block', // requests through one are neither seen nor held by a test
        })
        contexts.push(context)
        const token =
          user === null ? null : typeof user === 'string' ? await portal.token(user) : user.token
        await context.addInitScript(
          ([token, language]) => {
            // Only on the first load: the page may change them later.
            if (sessionStorage.getItem('visited')) return
            sessionStorage.setItem('visited', 'yes')
            if (token) localStorage.setItem('token', JSON.stringify(token))
            localStorage.setItem('language', JSON.stringify(language))
          },
          [token, language],
        )
        const page = await context.newPage()
        countRequests(page)
        page.on('console', message => {
          const text = `${message.type()}: ${message.text()}`
          const isExpected =
            allowedConsole?.test(text) || /Service Worker registration blocked/.test(text)
          if (['error', 'warning'].includes(message.type()) && !isExpected) messages.push(text)
        })
        page.on(
          'pageerror',
          error => !allowedConsole?.test(error.message) && messages.push(String(error)),
        )
        page.on('request', request => {
          const { origin, protocol } = new URL(request.url())
          const own = [portal.url, new URL(path, portal.url).origin]
          if (protocol.startsWith('http') && !own.includes(origin))
            messages.push(`request to another origin: ${request.url()}`)
        })
        await page.goto(path)
        return page
      },
    )
    for (const context of contexts) {
      // a handler of a request that is under way when the page closes would fail
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
    expect(messages, 'console messages').toEqual([])
  },
})
