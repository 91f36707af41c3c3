import { accountOf } from '../portal/machine.ts'
import { expect, test } from '../support/visit.ts'
import { fillNewTicket, logFile, newTitle } from './fill-new-ticket.ts'

test('a file that cannot be sent is named with the reason beside the field, and blocks the ticket until it is removed', async ({
  visit,
  portal,
}) => {
  const title = newTitle()
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fillNewTicket(page, title)
  await page
    .getByLabel('Dosya ekle')
    .setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(page.locator('form').getByText('boş.log')).toBeVisible()
  await expect(page.locator('form')).toContainText('Bu dosya boş.')
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByText('boş.log: Bu dosya boş.')).toBeVisible()
  await page.getByRole('button', { name: 'Kaldır: boş.log' }).click()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('a ticket is opened before its file has arrived, which goes on by itself', async ({
  visit,
  portal,
}) => {
  const title = newTitle()
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
    allowedConsole: /ERR_FAILED/,
  })
  await fillNewTicket(page, title)
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Dosya ekle').setInputFiles(logFile)
  await expect(page.getByText('alarm.log bağlantı gelince sürecek')).toHaveCount(1)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await page.unroute('**/content?*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('link', { name: 'İndir: alarm.log' })).toBeVisible()
})

test('a file that the browser does not keep is named after a reload until it is attached again or dismissed', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
    language: 'en',
    allowedConsole: /ERR_FAILED/,
  })
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  )
  await page.reload()
  const lost = page.locator('form').getByText('attach it again')
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Attach files').setInputFiles(logFile)
  await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
  await expect(lost).toHaveCount(0)
  await page.reload()
  await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
  await expect(lost).toBeVisible()
  await page.getByLabel('Attach files').first().setInputFiles(logFile)
  await expect(lost).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Remove alarm.log' }).click()
  await expect(lost).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('combobox')).toBeVisible()
  await expect(lost).toHaveCount(0)
})

test('a file that was uploaded before a reload is sent with the ticket', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fillNewTicket(page, newTitle())
  await page.getByLabel('Dosya ekle').setInputFiles(logFile)
  await expect(page.getByText('alarm.log yüklendi')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
  const uploads: string[] = []
  page.on('request', request => request.method() === 'PUT' && uploads.push(request.url()))
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('link', { name: 'İndir: alarm.log' })).toBeVisible()
  expect(uploads).toEqual([])
})

test('the limit of ten files is shown in advance, and those above it are named', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
    width: 360,
  })
  await fillNewTicket(page, newTitle())
  await expect(page.getByText('En çok 10 dosya')).toBeVisible()
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    for (let i = 1; i <= 12; i++)
      data.items.add(new File(['E-217'], `${i}.log`, { type: 'text/plain' }))
    return data
  })
  await page.dispatchEvent('body', 'drop', { dataTransfer })
  await expect(
    page.getByRole('list', { name: 'Eklenen dosyalar' }).getByRole('listitem'),
  ).toHaveCount(10)
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'Bir mesaja en çok 10 dosya eklenebilir. Alınmayanlar: 11.log, 12.log',
  )
  await expect(page.getByText('Hata', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('link', { name: /^İndir: \d+\.log$/ })).toHaveCount(10)
})

test('a screen reader announces an upload in quarters', async ({ visit, portal }) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.evaluate(() => {
    const announced = new Set<string>()
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('form [role="status"]'))
        announced.add(status.textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { announced })
  })
  await page
    .getByLabel('Dosya ekle')
    .setInputFiles({ name: 'uzun.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(9_000_000) })
  await expect(page.getByText('uzun.mp4 yüklendi')).toHaveCount(1)
  const announced = await page.evaluate(() =>
    [...(globalThis as unknown as { announced: Set<string> }).announced].filter(Boolean),
  )
  const quarters = [0, 25, 50, 75, 100].map(percent => `uzun.mp4: yüzde ${percent} yüklendi`)
  expect([...quarters, 'uzun.mp4 yüklendi']).toEqual(expect.arrayContaining(announced))
  expect(announced.at(-1)).toBe('uzun.mp4 yüklendi')
})
