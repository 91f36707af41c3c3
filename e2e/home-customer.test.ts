import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { newCustomer } from './newCustomer.ts'
import { openTicket } from './openTicket.ts'
import type { Portal } from './portal.ts'
import { soon } from './soon.ts'
import { expect, test, type Visit } from './visit.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name })

/** That the account's list shows what the team has answered, and this ticket in it. */
async function expectAnswered(page: Page, company: string, title: string) {
  await expect(page).toHaveURL(new RegExp(`/account/${company}/tickets\\?status=answered$`))
  await expect(page.getByRole('heading', { name: 'Talepler', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
}

/** A new vendor's only customer, of one account and without a ticket, comes home. */
async function firstVisit(visit: Visit, portal: Portal) {
  const vendor = await portal.newVendor()
  const { token, company } = await newCustomer(vendor)
  return { vendor, token, company, page: await visit({ token }, `${vendor.url}/`) }
}

test('a customer of several accounts says which one a new ticket is for, by keyboard alone', async ({ visit, portal }) => {
  const { accounts } = await portal.as('customer').call(routes.home.ofAccount)
  const page = await visit('customer', '/')
  const open = page.getByRole('button', { name: 'Yeni talep' })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Hangi hesap için?' }).getByRole('link', { name: accounts[0]?.name ?? '' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('dialog').getByRole('link', { name: accounts[1]?.name ?? '' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/account/${accounts[1]?._id}/tickets/new$`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a customer sees at once which tickets have been answered, and what each account has open', async ({ visit, portal }) => {
  const page = await visit('customer', '/', { language: 'en' })
  const { ticket, company } = await openTicket(portal)
  await portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Kaç bar okuyorsunuz?' } })
  await page.reload()
  const row = part(page, 'Your accounts')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="/account/${company}/"]`) })
  await soon(async () => {
    const { accounts, waiting } = await portal.as('customer').call(routes.home.ofAccount)
    const account = accounts.find(({ _id }) => _id === company)
    await expect(part(page, 'Tickets waiting for you').getByRole('listitem')).toHaveCount(waiting.length, { timeout: 100 })
    await expect(row).toContainText(`${account?.open} open tickets · ${account?.waiting} answered`, { timeout: 100 })
  })
  await row.getByRole('link', { name: / open tickets$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/account/${company}/tickets$`))
})

test('a customer of several accounts sees how many tickets wait for them, and each account’s row leads to its own', async ({
  visit,
  portal,
}) => {
  const { ticket, company, title } = await openTicket(portal)
  await portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Kaç bar?' } })
  const page = await visit('customer', '/', { width: 360 })
  const row = part(page, 'Hesaplarınız')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="/account/${company}/"]`) })
  await soon(async () => {
    const { accounts, counts } = await portal.as('customer').call(routes.home.ofAccount)
    const account = accounts.find(({ _id }) => _id === company)
    const waiting = part(page, 'Yanıtınızı bekleyen talepler').getByText(`${counts.waiting} talep yanıtınızı bekliyor`)
    await expect(waiting).toBeVisible({ timeout: 100 })
    await expect(row.getByRole('link', { name: `${account?.waiting} yanıtlandı` })).toBeVisible({ timeout: 100 })
  })
  await row.getByRole('link', { name: / yanıtlandı$/ }).click()
  await expectAnswered(page, company, title)
})

test('a customer of one account has a way to all that waits for them; where nothing is open, nothing looks like a link', async ({
  visit,
  portal,
}) => {
  const { vendor, token, company, page } = await firstVisit(visit, portal)
  await expect(part(page, 'Hesaplarınız').getByText('Açık talep yok')).toBeVisible()
  await expect(part(page, 'Hesaplarınız').getByRole('link')).toHaveCount(1)
  const machine = await vendor.call(routes.machines.create, { body: { name: 'Freze', sku: 'F-1' } })
  const { _id } = await vendor.call(routes.machines.assign, {
    params: { company },
    body: { machine: machine._id, serialNumber: 'S-1', dateOfPurchase: '2026-01-01' },
  })
  const body = { title: 'Mil ısınıyor', machine: _id, message: 'Sabahtan beri.' }
  const ticket = await vendor.call(routes.tickets.open, { params: { company }, body }, token)
  await vendor.call(routes.tickets.reply, { params: { ticket: ticket._id }, body: { contents: 'Kaç derece?' } })
  await page.reload()
  await part(page, 'Yanıtınızı bekleyen talepler').getByRole('link', { name: 'Tümü (1)' }).click()
  await expectAnswered(page, company, 'Mil ısınıyor')
})

test('a customer without a ticket is told how to ask for help, in both languages, and with one account goes straight there', async ({
  visit,
  portal,
}) => {
  const { company, page } = await firstVisit(visit, portal)
  await expect(page.getByText('Açık talebiniz yok')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByText('You have no open tickets')).toBeVisible()
  await page.getByRole('link', { name: 'New ticket' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/${company}/tickets/new$`))
})
