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
  await page.evaluate(() => (globalThis as unknown as { stopped: Promise<void> }).stopped)
}
