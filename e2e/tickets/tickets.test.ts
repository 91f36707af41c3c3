import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: 'Yazışma' })

test('a message that cannot be sent stays, marked, and is sent once on a second attempt', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, {
    allowedConsole: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/,
  })
  await page.route('**/message', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Tekrar başladı.')
  await page.getByRole('button', { name: 'Gönder' }).click()
  await expect(conversation(page).getByText('Bağlantı bekleniyor.')).toBeVisible()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('')

  // The request arrives, only its response is lost.
  await page.unroute('**/message')
  await page.route('**/message', async route => {
    await route.fetch()
    await route.abort()
  })
  const lost = page.waitForEvent('requestfailed')
  await conversation(page).getByRole('button', { name: 'Yeniden gönder' }).click()
  await lost
  await expect(conversation(page).getByText('Bağlantı bekleniyor.')).toBeVisible()
  await page.unroute('**/message')
  await conversation(page).getByRole('button', { name: 'Yeniden gönder' }).click()
  await expect(conversation(page).getByText('Bağlantı bekleniyor.')).toHaveCount(0)
  await expect(conversation(page).getByText('Gönderiliyor…')).toHaveCount(0)
  const { conversation: messages } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect(messages.filter(({ message }) => message === 'Tekrar başladı.')).toHaveLength(1)
})

test('an unsent message survives a reload and can be edited', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/message', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Vana değişti.')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(conversation(page).getByText('Bağlantı bekleniyor.')).toBeVisible()
  await page.reload()
  await conversation(page).getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Vana değişti.')
})

test('a draft survives a reload, and belongs to its ticket', async ({ visit, portal }) => {
  const first = await openTicket(portal)
  const second = await openTicket(portal)
  const page = await visit('customer', first.path)
  await page.getByLabel('Mesaj yazın').fill('Yarım kalan cümle')
  await page.reload()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Yarım kalan cümle')
  await page.goto(second.path)
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('')
})

test('a pasted file is sent with the message, also when that is sent before the upload ends', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  const release = await holdRequests(page, '**/content?*')
  await page.getByLabel('Mesaj yazın').fill('Günlük ekte.')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['E-217 12:04'], 'günlük.log'))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
    )
  })
  await expect(page.getByRole('progressbar', { name: 'Yükleniyor: günlük.log' })).toBeVisible()
  await page.getByRole('button', { name: 'Gönder' }).click()
  await expect(
    conversation(page).getByRole('progressbar', { name: 'Yükleniyor: günlük.log' }),
  ).toBeVisible()
  release()
  await expect(conversation(page).getByRole('link', { name: 'İndir: günlük.log' })).toBeVisible()
})

test('an upload can be cancelled while it runs', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await page.route('**/content?*', () => {})
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'uzun.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(2_000_000) })
  await page.getByRole('button', { name: 'Yüklemeyi iptal et: uzun.mp4' }).click()
  await expect(page.getByText('uzun.mp4')).toHaveCount(0)
})

test('a ticket without a subject is not sent, and says so', async ({ visit, portal }) => {
  const { company } = await openTicket(portal)
  const page = await visit('customer', `/account/${company}/tickets/new`, { language: 'en' })
  await page.getByLabel('Machine', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Message').fill('It leaks.')
  await page.getByRole('button', { name: 'Send the ticket' }).click()
  await expect(page.getByRole('alert')).toContainText('Title or description cannot be empty.')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('It leaks.')
})

test('a search waits for the end of typing, is kept in the URL, and knows Turkish letters', async ({
  visit,
  portal,
}) => {
  const title = `ÇIĞLIK ${Math.random().toString(36).slice(2)}`
  const { company } = await openTicket(portal, title)
  const page = await visit('customer', `/account/${company}/tickets`)
  await page.getByPlaceholder(/kayıtta ara/).fill(title.toLocaleLowerCase('tr').replace('ç', 'c'))
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
})

test('order, page and page size of a table are in the URL', async ({ visit, portal }) => {
  const { companies } = await portal
    .as('staff')
    .call(routes.companies.listForStaff, { query: { sort: 'name', size: '20' } })
  const page = await visit('staff', '/staff/companies')
  await page.getByRole('button', { name: 'Firma adı' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(page.getByRole('columnheader', { name: 'Firma adı' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByLabel('Sayfa başına kayıt').selectOption('20')
  await expect(page).toHaveURL(/size=20/)
  const first = page.getByRole('table').getByRole('rowheader').first()
  await expect(first).toHaveText(companies[0]?.name ?? '')
  await page.reload()
  await expect(first).toHaveText(companies[0]?.name ?? '')
})
