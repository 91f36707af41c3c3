import type { Page } from '@playwright/test'
import { eicar } from '#platform/storage/scanner.ts'
import { startClamd } from '#testing/servers/clamd.ts'
import { type DemoPortal, startDemoPortal } from '../portal/demo-portal.ts'
import { addMachine } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { test as anyTest, expect } from '../support/visit.ts'

// Files on a portal with a malware scanner.

const test = anyTest.extend<
  object,
  { clamd: Awaited<ReturnType<typeof startClamd>>; portal: DemoPortal }
>({
  clamd: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const clamd = await startClamd({ limit: 100_000 })
      await use(clamd)
      await clamd.stop()
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ clamd }, use) => {
      const portal = await startDemoPortal({ CLAMAV_URL: clamd.url })
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a file of a machine is marked as being checked, then can be opened and downloaded without a reload; an infected and a too large one are marked', async ({
  visit,
  portal,
  clamd,
}) => {
  clamd.hold()
  const { path } = await addMachine(portal)
  const page = await visit('admin', path)
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles([
      { name: 'çizim.png', mimeType: 'image/png', buffer: createPng() },
      { name: 'fatura.pdf.com', mimeType: 'application/octet-stream', buffer: Buffer.from(eicar) },
      { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(200_000) },
    ])
  for (const name of ['çizim.png', 'fatura.pdf.com']) {
    await expect(row(page, name)).toContainText('Zararlı yazılım denetiminden geçiyor')
    await expect(page.getByRole('link', { name: `İndir: ${name}` })).toHaveCount(0)
  }
  await expect(page.getByRole('button', { name: 'Büyüt: çizim.png' })).toHaveCount(0)

  clamd.release()
  await expect(page.getByRole('link', { name: 'İndir: çizim.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Büyüt: çizim.png' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'çizim.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'fatura.pdf.com')).toContainText(
    'Zararlı yazılım bulundu (Win.Test.EICAR_HDB-1); dosya silindi',
    {
      timeout: 45_000,
    },
  )
  await expect(row(page, 'film.bin')).toContainText('Kontrol edilemeyecek kadar büyük')
  for (const name of ['fatura.pdf.com', 'film.bin'])
    await expect(page.getByRole('link', { name: `İndir: ${name}` })).toHaveCount(0)
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('a message is sent at once with its file, which the other side can download when it is clean', async ({
  visit,
  portal,
  clamd,
}) => {
  clamd.hold()
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, { width: 360, height: 740, language: 'en' })
  await page
    .getByLabel('Attach files')
    .first()
    .setInputFiles({ name: 'alarm.png', mimeType: 'image/png', buffer: createPng() })
  await page.getByRole('textbox').fill('See the picture.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Being checked for malware')).toBeVisible()

  const staff = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await expect(staff.getByText('Zararlı yazılım denetiminden geçiyor')).toBeVisible()
  await expect(staff.getByRole('link', { name: 'İndir: alarm.png' })).toHaveCount(0)
  expect(await findViolationsInBothThemes(staff)).toEqual([])
  clamd.release()
  for (const link of [
    staff.getByRole('link', { name: 'İndir: alarm.png' }),
    page.getByRole('link', { name: 'Download alarm.png' }),
  ])
    await expect(link).toBeVisible()
})
