import type { Page } from '@playwright/test'
import { password } from '../portal/demo-portal.ts'
import { expect } from './visit.ts'

export async function signIn(page: Page, email: string, secret = password) {
  await page.getByRole('textbox', { name: 'E-posta' }).fill(email)
  await page.getByLabel('Parola', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByLabel('Parola', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Kullanıcı menüsü/ })).toBeVisible()
}

/** Signs out; `deleting` confirms that unsent input is deleted. */
export async function signOut(page: Page, { deleting = false } = {}) {
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  if (deleting) await page.getByRole('dialog').getByRole('button', { name: 'Sil ve çık' }).click()
  await expect(page).toHaveURL(/\/login$/)
}
