import type { Page } from '@playwright/test'
import { bytesOf } from '#testing/typed-key.ts'
import { codeAt, stepAt } from '../server/identity/second-factor/totp.ts'
import { barriersOn } from './barriers.ts'
import { chosen, type Portal } from './portal.ts'
import { expect } from './visit.ts'

type Vendor = Awaited<ReturnType<Portal['newVendor']>>
export const adminOf = (vendor: Vendor) => `yonetici@${new URL(vendor.url).hostname}.test`

/** An authenticator app that was given the key on the page: shows its code, a new one each time that it is asked. */
export async function appWith(page: Page) {
  const secret = bytesOf(((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', ''))
  let last = 0
  return async () => {
    // Each code is good once, and the server knows those of the half minutes to either side.
    while (stepAt(Date.now()) + 1 <= last) await page.waitForTimeout(1_000)
    last = Math.max(last + 1, stepAt(Date.now()))
    return codeAt(secret, last)
  }
}

export async function signIn(page: Page, vendor: Vendor, email = adminOf(vendor)) {
  await page.goto(`${vendor.url}/login`)
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Parola', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

/** Everybody can use what is on the screen, also on the narrowest phone. */
export async function holds(page: Page, name: string) {
  expect.soft(await barriersOn(page), name).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320)
  if (size) await page.setViewportSize(size)
}
