import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { hold } from './hold.ts'
import type { Portal } from './portal.ts'
import { expect, test } from './visit.ts'

const accountOf = async (portal: Portal) => (await portal.as('customer').call(routes.companies.accounts)).accounts[0]?._id ?? ''
const ticketsNamed = async (portal: Portal, company: string, search: string) =>
  (await portal.as('customer').call(routes.tickets.listOfAccount, { params: { company }, query: { search } })).tickets

async function fill(page: Page, title: string) {
  await page.getByLabel('Makine').selectOption({ index: 1 })
  await page.getByLabel('Konu').fill(title)
  await page.getByLabel('Mesaj').fill('Sabahtan beri böyle.')
}
const unique = () => `Yeni talep ${Math.random().toString(36).slice(2)}`
const small = { name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E-217 12:04') }

for (const { language, send, words } of [
  {
    language: 'tr',
    send: 'Talebi gönder',
    words: { toast: 'Konu ya da mesaj boş olamaz. Bir makine de seçin.', field: 'Bu alan zorunlu.' },
  },
  {
    language: 'en',
    send: 'Send the ticket',
    words: { toast: 'Title or description cannot be empty. Choose a machine, too.', field: 'This field is required.' },
  },
] as const) {
  test(`an empty form says so once at each field, and once in a notice: ${language}`, async ({ visit, portal }) => {
    const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, { language })
    await expect(page.getByRole('combobox')).toBeVisible()
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByText(words.toast)).toHaveCount(1)
    await expect(page.getByText(words.field)).toHaveCount(3)
    await expect(page.getByRole('combobox')).toBeFocused()
    await expect(page.getByRole('combobox')).toHaveAccessibleDescription(words.field)
  })
}

test('the draft of a ticket is still there after a reload, its machine too, however slowly the machines come', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fill(page, 'Yarım talep')
  const machine = await page.getByLabel('Makine').inputValue()
  const letThrough = await hold(page, '**/machine?*')
  await page.reload()
  await page.getByLabel('Konu').fill('Yarım talep, uzadı')
  await page.reload()
  letThrough()
  await expect(page.getByLabel('Makine')).toHaveValue(machine)
  await expect(page.getByLabel('Konu')).toHaveValue('Yarım talep, uzadı')
  await expect(page.getByLabel('Mesaj')).toHaveValue('Sabahtan beri böyle.')
})

test('a ticket whose answer is lost is opened once, also when the page is loaded anew before it is sent again', async ({
  visit,
  portal,
}) => {
  const company = await accountOf(portal)
  const title = unique()
  const page = await visit('customer', `/account/${company}/tickets/new`, { tolerates: /ERR_FAILED/ })
  await fill(page, title)
  await page.getByLabel('Dosya ekle').setInputFiles(small)
  await expect(page.getByText('Yüklendi').first()).toBeVisible()
  await page.route('**/ticket', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.locator('form').getByText('Ağ hatası.')).toBeVisible()
  await page.unroute('**/ticket')
  await page.reload()
  await expect(page.getByLabel('Makine')).not.toHaveValue('')
  await page.getByLabel('Dosya ekle').setInputFiles(small)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(await ticketsNamed(portal, company, title)).toHaveLength(1)
  await page.goto(`/account/${company}/tickets/new`)
  await expect(page.getByLabel('Konu')).toHaveValue('')
})

