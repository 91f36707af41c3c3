import type { Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'

type Requests = { started: number; pending: number }
const requestsOf = new WeakMap<Page, Requests>()

/** The stream of events stays open. */
const isStream = (request: Request) => /\/event\?/.test(request.url())

/** Counts the requests of a page, before its first one. */
export function countRequests(page: Page) {
  const requests: Requests = { started: 0, pending: 0 }
  requestsOf.set(page, requests)
  const end = (request: Request) => !isStream(request) && requests.pending--
  page
    .on('request', request => {
      if (isStream(request)) return
      requests.started++
      requests.pending++
    })
    .on('requestfinished', end)
    .on('requestfailed', end)
}

/** Waits until a page shows its title and all that it requests;
 * Playwright's `networkidle` takes half a second more on each. */
export async function hasLoaded(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
  await expect(
    page.getByText(
      /^(Yükleniyor|Loading|Sunucudan yanıt bekleniyor|Waiting for the server)(…|\.{3})$/,
    ),
    name,
  ).toHaveCount(0)
  await expect.poll(() => isIdle(page), { message: name, intervals: [20] }).toBe(true)
}

/** Whether no request is pending, and rendering what has arrived starts none. */
async function isIdle(page: Page) {
  const requests = requestsOf.get(page) as Requests
  const { started } = requests
  await page.evaluate(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )
  return requests.pending === 0 && requests.started === started
}
