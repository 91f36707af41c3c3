import { routes } from '#contract/routes.ts'
import { purchaseDay } from '#testing/days.ts'
import { createCustomer, createCustomerWithMachine } from '../portal/create-customer.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { accountOf } from '../portal/machine.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'
import { fillNewTicket, logFile, newTitle } from './fill-new-ticket.ts'

const ticketsNamed = async (portal: DemoPortal, company: string, search: string) =>
  (
    await portal
      .as('customer')
      .call(routes.tickets.listOfAccount, { params: { company }, query: { search } })
  ).tickets

test('an empty form shows one error at each field and one notice', async ({ visit, portal }) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('alert')).toHaveText('HataKonu ya da mesaj boş olamaz.')
  await expect(page.getByText('Bu alan zorunlu.')).toHaveCount(3)
  await expect(page.getByRole('combobox')).toBeFocused()
  await expect(page.getByRole('combobox')).toHaveAccessibleDescription('Bu alan zorunlu.')
})

test('a form with a title that is too long, or without a machine only, is not called empty', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await expect(page.getByRole('combobox')).toBeVisible()
  const [title, message] = [page.locator('[name=title]'), page.locator('[name=message]')]
  await title.fill('x'.repeat(201))
  await message.fill('E-217')
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(title).toHaveAccessibleDescription('En çok 200 karakter olabilir.')
  await expect(page.getByRole('combobox')).toHaveAccessibleDescription('Bu alan zorunlu.')
  await expect(page.getByText('Konu ya da mesaj boş olamaz.')).toHaveCount(0)
  await title.fill('  ')
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByText('Konu ya da mesaj boş olamaz.')).toBeVisible()
})

test('the draft of a ticket survives a reload, with its machine, also when the machines load slowly', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fillNewTicket(page, 'Yarım talep')
  const machine = await page.getByLabel('Makine', { exact: true }).inputValue()
  const release = await holdRequests(page, '**/machine?*')
  await page.reload()
  await page.getByLabel('Konu').fill('Yarım talep, uzadı')
  await page.reload()
  release()
  await expect(page.getByLabel('Makine', { exact: true })).toHaveValue(machine)
  await expect(page.getByLabel('Konu')).toHaveValue('Yarım talep, uzadı')
  await expect(page.getByLabel('Mesaj')).toHaveValue('Sabahtan beri böyle.')
})

// Security: P16
test('a ticket whose response is lost waits, and is opened once by the page that is loaded next', async ({
  visit,
  portal,
}) => {
  const company = await accountOf(portal)
  const title = newTitle()
  const page = await visit('customer', `/account/${company}/tickets/new`, {
    allowedConsole: /ERR_FAILED/,
  })
  await fillNewTicket(page, title)
  await page.getByLabel('Dosya ekle').setInputFiles(logFile)
  await expect(page.getByText('· Yüklendi')).toBeVisible()
  await page.route('**/ticket', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  const waiting = page.getByRole('list', { name: 'Gönderilmeyi bekleyen talepler' })
  await expect(waiting).toContainText(title)
  await page.unroute('**/ticket')
  await page.reload()
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  await expect(waiting).toHaveCount(0)
  expect(await ticketsNamed(portal, company, title)).toHaveLength(1)
  await page.goto(`/account/${company}/tickets/new`)
  await expect(page.getByLabel('Konu')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Eklenen dosyalar' })).toHaveCount(0)
})

test('a ticket that is written without a connection waits with its photo, is edited, and opened once there is one', async ({
  visit,
  portal,
}) => {
  const company = await accountOf(portal)
  const title = newTitle()
  const page = await visit('customer', `/account/${company}/tickets/new`, {
    width: 360,
    // 409: a confirmation whose answer was lost
    allowedConsole: /ERR_FAILED|409/,
  })
  await fillNewTicket(page, title)
  await page.route(/\/(file|ticket)$/, route =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await page.getByLabel('Dosya ekle').setInputFiles(logFile)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  const waiting = page.getByRole('list', { name: 'Gönderilmeyi bekleyen talepler' })
  await expect(waiting).toContainText(title)
  await expect(waiting).toContainText('Bağlantı bekleniyor.')
  await expect(waiting.getByText('alarm.log', { exact: true })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await waiting.getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.getByLabel('Konu')).toHaveValue(title)
  await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(waiting).toContainText(title)
  await page.unroute(/\/(file|ticket)$/)
  await page.goto('/accounts')
  await expect(page.getByText('Talebiniz açıldı.')).toBeVisible()
  const [opened] = await ticketsNamed(portal, company, title)
  await page.goto(`/account/${company}/tickets/${opened?._id}`)
  await expect(page.getByRole('link', { name: 'İndir: alarm.log' })).toBeVisible()
  expect(await ticketsNamed(portal, company, title)).toHaveLength(1)
})

test('a ticket that the server refuses stays in its form, and can be sent again', async ({
  visit,
  portal,
}) => {
  const title = newTitle()
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
    allowedConsole: /status of 429/,
  })
  await fillNewTicket(page, title)
  await page.route(/\/ticket$/, route =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { message: 'Çok fazla talep.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.locator('form').getByText('Çok fazla talep.')).toBeVisible()
  await page.unroute(/\/ticket$/)
  await page.reload()
  await expect(page.getByLabel('Konu')).toHaveValue(title)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('a machine that is chosen after the ticket was refused without one is chosen at once', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  const machine = page.getByLabel('Makine', { exact: true })
  await expect(machine.getByRole('option').nth(1)).toBeAttached()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(machine).toHaveAttribute('aria-invalid', 'true')
  await machine.press('ArrowDown')
  await expect(machine).toHaveAttribute('aria-invalid', 'false')
  await expect(machine).not.toHaveValue('')
})

test('among many machines the one whose serial number is typed is chosen', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { company, token } = await createCustomer(vendor)
  const { _id: machine } = await vendor.call(routes.machines.create, {
    body: { name: 'Eksantrik pres', sku: 'PR-60' },
  })
  for (let n = 10; n < 21; n++)
    await vendor.call(routes.machines.assign, {
      params: { company },
      body: { machine, serialNumber: `EP26-${n}`, dateOfPurchase: purchaseDay },
    })
  const page = await visit({ token }, `${vendor.url}/account/${company}/tickets/new`, {
    width: 360,
  })
  await page.getByPlaceholder('11 kayıtta ara').fill('ep26-17')
  await page.getByPlaceholder('11 kayıtta ara').press('Enter')
  await expect(page.getByLabel('Makine', { exact: true }).locator('option:checked')).toHaveText(
    'EP26-17 · Eksantrik pres',
  )
})

test('a ticket is opened with the keyboard alone', async ({ visit, portal }) => {
  const title = newTitle()
  const vendor = await portal.newVendor()
  // a machine that has open tickets has links to them, from when they are loaded
  const { company, token } = await createCustomerWithMachine(vendor)
  const page = await visit({ token }, `${vendor.url}/account/${company}/tickets`, {
    language: 'en',
  })
  await page.getByRole('link', { name: 'New ticket' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New ticket' })).toBeFocused()
  await expect(page.getByRole('combobox').getByRole('option').nth(1)).toBeAttached()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Written without a mouse.')
  await page.getByLabel('Title').press('Enter')
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await expect(page.getByText('Production affected').first()).toBeVisible()
})
