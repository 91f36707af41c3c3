import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { readMedia } from '../portal/media.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

/** Of 96 by 64 pixels, red at the left and blue at the right; its `irot` turns it to the right. */
const heic = { name: 'IMG_0012.HEIC', mimeType: '', buffer: readMedia('pattern.heic') }

/** The requests for the library that decodes it. */
function decoderRequests(page: Page) {
  const requests: string[] = []
  page.on('request', request => {
    if (/pictureWorker|libheif/.test(request.url())) requests.push(request.url())
  })
  return requests
}

test('a HEIC picture is sent as a JPEG, upright, and is shown', async ({ visit, portal }) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, { language: 'en', width: 360, height: 800 })
  const release = await holdRequests(page, '**/*.wasm')
  await page.getByLabel('Attach files').first().setInputFiles(heic)
  await expect(page.locator('form').getByText('571 B · Preparing the picture')).toBeVisible()
  expect(await findAccessibilityViolations(page, 'form')).toEqual([])
  release()
  await expect(page.locator('form').getByText('IMG_0012.jpg', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Download IMG_0012.jpg' })).toBeVisible()

  const picture = page.getByRole('button', { name: 'Enlarge IMG_0012.jpg' }).locator('img')
  const drawn = () =>
    picture.evaluate(element => {
      const image = element as HTMLImageElement
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const column = context?.getImageData(10, 0, 1, 96).data ?? []
      const isRed = (y: number) => Number(column[4 * y]) > 200 && Number(column[4 * y + 2]) < 50
      return [image.naturalWidth, image.naturalHeight, isRed(10), isRed(86)]
    })
  await expect.poll(drawn).toEqual([64, 96, true, false])
  const { conversation } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect(conversation.at(-1)?.files).toMatchObject([
    { fileName: 'IMG_0012.jpg', fileType: 'image/jpeg' },
  ])
})

test('a HEIC picture that cannot be decoded is sent as it is', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  const requests = decoderRequests(page)
  const buffer = heic.buffer.subarray(0, 300)
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ ...heic, buffer })
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByRole('link', { name: 'İndir: IMG_0012.HEIC' })).toBeVisible()
  expect(requests).not.toEqual([])
})

test('other pictures are sent without the decoder of HEIC', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  const requests = decoderRequests(page)
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: createPng() })
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  expect(requests).toEqual([])
})
