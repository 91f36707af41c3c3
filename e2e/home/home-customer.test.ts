import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { purchaseDay } from '#testing/days.ts'
import { createCustomer } from '../portal/create-customer.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expectEventually } from '../support/eventually.ts'
import { expect, test, type Visit } from '../support/visit.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name })

/** The account's list shows the answered tickets, with this one among them. */
async function expectAnswered(page: Page, company: string, title: string) {
  await expect(page).toHaveURL(
    new RegExp(`/account/${company}/tickets\\?status=answered&sort=dateLastMessage$`),
  )
  await expect(page.getByRole('heading', { name: 'Talepler', level: 1 })).toBeVisible()
  // The longest waiting are first: the search finds this one on whichever page it is.
  await page.getByPlaceholder(/kayıtta ara/).fill(title)
  await page.getByPlaceholder(/kayıtta ara/).press('Enter')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
}

/** Opens the home page as a new vendor's only customer, with one account and no ticket. */
async function firstVisit(visit: Visit, portal: DemoPortal) {
  const vendor = await portal.newVendor()
  const { token, company } = await createCustomer(vendor)
  return { vendor, token, company, page: await visit({ token }, `${vendor.url}/`) }
}

test('a customer of several accounts chooses one for a new ticket, with the keyboard alone', async ({
  visit,
  portal,
}) => {
  const { accounts } = await portal.as('customer').call(routes.home.ofAccount)
  const page = await visit('customer', '/')
  const open = page.getByRole('button', { name: 'Yeni talep' })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('dialog', { name: 'Hangi firma için?' })
      .getByRole('link', { name: accounts[0]?.name ?? '' }),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('dialog').getByRole('link', { name: accounts[1]?.name ?? '' }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/account/${accounts[1]?._id}/tickets/new$`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a customer sees at once which tickets have been answered, and what each account has open', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', '/', { language: 'en' })
  const { ticket, company } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Kaç bar okuyorsunuz?' } })
  await page.reload()
  const row = part(page, 'Your accounts')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="/account/${company}/"]`) })
  await expectEventually(async () => {
    const { accounts, waiting } = await portal.as('customer').call(routes.home.ofAccount)
    const account = accounts.find(({ _id }) => _id === company)
    await expect(part(page, 'Tickets waiting for you').getByRole('listitem')).toHaveCount(
      waiting.length,
      { timeout: 100 },
    )
    await expect(row).toContainText(
      `${account?.open} open tickets · ${account?.waiting} answered`,
      { timeout: 100 },
    )
  })
  await row.getByRole('link', { name: / open tickets$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/account/${company}/tickets$`))
})

test('a customer of several accounts sees how many tickets await their reply, and each account’s row leads to its own', async ({
  visit,
  portal,
}) => {
  const { ticket, company, title } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Kaç bar?' } })
  const page = await visit('customer', '/', { width: 360 })
  const row = part(page, 'Firmalarınız')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="/account/${company}/"]`) })
  await expectEventually(async () => {
    const { accounts, counts } = await portal.as('customer').call(routes.home.ofAccount)
    const account = accounts.find(({ _id }) => _id === company)
    const waiting = part(page, 'Yanıtınızı bekleyen talepler').getByText(
      `${counts.waiting} talep yanıtınızı bekliyor`,
    )
    await expect(waiting).toBeVisible({ timeout: 100 })
    await expect(row.getByRole('link', { name: `${account?.waiting} yanıtlandı` })).toBeVisible({
      timeout: 100,
    })
  })
  await expect(
    part(page, 'Yanıtınızı bekleyen talepler').getByRole('listitem').first(),
  ).toContainText('Son mesaj: ')
  await row.getByRole('link', { name: / yanıtlandı$/ }).click()
  await expectAnswered(page, company, title)
})

test('on a phone a customer of several accounts reads of which one a ticket, a new ticket and a notification are', async ({
  visit,
  portal,
}) => {
  const { ticket, company, title, path } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Kaç bar?' } })
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const name = accounts.find(({ _id }) => _id === company)?.name ?? ''
  const page = await visit('customer', '/notifications', { width: 360 })
  await expect(page.getByRole('main').getByRole('link', { name: title })).toContainText(name)
  for (const each of [path, `/account/${company}/tickets/new`]) {
    await page.goto(each)
    await expect(page.getByRole('main').locator('header').getByText(name)).toBeVisible()
  }
})

