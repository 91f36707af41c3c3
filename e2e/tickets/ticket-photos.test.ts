import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

const [width, height] = [3_000, 2_000]

/** Red at the left and blue at the right with the noise of a sensor, held upright
 * by its Exif, with a place. */
async function takePhoto() {
  const pixels = randomBytes(width * height * 3)
  for (let at = 0; at < pixels.length; at += 3) {
    const isLeft = (at / 3) % width < width / 2
    pixels[at + (isLeft ? 0 : 2)] = 255
    pixels[at + (isLeft ? 2 : 0)] = 0
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(2)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 1/1 0/1' } })
    .jpeg({ quality: 97 })
    .toBuffer()
}

async function newestFile(portal: DemoPortal, company: string, ticket: string) {
  const { conversation } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  const file = conversation.at(-1)?.files[0]
  const response = await fetch(String(file?.signedURL))
  return { name: file?.fileName, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a photo is sent upright, below 300 kB and without its place', async ({ visit, portal }) => {
  const { path, company, ticket } = await openTicket(portal)
  const photo = await takePhoto()
  expect(photo.length).toBeGreaterThan(1_000_000)
  const page = await visit('customer', path, { width: 360, height: 800 })
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'Plaka.JPG', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByText('Plaka.JPG yüklendi')).toHaveCount(1)
  expect(await findAccessibilityViolations(page, 'form')).toEqual([])
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByRole('link', { name: 'İndir: Plaka.JPG' })).toBeVisible()
  const { name, bytes } = await newestFile(portal, company, ticket)
  expect(name).toBe('Plaka.JPG')
  expect(bytes.length).toBeLessThanOrEqual(300_000)
  const sent = await sharp(bytes).metadata()
  expect([sent.format, sent.exif, sent.width, sent.height]).toEqual([
    'jpeg',
    undefined,
    1_333,
    2_000,
  ])
  // its left is above now
  const { data } = await sharp(bytes)
    .extract({ left: 600, top: 200, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([Number(data[0]) > 150, Number(data[2]) < 100]).toEqual([true, true])
})

const cutUploads = (page: Page) =>
  page.route('**/content?*', route =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )

test('the original of a photo is sent where its author chooses so, also while the copy waits for the connection', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const photo = await takePhoto()
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await cutUploads(page)
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'plaka.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByText('plaka.jpg bağlantı gelince sürecek')).toHaveCount(1)
  await page.getByRole('button', { name: /^Özgün hâlini gönder/ }).click()
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Geri al' })).toHaveCount(2)
  await page.unroute('**/content?*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('link', { name: 'İndir: plaka.jpg' })).toBeVisible()
  expect((await newestFile(portal, company, ticket)).bytes.equals(photo)).toBe(true)
})

test('an original that is chosen after its copy has arrived is sent, also after a reload', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const photo = await takePhoto()
  const page = await visit('customer', path, { language: 'en', allowedConsole: /ERR_FAILED/ })
  await page
    .getByLabel('Attach files')
    .first()
    .setInputFiles({ name: 'plate.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByText('plate.jpg is uploaded')).toHaveCount(1)
  await cutUploads(page)
  await page.getByRole('button', { name: /^Send the original \(/ }).click()
  await expect(page.getByRole('button', { name: 'Cancel the upload of plate.jpg' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Send the original/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(2)
  await page.unroute('**/content?*')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Download plate.jpg' })).toBeVisible()
  expect((await newestFile(portal, company, ticket)).bytes.equals(photo)).toBe(true)

  await test.step('and is shown as a small copy, until it is zoomed', async () => {
    const widthOf = (picture: Locator) =>
      picture.evaluate(element => (element as HTMLImageElement).naturalWidth)
    const enlarge = page.getByRole('button', { name: 'Enlarge plate.jpg' })
    await expect.poll(() => widthOf(enlarge.locator('img'))).toBe(213)
    await enlarge.click()
    const enlarged = page.getByRole('img', { name: 'plate.jpg' })
    await expect.poll(() => widthOf(enlarged)).toBe(853)
    const heightOf = async () => (await enlarged.boundingBox())?.height
    const before = await heightOf()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => widthOf(enlarged)).toBe(2_000)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(heightOf).toBe(before)
  })
})
