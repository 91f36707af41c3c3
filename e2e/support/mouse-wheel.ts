import type { Page } from '@playwright/test'

export async function scrollByWheel(page: Page, pixels: number) {
  await page.evaluate(() => {
    Object.assign(globalThis, {
      stopped: new Promise<void>(resolve =>
        addEventListener('scrollend', () => resolve(), { once: true }),
      ),
    })
  })
  await page.mouse.wheel(0, pixels)
  await page.evaluate(async () => {
    await (globalThis as unknown as { stopped: Promise<void> }).stopped
    // That may have been the end of an earlier scroll of the page itself.
    for (let last = Number.NaN; last !== scrollY; ) {
      last = scrollY
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  })
}
