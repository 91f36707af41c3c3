import type { Page } from '@playwright/test'
import { createChangingFile } from '../portal/file.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { attachPicture } from '../support/attach-picture.ts'
import { expectUnsentMessages } from '../support/unsent-messages.ts'
import { expect, test } from '../support/visit.ts'

const goOnline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))
const icon = () => Buffer.from(createPng())

test('a message with an interrupted upload waits, and goes on by itself', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await page.unroute('**/content?*')
  await goOnline(page)
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})

test('a message says that its file was changed after it was chosen, and is sent without it', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, {
    allowedConsole: /ERR_FAILED|ERR_UPLOAD_FILE_CHANGED/,
  })
  const file = await createChangingFile('günlük.log')
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Günlük ekte')
  await page.getByLabel('Dosya ekle').first().setInputFiles(file.path)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Günlük ekte' })
  await expect(bubble.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await file.change()
  await page.unroute('**/content?*')
  await goOnline(page)
  await expect(bubble.getByText('seçildikten sonra değişmiş')).toBeVisible()
  await expect(bubble.getByRole('button', { name: 'Yeniden gönder' })).toHaveCount(0)
  await bubble.getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.locator('form')).toContainText('seçildikten sonra değişmiş')
  await page.getByRole('button', { name: 'Kaldır: günlük.log' }).click()
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(bubble).toHaveCount(1)
  await expect(page.getByText('Gönderiliyor…')).toHaveCount(0)
  await expect(page.getByText('Gönderilemedi')).toHaveCount(0)
})

test('a message that is sent while its upload waits shows no error', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await expect(page.getByText('mil.png bağlantı gelince sürecek')).toHaveCount(1)
  await page.unroute('**/content?*')
  await page.evaluate(() => {
    const seen: string[] = []
    new MutationObserver(
      () => document.body.textContent?.includes('Gönderilemedi') && seen.push('Gönderilemedi'),
    ).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(globalThis, { seen })
  })
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await goOnline(page)
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([])
})

test('of several files, only the one that waits is uploaded again, and an edit keeps all', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  const sizes: number[] = []
  let isCutOff = true
  await page.route('**/content?*', route => {
    if (route.request().method() !== 'PUT') return route.continue()
    const size = route.request().postDataBuffer()?.length ?? 0
    if (size === 5_000 && isCutOff) return route.abort()
    sizes.push(size)
    return route.continue()
  })
  await page.getByLabel('Mesaj yazın').fill('Üç fotoğraf')
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles([
      { name: 'a.png', mimeType: 'image/png', buffer: icon() },
      { name: 'b.log', mimeType: 'text/plain', buffer: Buffer.alloc(5_000, 'x') },
      { name: 'c.png', mimeType: 'image/png', buffer: icon() },
    ])
  await expect(page.getByText('b.log bağlantı gelince sürecek')).toHaveCount(1)
  await expect(page.getByText('c.png yüklendi')).toHaveCount(1)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Üç fotoğraf' })
  await bubble.getByRole('button', { name: 'Düzenle' }).click()
  await expect(
    page.getByRole('list', { name: 'Eklenen dosyalar' }).getByRole('listitem'),
  ).toHaveCount(3)
  isCutOff = false
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await goOnline(page)
  for (const name of ['a.png', 'b.log', 'c.png'])
    await expect(page.getByRole('link', { name: `İndir: ${name}` })).toBeVisible()
  expect(sizes.filter(size => size === 5_000)).toHaveLength(1)
  expect(sizes).toHaveLength(3)
})

test('a message that was written offline shows its file, and editing keeps it', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_INTERNET_DISCONNECTED/ })
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page.context().setOffline(true)
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await expect(bubble.getByText('mil.png', { exact: true })).toBeVisible()
  await bubble.getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Fotoğraf ekte')
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})

test('a message that waits keeps its uploaded file over a reload, also when it is edited', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/message', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('Bağlantı bekleniyor.')).toBeVisible()
  await expectUnsentMessages(page, 1)
  await page.reload()
  await expect(bubble.getByText('mil.png')).toBeVisible()
  await bubble.getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await page.unroute('**/message')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})