test('a file that cannot be sent is named beside the field with what is wrong, and holds the ticket back until it is taken away', async ({
  visit,
  portal,
}) => {
  const title = unique()
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fill(page, title)
  await page.getByLabel('Dosya ekle').setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(page.locator('form').getByText('boş.log')).toBeVisible()
  await expect(page.locator('form').getByRole('alert')).toContainText('Bu dosya boş.')
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByText('boş.log: Bu dosya boş.')).toBeVisible()
  await page.getByRole('button', { name: 'Kaldır: boş.log' }).click()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('an upload that is interrupted says so, and goes with the ticket once it was tried again', async ({ visit, portal }) => {
  const title = unique()
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, { tolerates: /ERR_FAILED/ })
  await fill(page, title)
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Dosya ekle').setInputFiles(small)
  await expect(page.getByText('alarm.log yüklenemedi')).toHaveCount(1)
  await page.unroute('**/content?*')
  await page.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(page.getByText('alarm.log yüklendi')).toHaveCount(1)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('link', { name: 'İndir: alarm.log' })).toBeVisible()
})

test('to send a ticket whose upload was interrupted sends its file again', async ({ visit, portal }) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, { tolerates: /ERR_FAILED/ })
  await fill(page, unique())
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Dosya ekle').setInputFiles(small)
  await expect(page.getByText('alarm.log yüklenemedi')).toHaveCount(1)
  await page.unroute('**/content?*')
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('link', { name: 'İndir: alarm.log' })).toBeVisible()
})

for (const { language, attach, again, remove } of [
  { language: 'tr', attach: 'Dosya ekle', again: 'dosyayı yeniden ekleyin', remove: 'Kaldır: alarm.log' },
  { language: 'en', attach: 'Attach a file', again: 'attach it again', remove: 'Remove alarm.log' },
] as const) {
  test(`a file that a reload has lost is named, until it is attached again or put away: ${language}`, async ({ visit, portal }) => {
    const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, { language })
    const lost = page.locator('form').getByText(again)
    await page.getByLabel(attach).setInputFiles(small)
    await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
    await expect(lost).toHaveCount(0)
    await page.reload()
    await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
    await expect(lost).toBeVisible()
    await page.getByLabel(attach).first().setInputFiles(small)
    await expect(lost).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: remove }).click()
    await expect(lost).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('combobox')).toBeVisible()
    await expect(lost).toHaveCount(0)
  })
}

test('that a message takes one file is said before, and where a second one is dropped', async ({ visit, portal }) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, { width: 360 })
  await expect(page.getByText('En çok bir dosya')).toBeVisible()
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    for (const name of ['bir.log', 'iki.log']) data.items.add(new File(['E-217'], name, { type: 'text/plain' }))
    return data
  })
  await page.dispatchEvent('body', 'drop', { dataTransfer })
  await expect(page.locator('form').getByText('bir.log', { exact: true })).toBeVisible()
  await expect(page.locator('form').getByRole('alert')).toHaveText('Her mesaja bir dosya eklenebilir; ilki alındı.')
  await expect(page.getByText('Hata', { exact: true })).toHaveCount(0)
})

test('a screen reader is told of an upload by the quarter', async ({ visit, portal }) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.evaluate(() => {
    const told = new Set<string>()
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('form [role="status"]')) told.add(status.textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { told })
  })
  await page.getByLabel('Dosya ekle').setInputFiles({ name: 'uzun.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(30_000_000) })
  await expect(page.getByText('uzun.mp4 yüklendi')).toHaveCount(1, { timeout: 30_000 })
  const told = await page.evaluate(() => [...(globalThis as unknown as { told: Set<string> }).told].filter(Boolean))
  const quarters = [0, 25, 50, 75, 100].map(percent => `uzun.mp4: yüzde ${percent} yüklendi`)
  expect([...quarters, 'uzun.mp4 yüklendi']).toEqual(expect.arrayContaining(told))
  expect(told.at(-1)).toBe('uzun.mp4 yüklendi')
})

test('a ticket is opened by the keyboard alone', async ({ visit, portal }) => {
  const title = unique()
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets`, { language: 'en' })
  await page.getByRole('link', { name: 'New ticket' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New ticket' })).toBeFocused()
  await expect(page.getByRole('combobox').getByRole('option').nth(1)).toBeAttached()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Written without a mouse.')
  await page.getByLabel('Subject').press('Enter')
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
})
