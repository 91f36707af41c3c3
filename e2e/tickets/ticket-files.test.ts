import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { createChangingFile } from '../portal/file.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expectUnsentMessages } from '../support/unsent-messages.ts'
import { expect, test } from '../support/visit.ts'

/** Writes a message with a file on a new ticket, as the demo's customer. */
async function sendFile(
  portal: DemoPortal,
  name: string,
  type: string,
  bytes: Buffer<ArrayBuffer>,
) {
  const opened = await openTicket(portal)
  const customer = portal.as('customer')
  const { id, url } = await customer.call(routes.files.request, {
    body: { fileName: name, fileSize: bytes.length, fileType: type },
  })
  await fetch(new URL(url, portal.url), {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': type },
  })
  await customer.call(routes.files.confirm, { params: { file: id } })
  await customer.call(routes.tickets.replyOfAccount, {
    params: { company: opened.company, ticket: opened.ticket },
    body: { contents: 'Ekte.', files: [id] },
  })
  return opened
}
const icon = () => Buffer.from(createPng())
const bottomOf = async (page: Page, text: string) => {
  const box = await page.getByRole('listitem').filter({ hasText: text }).last().boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('space is reserved for a picture before it loads: nothing shifts, and it is never under the composer', async ({
  visit,
  portal,
}) => {
  const { path } = await sendFile(portal, 'ana mil.png', 'image/png', icon())
  const page = await visit('customer', '/accounts')
  const release = await holdRequests(page, '**/content?*')
  await page.goto(path)
  await expect(page.getByRole('link', { name: 'İndir: ana mil.png' })).toBeInViewport()
  const before = await bottomOf(page, 'Ekte.')
  release()
  const picture = page.getByRole('button', { name: 'Büyüt: ana mil.png' }).locator('img')
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(await bottomOf(page, 'Ekte.')).toBe(before)
  expect(before).toBeLessThanOrEqual((await page.getByLabel('Mesaj yazın').boundingBox())?.y ?? 0)
})

test('a PDF can be opened in its own tab and downloaded', async ({ visit, portal }) => {
  const { path } = await sendFile(
    portal,
    'şema.pdf',
    'application/pdf',
    Buffer.from('%PDF-1.4\n%%EOF\n'),
  )
  const page = await visit('customer', path)
  const preview = page.getByRole('link', { name: 'Önizle: şema.pdf (yeni sekmede)' })
  await expect(preview).toHaveAttribute('target', '_blank')
  await expect(preview).toHaveAttribute('rel', 'noopener noreferrer')
  const answer = await page.request.get((await preview.getAttribute('href')) ?? '')
  expect([
    answer.status(),
    answer.headers()['content-type'],
    answer.headers()['content-disposition'],
  ]).toEqual([200, 'application/pdf', expect.stringMatching(/^inline/)])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'İndir: şema.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('şema.pdf')
})

test('an attached web page is never shown, only downloaded', async ({ visit, portal }) => {
  const { path } = await sendFile(
    portal,
    'rapor.html',
    'text/html',
    Buffer.from('<script>alert(1)</script>'),
  )
  const page = await visit('customer', path)
  await expect(page.getByRole('link', { name: 'İndir: rapor.html' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Önizle/ })).toHaveCount(0)
})

test('a truncated picture leaves its message intact, and can be downloaded', async ({
  visit,
  portal,
}) => {
  const { path } = await sendFile(portal, 'yarım.png', 'image/png', icon().subarray(0, 40))
  const page = await visit('customer', path)
  const thumbnail = page.getByRole('button', { name: 'Büyüt: yarım.png' }).locator('img')
  await expect
    .poll(() => thumbnail.evaluate(image => (image as HTMLImageElement).complete))
    .toBe(true)
  await expect(page.getByRole('listitem').filter({ hasText: 'Ekte.' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'İndir: yarım.png' }).click()
  expect((await download).suggestedFilename()).toBe('yarım.png')
})

test('a message with an empty file is not sent, and the file is named', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await page.getByLabel('Mesaj yazın').fill('Günlük ekte')
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(page.locator('form')).toContainText('Bu dosya boş.')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Günlük ekte')
  await page.getByRole('button', { name: 'Kaldır: boş.log' }).click()
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Günlük ekte' })).not.toContainText(
    'Gönderiliyor',
  )
})

test('a message whose upload is interrupted waits, and is sent with its file after a second attempt', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: icon() })
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('Gönderilemedi')).toBeVisible()
  await page.unroute('**/content?*')
  await bubble.getByRole('button', { name: 'Yeniden gönder' }).click()
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})

