import type { Page } from '@playwright/test'
import { decodeBase32 } from '#testing/sign-in/base32.ts'
import { codeAt, stepAt } from '../../server/identity/second-factor/totp.ts'
import { type DemoPortal, newPassword } from '../portal/demo-portal.ts'
import { findAccessibilityViolations } from './axe.ts'
import { expect } from './visit.ts'

type Vendor = Awaited<ReturnType<DemoPortal['newVendor']>>
export const adminEmailOf = (vendor: Vendor) => `yonetici@${new URL(vendor.url).hostname}.test`

/** An authenticator app with the secret shown on the page. Returns a function that
 * resolves to a code that is accepted, also within the half minute of the last one. */
export async function openAuthenticator(page: Page, portal: DemoPortal) {
  const secret = decodeBase32(
    ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', ''),
  )
  return async () => {
    await portal.forgetUsedCodes()
    return codeAt(secret, stepAt(Date.now()))
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
