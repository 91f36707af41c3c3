import type { Page } from '@playwright/test'
import { textFile } from '../portal/file.ts'
import { unique } from '../portal/machine.ts'

export const newTitle = () => unique('Yeni talep')
export const logFile = textFile('alarm.log')

/** Fills the form of a new ticket, in Turkish, with the first machine. */
export async function fillNewTicket(page: Page, title: string) {
  await page.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Konu').fill(title)
  await page.getByLabel('Mesaj').fill('Sabahtan beri böyle.')
}
