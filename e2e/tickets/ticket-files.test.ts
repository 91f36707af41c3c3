import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { holdRequests } from '../support/hold-requests.ts'
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

test('the pictures of a message are viewed one after the other, zoomed, turned and saved', async ({
  visit,
  portal,
}) => {
  const { path } = await sendFiles(
    portal,
    [1, 2, 3].map(i => ({ name: `${i}.png`, type: 'image/png', bytes: icon() })),
  )
  const page = await visit('customer', path)
  await page.getByRole('button', { name: 'Büyüt: 1.png' }).click()
  const dialog = page.getByRole('dialog')
  const picture = dialog.getByRole('img')
  await expect(dialog.getByRole('heading')).toHaveText('1.png')
  await expect(dialog.getByRole('button', { name: 'Önceki resim' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('heading')).toHaveText('2.png')
  await expect(dialog.getByRole('status')).toContainText('3 resimden 2.: 2.png')
  await expect(picture).toHaveCSS('width', '32px')
  await dialog.getByRole('button', { name: 'Yakınlaştır' }).click()
  await expect(picture).toHaveCSS('width', '48px')
  await dialog.getByRole('button', { name: 'Döndür' }).click()
  await expect(picture).toHaveAttribute('style', /rotate\(90deg\)/)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'İndir: 2.png' }).click()
  expect((await saved).suggestedFilename()).toBe('2.png')
  await dialog.getByRole('button', { name: 'Sonraki resim' }).click()
  await expect(dialog.getByRole('heading')).toHaveText('3.png')
  await expect(picture).toHaveCSS('width', '32px')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Büyüt: 1.png' })).toBeFocused()
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