test('a message whose file was changed after it was chosen says so, and is sent without it', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  const file = await createChangingFile('günlük.log')
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Günlük ekte')
  await page.getByLabel('Dosya ekle').first().setInputFiles(file.path)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Günlük ekte' })
  await expect(bubble.getByText('Gönderilemedi')).toBeVisible()
  await file.change()
  await page.unroute('**/content?*')
  await bubble.getByRole('button', { name: 'Yeniden gönder' }).click()
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

test('sending a message whose upload has failed uploads its file again, and no error remains', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: icon() })
  await expect(page.getByText('mil.png yüklenemedi')).toHaveCount(1)
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
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([])
})

test('a file that was attached to a message before a reload is named until the message is sent', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { width: 360 })
  await expect(page.getByText('En çok bir dosya')).toBeVisible()
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: icon() })
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await expect(page.locator('form').getByText('dosyayı yeniden ekleyin')).toBeVisible()
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByText('dosyayı yeniden ekleyin')).toHaveCount(0)
  await page.reload()
  // When the reload dropped the response, the message is
  // sent again and is shown twice until the second response.
  await expect(page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })).toHaveCount(1)
  await expect(page.getByText('dosyayı yeniden ekleyin')).toHaveCount(0)
})

for (const { language, write, attach, notice, undo } of [
  {
    language: 'tr',
    write: 'Mesaj yazın',
    attach: 'Dosya ekle',
    notice: 'Her mesaja bir dosya eklenebilir; önce.png çıkarıldı.',
    undo: 'Geri al: önce.png',
  },
  {
    language: 'en',
    write: 'Write a message',
    attach: 'Attach a file',
    notice: 'A message takes one file; önce.png was removed.',
    undo: 'Undo: önce.png',
  },
] as const) {
  test(`a second file replaces the first one with a notice, and the first one can be put back: ${language}`, async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path, { language, width: 360 })
    const form = page.locator('form')
    for (const name of ['önce.png', 'sonra.png'])
      await page
        .getByLabel(attach)
        .first()
        .setInputFiles({ name, mimeType: 'image/png', buffer: icon() })
    await expect(form.getByText('sonra.png', { exact: true })).toBeVisible()
    await expect(form.getByRole('status').filter({ hasText: notice })).toBeVisible()
    await page.getByRole('button', { name: undo }).click()
    await expect(form.getByText('önce.png', { exact: true })).toBeVisible()
    await expect(form.getByText('sonra.png')).toHaveCount(0)
    await page.getByLabel(write).fill('Yalnız ilki')
    await page.getByLabel(write).press('Control+Enter')
    await expect(page.getByRole('link', { name: /önce\.png$/ })).toBeVisible()
    await expect(page.getByText('sonra.png')).toHaveCount(0)
  })
}

for (const { language, write, attach, failed, edit, download } of [
  {
    language: 'tr',
    write: 'Mesaj yazın',
    attach: 'Dosya ekle',
    failed: 'Gönderilemedi',
    edit: 'Düzenle',
    download: 'İndir: mil.png',
  },
  {
    language: 'en',
    write: 'Write a message',
    attach: 'Attach a file',
    failed: 'Not sent',
    edit: 'Edit',
    download: 'Download mil.png',
  },
] as const) {
  test(`a message that failed offline shows its file, and editing keeps it: ${language}`, async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path, {
      language,
      allowedConsole: /ERR_INTERNET_DISCONNECTED/,
    })
    await page.getByLabel(write).fill('Fotoğraf ekte')
    await page.context().setOffline(true)
    await page
      .getByLabel(attach)
      .first()
      .setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: icon() })
    await page.getByLabel(write).press('Control+Enter')
    const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
    await expect(bubble.getByText(failed)).toBeVisible()
    await expect(bubble.getByText('mil.png')).toBeVisible()
    await bubble.getByRole('button', { name: edit }).click()
    await expect(page.getByLabel(write)).toHaveValue('Fotoğraf ekte')
    await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
    await page.context().setOffline(false)
    await page.getByLabel(write).press('Control+Enter')
    await expect(page.getByRole('link', { name: download })).toBeVisible()
  })
}

test('a failed message keeps its uploaded file over a reload, also when it is edited', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/message', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: icon() })
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('Gönderilemedi')).toBeVisible()
  await expectUnsentMessages(page, 1)
  await page.unroute('**/message')
  await page.reload()
  await expect(bubble.getByText('mil.png')).toBeVisible()
  await bubble.getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})
