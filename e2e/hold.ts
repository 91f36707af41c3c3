import type { BrowserContext, Page, Route } from '@playwright/test'

/** Holds back what a page asks for, until it is let through. */
export async function hold(at: Page | BrowserContext, what: string | RegExp, then = (route: Route) => route.continue()) {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
  await at.route(what, async route => {
    await held
    await then(route)
  })
  return letThrough
}
