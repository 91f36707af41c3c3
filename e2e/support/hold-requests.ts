import type { BrowserContext, Page, Route } from '@playwright/test'

/** Holds matching requests of a page. Returns a function that releases them. */
export async function holdRequests(
  target: Page | BrowserContext,
  url: string | RegExp,
  then = (route: Route) => route.continue(),
) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await target.route(url, async route => {
    await released
    await then(route)
  })
  return release
}
