import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { hold } from './hold.ts'
import { openTicket } from './openTicket.ts'
import { picture } from './picture.ts'
import type { Portal } from './portal.ts'
import { expect, test } from './visit.ts'

/** Writes a message with a file on a new ticket, as the demo's customer. */
async function sendFile(portal: Portal, name: string, type: string, bytes: Buffer<ArrayBuffer>) {
  const place = await openTicket(portal)
  const customer = portal.as('customer')
  const { id, url } = await customer.call(routes.files.request, { body: { fileName: name, fileSize: bytes.length, fileType: type } })
  await fetch(new URL(url, portal.url), { method: 'PUT', body: bytes, headers: { 'content-type': type } })
  await customer.call(routes.files.confirm, { params: { file: id } })
  await customer.call(routes.tickets.replyOfAccount, {
    params: { company: place.company, ticket: place.ticket },
    body: { contents: 'Ekte.', files: [id] },
  })
  return place
}
const icon = () => Buffer.from(picture())
const bottomOf = async (page: Page, text: string) => {
  const box = await page.getByRole('listitem').filter({ hasText: text }).last().boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('a picture has its room before it has come: nothing moves, and it is never under the composer', async ({ visit, portal }) => {
  const { path } = await sendFile(portal, 'ana mil.png', 'image/png', icon())
  const page = await visit('customer', '/accounts')
  const letThrough = await hold(page, '**/content?*')
  await page.goto(path)
  await expect(page.getByRole('link', { name: 'İndir: ana mil.png' })).toBeInViewport()
  const before = await bottomOf(page, 'Ekte.')
  letThrough()
  const picture = page.getByRole('button', { name: 'Büyüt: ana mil.png' }).locator('img')
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await bottomOf(page, 'Ekte.')).toBe(before)
  expect(before).toBeLessThanOrEqual((await page.getByLabel('Mesaj yazın').boundingBox())?.y ?? 0)
})

test('a PDF can be looked at in a tab of its own, and downloaded', async ({ visit, portal }) => {
  const { path } = await sendFile(portal, 'şema.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n'))
  const page = await visit('customer', path)
  const preview = page.getByRole('link', { name: 'Önizle: şema.pdf (yeni sekmede)' })
  await expect(preview).toHaveAttribute('target', '_blank')
  await expect(preview).toHaveAttribute('rel', 'noopener noreferrer')
  const answer = await page.request.get((await preview.getAttribute('href')) ?? '')
  expect([answer.status(), answer.headers()['content-type'], answer.headers()['content-disposition']]).toEqual([
    200,
    'application/pdf',
    expect.stringMatching(/^inline/),
  ])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'İndir: şema.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('şema.pdf')
})

test('a web page that somebody attaches is never shown, only downloaded', async ({ visit, portal }) => {
  const { path } = await sendFile(portal, 'rapor.html', 'text/html', Buffer.from('<script>alert(1)</script>'))
  const page = await visit('customer', path)
  await expect(page.getByRole('link', { name: 'İndir: rapor.html' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Önizle/ })).toHaveCount(0)
})

test('a truncated picture leaves its message intact, and can be downloaded', async ({ visit, portal }) => {
  const { path } = await sendFile(portal, 'yarım.png', 'image/png', icon().subarray(0, 40))
  const page = await visit('customer', path)
  const thumbnail = page.getByRole('button', { name: 'Büyüt: yarım.png' }).locator('img')
  await expect.poll(() => thumbnail.evaluate(image => (image as HTMLImageElement).complete)).toBe(true)
  await expect(page.getByRole('listitem').filter({ hasText: 'Ekte.' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'İndir: yarım.png' }).click()
  expect((await download).suggestedFilename()).toBe('yarım.png')
})

test('a message with an empty file is held back, and says which file it is', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await page.getByLabel('Mesaj yazın').fill('Günlük ekte')
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(page.locator('form').getByRole('alert')).toContainText('Bu dosya boş.')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Günlük ekte')
  await page.getByRole('button', { name: 'Kaldır: boş.log' }).click()
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Günlük ekte' })).not.toContainText('Gönderiliyor')
})

test('a message whose upload is interrupted waits, and goes with its file when it is tried again', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { tolerates: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page.getByLabel('Dosya ekle').first().setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: icon() })
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('Gönderilemedi')).toBeVisible()
  await page.unroute('**/content?*')
  await bubble.getByRole('button', { name: 'Yeniden gönder' }).click()
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})

test('to send a message whose upload has failed sends its file again, and nothing is said to have failed', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { tolerates: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page.getByLabel('Dosya ekle').first().setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: icon() })
  await expect(page.getByText('mil.png yüklenemedi')).toHaveCount(1)
  await page.unroute('**/content?*')
  await page.evaluate(() => {
    const seen: string[] = []
    new MutationObserver(() => document.body.textContent?.includes('Gönderilemedi') && seen.push('Gönderilemedi')).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(globalThis, { seen })
  })
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([])
})

test('a file that was attached to a message before a reload is named, until the message goes', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { width: 360 })
  await expect(page.getByText('En çok bir dosya')).toBeVisible()
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page.getByLabel('Dosya ekle').first().setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: icon() })
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await expect(page.locator('form').getByText('dosyayı yeniden ekleyin')).toBeVisible()
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByText('dosyayı yeniden ekleyin')).toHaveCount(0)
  await page.reload()
  // Where the reload took the answer away it is sent again, and until the second answer it stands there twice.
  await expect(page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })).toHaveCount(1)
  await expect(page.getByText('dosyayı yeniden ekleyin')).toHaveCount(0)
})
