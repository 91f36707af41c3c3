import type { Page } from '@playwright/test'
import { decodeBase32 } from '#testing/sign-in/base32.ts'
import { codeAt, stepAt } from '../../server/identity/second-factor/totp.ts'
import { type DemoPortal, newPassword } from '../portal/demo-portal.ts'
import { findAccessibilityViolations } from './axe.ts'
import { expect } from './visit.ts'

type Vendor = Awaited<ReturnType<DemoPortal['newVendor']>>
export const adminEmailOf = (vendor: Vendor) => `yonetici@${new URL(vendor.url).hostname}.test`

/** An authenticator app with the secret shown on the page. Returns a function that waits for the next unused code. */
export async function openAuthenticator(page: Page) {
  const secret = decodeBase32(((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', ''))
  let last = 0
  return async () => {
    // A code works once; the server also accepts those of the steps before and after.
    while (stepAt(Date.now()) + 1 <= last) await page.waitForTimeout(1_000)
    last = Math.max(last + 1, stepAt(Date.now()))
    return codeAt(secret, last)
  }
}

export async function signInAt(page: Page, vendor: Vendor, email = adminEmailOf(vendor)) {
  await page.goto(`${vendor.url}/login`)
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Parola', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

/** No WCAG violation, and no horizontal scrolling on a screen 320 px wide. */
export async function expectAccessible(page: Page, name: string) {
  expect.soft(await findAccessibilityViolations(page), name).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320)
  if (size) await page.setViewportSize(size)
}
