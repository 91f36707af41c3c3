import type { Page } from '@playwright/test'
import { expect } from './visit.ts'

export const languages = { tr: 'Türkçe', en: 'English' }

export async function choose(page: Page, language: 'tr' | 'en') {
  await page.getByRole('button', { name: languages[language], exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** As long as there is unsaved input the page is not loaded again. */
export async function chooseInPlace(page: Page, language: 'tr' | 'en') {
  await page.evaluate(() => document.body.toggleAttribute('data-unsaved', true))
  await choose(page, language)
}
