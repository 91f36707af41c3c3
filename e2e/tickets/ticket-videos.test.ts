import type { Locator, Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { assignMachine } from '../portal/machine.ts'
import { readMedia } from '../portal/media.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

const webm = { name: 'titreşim.webm', mimeType: 'video/webm', buffer: readMedia('pattern.webm') }

/** Chooses a file and sends it without a text. */
async function send(page: Page, file: typeof webm) {
  await page.getByLabel('Dosya ekle').first().setInputFiles(file)
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByRole('link', { name: `İndir: ${file.name}` })).toBeVisible()
}
const timeOf = (video: Locator) =>
  video.evaluate(element => (element as HTMLVideoElement).currentTime)
const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0

test('a customer sends a video, and the team plays it, seeks in it and downloads it', async ({
  visit,
  portal,
}) => {
  const { path, ticket, company } = await openTicket(portal)
  await send(await visit('customer', path), webm)

  const page = await visit('staff', '/', { language: 'en', width: 360, height: 800 })
  const loaded: string[] = []
  page.on('request', request => request.url().includes('/content?') && loaded.push(request.url()))
  await page.goto(`/staff/companies/${company}/tickets/${ticket}`)
  const tile = page.getByRole('button', { name: 'Play titreşim.webm' })
  await expect(tile).toBeVisible()
  const right = await tile.evaluate(element => element.getBoundingClientRect().right)
  expect(right).toBeLessThan(360)
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(loaded, 'bytes of a video before it is played').toEqual([])

  await tile.click()
  const video = page.getByLabel('titreşim.webm', { exact: true })
  await expect(video).toBeFocused()
  await expect.poll(() => timeOf(video)).toBeGreaterThan(0.2)
  expect(await heightOf(video)).toBeGreaterThan(100)
  expect(await video.evaluate(element => element.scrollWidth <= innerWidth)).toBe(true)
  await video.evaluate(element => {
    const media = element as HTMLVideoElement
    media.pause()
    media.currentTime = 1.5
  })
  await expect.poll(() => timeOf(video)).toBe(1.5)
  expect(await findAccessibilityViolations(page)).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download titreşim.webm' }).click()
  expect((await saved).suggestedFilename()).toBe('titreşim.webm')
})

test('a video that the browser cannot play says so, and is downloaded', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  await send(await visit('customer', path), {
    name: 'bozuk.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('\0\0\0\x10ftypisom\0\0\0\0 no scene follows', 'latin1'),
  })
  const page = await visit('customer', path)
  await page.getByRole('button', { name: 'Oynat: bozuk.mp4' }).click()
  await expect(
    page.getByText('Bu video burada oynatılamıyor; indirip izleyebilirsiniz.'),
  ).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /bozuk\.mp4/ })).toBeVisible()
})

test('a video whose link has expired goes on with the newest one, where it was', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await send(page, webm)
  await page.clock.install()
  let isLater = false
  await page.route('**/ticket/*', async route => {
    if (route.request().method() !== 'GET' || !isLater) return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('signature=', 'later=yes&signature=')
    await route.fulfill({ response, body })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Oynat: titreşim.webm' }).click()
  const video = page.getByLabel('titreşim.webm', { exact: true })
  await expect.poll(() => timeOf(video)).toBeGreaterThan(0)
  await video.evaluate(element => {
    const media = element as HTMLVideoElement
    media.pause()
    media.currentTime = 1.5
  })
  isLater = true
  await page.clock.fastForward(5 * 60_000)
  const download = page.getByRole('link', { name: 'İndir: titreşim.webm' })
  await expect(download).toHaveAttribute('href', /later=yes/)
  await expect(video).not.toHaveAttribute('src', /later=yes/)
  // what the browser reports once the link has expired
  await video.dispatchEvent('error')
  await expect(video).toHaveAttribute('src', /later=yes/)
  await expect.poll(() => timeOf(video)).toBe(1.5)
  expect(await video.evaluate(element => (element as HTMLVideoElement).paused)).toBe(true)
})

test('a video of a machine plays in a dialog above its list, which fits into a phone', async ({
  visit,
  portal,
}) => {
  const { company, companyMachine } = await assignMachine(portal)
  const { call } = portal.as('admin')
  const { id, url } = await call(routes.files.request, {
    body: { fileName: webm.name, fileSize: webm.buffer.length, fileType: webm.mimeType },
  })
  await fetch(url, { method: 'PUT', body: webm.buffer })
  await call(routes.files.addToCompanyMachine, {
    params: { company, companyMachine },
    body: { file: id },
  })
  const path = `/admin/companies/${company}/machines/${companyMachine}`
  const page = await visit('admin', path, { width: 360 })
  const play = page.getByRole('button', { name: 'Oynat: titreşim.webm' })
  await play.click()
  const video = page.getByRole('dialog').getByLabel('titreşim.webm', { exact: true })
  await expect.poll(() => timeOf(video)).toBeGreaterThan(0.2)
  expect(await findAccessibilityViolations(page)).toEqual([])
  const { x, width } = (await video.boundingBox()) ?? { x: -1, width: 0 }
  expect(x).toBeGreaterThanOrEqual(0)
  expect(width).toBeGreaterThan(280)
  expect(x + width).toBeLessThanOrEqual(360)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.keyboard.press('Escape')
  await expect(play).toBeFocused()
})