test('on a phone a tap beside a name opens its ticket and its account from the home page, and links in a row are 44 pixels high', async ({
  visit,
  portal,
}) => {
  const { path, company, title } = await openTicket(portal)
  const page = await visit('customer', '/', { width: 360 })
  const ticket = part(page, 'En yeni açık talepler')
    .getByRole('listitem')
    .filter({ hasText: title })
  expect((await ticket.boundingBox())?.height).toBeLessThanOrEqual(90)
  await ticket.getByText('Destek ekibinde').click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await page.goto('/')
  const account = part(page, 'Firmalarınız')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="/account/${company}"]`) })
  const machines = account.getByRole('link', { name: 'Makineler' })
  expect((await machines.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await account.getByText(/^Destek: /).click()
  await expect(page).toHaveURL(new RegExp(`/account/${company}$`))
})

test('a customer sees on the home page which ticket the team has answered and then closed', async ({
  visit,
  portal,
}) => {
  const { ticket, title, path } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Contayı değiştirin.' } })
  await portal
    .as('staff')
    .call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  const page = await visit('customer', '/', { width: 360 })
  await part(page, 'Yanıtlanıp kapatılan talepler').getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test('a customer of one account has links to all open tickets and to those that await their reply; without open tickets there are none', async ({
  visit,
  portal,
}) => {
  const { vendor, token, company, page } = await firstVisit(visit, portal)
  await expect(part(page, 'Firmalarınız').getByText('Açık talep yok')).toBeVisible()
  await expect(part(page, 'Firmalarınız').getByRole('link')).toHaveText([
    'Şişli Pres Sanayi',
    'Makineler',
  ])
  const machine = await vendor.call(routes.machines.create, { body: { name: 'Freze', sku: 'F-1' } })
  const { _id } = await vendor.call(routes.machines.assign, {
    params: { company },
    body: { machine: machine._id, serialNumber: 'S-1', dateOfPurchase: purchaseDay },
  })
  const body = { title: 'Mil ısınıyor', machine: _id, message: 'Sabahtan beri.' }
  const ticket = await vendor.call(routes.tickets.open, { params: { company }, body }, token)
  await vendor.call(routes.tickets.reply, {
    params: { ticket: ticket._id },
    body: { contents: 'Kaç derece?' },
  })
  await page.reload()
  await part(page, 'En yeni açık talepler').getByRole('link', { name: 'Tümü (1)' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/${company}/tickets$`))
  await page.goBack()
  await part(page, 'Yanıtınızı bekleyen talepler').getByRole('link', { name: 'Tümü (1)' }).click()
  await expectAnswered(page, company, 'Mil ısınıyor')
})

test('a customer without a ticket sees how to ask for help, in both languages, and with one account opens a ticket directly', async ({
  visit,
  portal,
}) => {
  const { company, page } = await firstVisit(visit, portal)
  await expect(page.getByText('Açık talebiniz yok')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'English' }).click()
  await loaded
  await expect(page.getByText('You have no open tickets')).toBeVisible()
  await page.getByRole('link', { name: 'New ticket' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/${company}/tickets/new$`))
})

test('a customer with one account reaches its machines and tickets from every page of a phone', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { token } = await createCustomer(vendor)
  const page = await visit({ token }, `${vendor.url}/`, { width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  const menu = page.getByRole('dialog', { name: 'Menü' })
  await expect(menu.getByRole('link', { name: 'Talepler' })).toBeVisible()
  await menu.getByRole('link', { name: 'Makineler' }).click()
  await expect(page.getByRole('heading', { name: 'Makineler', level: 1 })).toBeVisible()
})

test('a customer with one account opens its machines from the home page of a phone with one tap', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { token, company } = await createCustomer(vendor)
  const page = await visit({ token }, `${vendor.url}/`, { width: 360 })
  const way = page.getByRole('main').getByRole('link', { name: 'Makineler', exact: true }).first()
  expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await way.click()
  await expect(page).toHaveURL(new RegExp(`/account/${company}/machines$`))
})
