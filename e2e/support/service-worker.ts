import { type Browser, type BrowserContext, expect, type Worker } from '@playwright/test'
import type { DemoPortal } from '../portal/demo-portal.ts'

/** The portal installs its worker this long after its first page, in ms. */
export const workerDelay = 5_000

/** A browser of a user in which the portal may install its service worker. */
export async function openBrowser(browser: Browser, portal: DemoPortal, baseURL = portal.url) {
  const context = await browser.newContext({
    baseURL,
    permissions: ['notifications'],
    reducedMotion: 'reduce',
  })
  const token = await portal.token('customer')
  await context.addInitScript(token => localStorage.setItem('token', JSON.stringify(token)), token)
  return context
}

/** Opens a page and waits until the service worker has stored the shell and controls the page. */
export async function installWorker(context: BrowserContext, path = '/') {
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.fastForward(workerDelay)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 30_000,
  })
  return { page, worker: context.serviceWorkers()[0] as Worker }
}
