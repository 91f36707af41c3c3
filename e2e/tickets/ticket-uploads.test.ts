import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { attachPicture } from '../support/attach-picture.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

const icon = () => Buffer.from(createPng())

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

test('a file that the browser does not keep is named after a reload, until the message is sent', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  )
  await page.reload()
  await expect(page.getByText('En çok 10 dosya')).toBeVisible()
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
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

test('a file that is uploaded when the page is reloaded goes on, and is sent with the message', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  const starts: string[] = []
  await page.route('**/content?*', route => {
    const range = route.request().headers()['content-range'] ?? ''
    if (starts.length > 0) return route.abort()
    starts.push(range)
    return route.continue()
  })
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'film.bin', mimeType: '', buffer: Buffer.alloc(1_000_000, 'x') })
  await expect(page.getByText('%6, bağlantı bekleniyor')).toBeVisible()
  await page.unroute('**/content?*')
  page.on('request', request => {
    if (request.method() === 'PUT' && request.url().includes('/content?'))
      starts.push(request.headers()['content-range'] ?? '')
  })
  await page.reload()
  await expect(page.getByText('film.bin yüklendi')).toHaveCount(1)
  expect(starts.map(range => range.split('-')[0])).toEqual(
    expect.arrayContaining(['bytes 0', 'bytes 65536']),
  )
  expect(starts.filter(range => range.startsWith('bytes 0-'))).toHaveLength(1)
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByRole('link', { name: 'İndir: film.bin' })).toBeVisible()
})

test('pictures without a text are one message, without the one that was removed', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, { language: 'en', width: 360 })
  for (const names of [['1.png', '2.png'], ['3.png']])
    await page
      .getByLabel('Attach files')
      .first()
      .setInputFiles(names.map(name => ({ name, mimeType: 'image/png', buffer: icon() })))
  const files = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(files).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove 2.png' }).click()
  await expect(files).toHaveCount(2)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  for (const name of ['1.png', '3.png'])
    await expect(page.getByRole('link', { name: `Download ${name}` })).toBeVisible()
  const { conversation } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect(conversation.at(-1)).toMatchObject({
    message: '',
    files: [{ fileName: '1.png' }, { fileName: '3.png' }],
  })
})

test('on a phone a photo is one tap away from being a message', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { width: 360, height: 740, touch: true })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Fotoğraf çek' }).tap()
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
  await page.getByRole('button', { name: 'Gönder', exact: true }).tap()
  await expect(page.getByRole('link', { name: 'İndir: 1000012345.jpg' })).toBeVisible()
})

test('a device with a mouse offers no camera', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await expect(page.getByRole('button', { name: 'Dosya ekle' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fotoğraf çek' })).toHaveCount(0)
})

test('a large file waits for the connection, and what has arrived of it is not sent again', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { width: 360, allowedConsole: /ERR_FAILED/ })
  const ranges: string[] = []
  let isCutOff = true
  await page.route('**/content?*', route => {
    const range = route.request().headers()['content-range'] ?? ''
    if (isCutOff && !range.startsWith('bytes 0-')) return route.abort()
    ranges.push(range)
    return route.continue()
  })
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({
      name: 'film.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.alloc(5_000_000, 'x'),
    })
  await expect(page.getByText('%1, bağlantı bekleniyor')).toBeVisible()
  // a link that the head covers in part is too small a target
  await page.evaluate(() => scrollTo(0, 0))
  expect(await findAccessibilityViolations(page)).toEqual([])
  isCutOff = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('film.bin yüklendi')).toHaveCount(1)
  const parts = ranges.map(range =>
    /^bytes (\d+)-(\d+)\/5000000$/.exec(range)?.slice(1).map(Number),
  )
  expect(parts[0]).toEqual([0, 65_535])
  expect(parts.map(part => part?.[0])).toEqual([
    0,
    ...parts.slice(0, -1).map(part => Number(part?.[1]) + 1),
  ])
  expect(parts.at(-1)?.[1]).toBe(4_999_999)
})
