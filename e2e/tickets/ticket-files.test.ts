import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { createChangingFile } from '../portal/file.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expectUnsentMessages } from '../support/unsent-messages.ts'
import { expect, test } from '../support/visit.ts'

type SentFile = { name: string; type: string; bytes: Buffer<ArrayBuffer> }

/** Writes a message with files on a new ticket, as the demo's customer. */
async function sendFiles(portal: DemoPortal, sent: SentFile[]) {
  const opened = await openTicket(portal)
  const customer = portal.as('customer')
  const files = []
  for (const { name, type, bytes } of sent) {
    const { id, url } = await customer.call(routes.files.request, {
      body: { fileName: name, fileSize: bytes.length, fileType: type },
    })
    await fetch(new URL(url, portal.url), {
      method: 'PUT',
      body: bytes,
      headers: { 'content-type': type },
    })
    await customer.call(routes.files.confirm, { params: { file: id } })
    files.push(id)
  }
  await customer.call(routes.tickets.replyOfAccount, {
    params: { company: opened.company, ticket: opened.ticket },
    body: { contents: 'Ekte.', files },
  })
  return opened
}
const sendFile = (portal: DemoPortal, name: string, type: string, bytes: Buffer<ArrayBuffer>) =>
  sendFiles(portal, [{ name, type, bytes }])
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

test('a file whose upload a reload has stopped is named until the message is sent', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await expect(page.getByText('En çok 10 dosya')).toBeVisible()
  await page.route('**/content?*', route => route.abort())
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

for (const { language, attach, send, attached, remove, download } of [
  {
    language: 'tr',
    attach: 'Dosya ekle',
    send: 'Gönder',
    attached: 'Eklenen dosyalar',
    remove: 'Kaldır: 2.png',
    download: 'İndir: ',
  },
  {
    language: 'en',
    attach: 'Attach files',
    send: 'Send',
    attached: 'Attached files',
    remove: 'Remove 2.png',
    download: 'Download ',
  },
] as const) {
  test(`pictures without a text are one message, without the one that was removed: ${language}`, async ({
    visit,
    portal,
  }) => {
    const { path, company, ticket } = await openTicket(portal)
    const page = await visit('customer', path, { language, width: 360 })
    for (const names of [['1.png', '2.png'], ['3.png']])
      await page
        .getByLabel(attach)
        .first()
        .setInputFiles(names.map(name => ({ name, mimeType: 'image/png', buffer: icon() })))
    const files = page.getByRole('list', { name: attached }).getByRole('listitem')
    await expect(files).toHaveCount(3)
    await page.getByRole('button', { name: remove }).click()
    await expect(files).toHaveCount(2)
    await page.getByRole('button', { name: send, exact: true }).click()
    for (const name of ['1.png', '3.png'])
      await expect(page.getByRole('link', { name: `${download}${name}` })).toBeVisible()
    const { conversation } = await portal
      .as('customer')
      .call(routes.tickets.getOfAccount, { params: { company, ticket } })
    expect(conversation.at(-1)).toMatchObject({
      message: '',
      files: [{ fileName: '1.png' }, { fileName: '3.png' }],
    })
  })
}

for (const { language, enlarge, next, previous, position, zoomIn, rotate, download } of [
  {
    language: 'tr',
    enlarge: 'Büyüt: 1.png',
    next: 'Sonraki resim',
    previous: 'Önceki resim',
    position: '3 resimden 2.: 2.png',
    zoomIn: 'Yakınlaştır',
    rotate: 'Döndür',
    download: 'İndir: 2.png',
  },
  {
    language: 'en',
    enlarge: 'Enlarge 1.png',
    next: 'Next picture',
    previous: 'Previous picture',
    position: 'Picture 2 of 3: 2.png',
    zoomIn: 'Zoom in',
    rotate: 'Rotate',
    download: 'Download 2.png',
  },
] as const) {
  test(`the pictures of a message are viewed one after the other, zoomed, turned and saved: ${language}`, async ({
    visit,
    portal,
  }) => {
    const { path } = await sendFiles(
      portal,
      [1, 2, 3].map(i => ({ name: `${i}.png`, type: 'image/png', bytes: icon() })),
    )
    const page = await visit('customer', path, { language })
    await page.getByRole('button', { name: enlarge }).click()
    const dialog = page.getByRole('dialog')
    const picture = dialog.getByRole('img')
    await expect(dialog.getByRole('heading')).toHaveText('1.png')
    await expect(dialog.getByRole('button', { name: previous })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('heading')).toHaveText('2.png')
    await expect(dialog.getByRole('status')).toContainText(position)
    await expect(picture).toHaveCSS('width', '32px')
    await dialog.getByRole('button', { name: zoomIn }).click()
    await expect(picture).toHaveCSS('width', '48px')
    await dialog.getByRole('button', { name: rotate }).click()
    await expect(picture).toHaveAttribute('style', /rotate\(90deg\)/)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('link', { name: download }).click()
    expect((await saved).suggestedFilename()).toBe('2.png')
    await dialog.getByRole('button', { name: next }).click()
    await expect(dialog.getByRole('heading')).toHaveText('3.png')
    await expect(picture).toHaveCSS('width', '32px')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: enlarge })).toBeFocused()
  })
}

for (const [language, takePhoto, send, download] of [
  ['tr', 'Fotoğraf çek', 'Gönder', 'İndir: 1000012345.jpg'],
  ['en', 'Take a photo', 'Send', 'Download 1000012345.jpg'],
] as const)
  test(`on a phone a photo is one tap away from being a message: ${language}`, async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path, { language, width: 360, height: 740, touch: true })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: takePhoto }).tap()
    const input = (await chooser).element()
    expect([await input.getAttribute('capture'), await input.getAttribute('accept')]).toEqual([
      'environment',
      'image/*',
    ])
    await (await chooser).setFiles({
      name: '1000012345.jpg',
      mimeType: 'image/jpeg',
      buffer: icon(),
    })
    await page.getByRole('button', { name: send, exact: true }).tap()
    await expect(page.getByRole('link', { name: download })).toBeVisible()
  })

test('a device with a mouse offers no camera', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await expect(page.getByRole('button', { name: 'Dosya ekle' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fotoğraf çek' })).toHaveCount(0)
})

test('a picture that cannot be decoded says so in the viewer, and the next one is shown', async ({
  visit,
  portal,
}) => {
  const { path } = await sendFiles(portal, [
    { name: 'yarım.png', type: 'image/png', bytes: icon().subarray(0, 40) },
    { name: 'mil.png', type: 'image/png', bytes: icon() },
  ])
  const page = await visit('customer', path)
  await page.getByRole('button', { name: 'Büyüt: yarım.png' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Bu resim gösterilemiyor')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('img', { name: 'mil.png' })).toBeVisible()
})

test('of several files, only the one whose upload failed is uploaded again, and an edit keeps all', async ({
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
  await expect(page.getByText('b.log yüklenemedi')).toHaveCount(1)
  await expect(page.getByText('c.png yüklendi')).toHaveCount(1)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Üç fotoğraf' })
  await bubble.getByRole('button', { name: 'Düzenle' }).click()
  await expect(
    page.getByRole('list', { name: 'Eklenen dosyalar' }).getByRole('listitem'),
  ).toHaveCount(3)
  isCutOff = false
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  for (const name of ['a.png', 'b.log', 'c.png'])
    await expect(page.getByRole('link', { name: `İndir: ${name}` })).toBeVisible()
  expect(sizes.filter(size => size === 5_000)).toHaveLength(1)
  expect(sizes).toHaveLength(3)
})

for (const { language, width, attach, waiting, done } of [
  {
    language: 'tr',
    width: 360,
    attach: 'Dosya ekle',
    waiting: '%88, bağlantı bekleniyor',
    done: 'film.bin yüklendi',
  },
  {
    language: 'en',
    width: 1280,
    attach: 'Attach files',
    waiting: '88%, waiting for the connection',
    done: 'film.bin is uploaded',
  },
] as const)
  test(`a large file waits for the connection, and what has arrived of it is not sent again: ${language}, ${width} px`, async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path, { language, width, allowedConsole: /ERR_FAILED/ })
    const ranges: string[] = []
    let isCutOff = true
    await page.route('**/content?*', route => {
      const range = route.request().headers()['content-range'] ?? ''
      if (isCutOff && !range.startsWith('bytes 0-')) return route.abort()
      ranges.push(range)
      return route.continue()
    })
    await page
      .getByLabel(attach)
      .first()
      .setInputFiles({
        name: 'film.bin',
        mimeType: 'application/octet-stream',
        buffer: Buffer.alloc(9_500_000, 'x'),
      })
    await expect(page.getByText(waiting)).toBeVisible()
    // a link that the head covers in part is too small a target
    await page.evaluate(() => scrollTo(0, 0))
    expect(await findAccessibilityViolations(page)).toEqual([])
    isCutOff = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(done)).toHaveCount(1)
    expect(ranges).toEqual(['bytes 0-8388607/9500000', 'bytes 8388608-9499999/9500000'])
  })

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
    attach: 'Attach files',
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
