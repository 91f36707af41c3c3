import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { accountOf, unique } from '../portal/machine.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

// The team opens a ticket on behalf of a customer who telephones.

const meOf = async (portal: DemoPortal, role: 'customer' | 'staff') =>
  portal.as(role).call(routes.sessions.me)
const conversation = (page: Page) => page.getByRole('list', { name: 'Yazışma' })

test("a ticket that the team opens from the queue is the customer's, and says who recorded it", async ({
  visit,
  portal,
}) => {
  const company = await accountOf(portal)
  const [customer, staff] = [await meOf(portal, 'customer'), await meOf(portal, 'staff')]
  const title = unique('Telefonla')
  const page = await visit('staff', '/staff/tickets', { width: 360 })
  await page.getByRole('link', { name: 'Yeni talep' }).click()
  await page.getByLabel('Firma', { exact: true }).selectOption(company)
  await page.getByLabel('Kimin adına').selectOption(customer._id)
  await page.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Konu').fill(title)
  await page.getByLabel('Mesaj').fill('Sabahtan beri ses yapıyor.')
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Talebi aç' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const opened = `${staff.name} talebi ${customer.name} adına açtı`
  await expect(conversation(page)).toContainText(`Kaydeden: ${staff.name}`)
  await expect(conversation(page)).toContainText(opened)

  const theirs = await visit('customer', `/account/${company}/tickets`)
  await theirs.getByRole('link', { name: title }).first().click()
  await expect(conversation(theirs)).toContainText('Sabahtan beri ses yapıyor.')
  await expect(conversation(theirs)).toContainText(`Kaydeden: ${staff.name}`)
  await expect(conversation(theirs)).toContainText(opened)
})

test('the company and the machine of the page are chosen already', async ({ visit, portal }) => {
  const company = await accountOf(portal)
  const { machinesDoccument: machines } = await portal
    .as('staff')
    .call(routes.machines.listForStaff, { params: { company } })
  const machine = machines[0]?._id ?? ''
  const page = await visit('staff', `/staff/companies/${company}/machines/${machine}`)
  await page.getByRole('link', { name: 'Yeni talep' }).click()
  await expect(page.getByLabel('Firma', { exact: true })).toHaveValue(company)
  await expect(page.getByLabel('Makine', { exact: true })).toHaveValue(machine)
})

test('an empty form names each missing field', async ({ visit }) => {
  const page = await visit('admin', '/admin/tickets/new')
  await page.getByRole('button', { name: 'Talebi aç' }).click()
  await expect(page.getByText('Bu alan zorunlu.')).toHaveCount(5)
  await expect(page.getByLabel('Firma', { exact: true })).toBeFocused()
})

test('another company has other people and machines to choose from', async ({ visit, portal }) => {
  const company = await accountOf(portal)
  const staff = portal.as('staff')
  const { companies } = await staff.call(routes.companies.listForStaff)
  const other = companies.find(({ _id, machines }) => _id !== company && machines.length > 0)
  const page = await visit('staff', `/staff/tickets/new?company=${company}`)
  await page.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Firma', { exact: true }).selectOption(other?._id ?? '')
  await expect(page.getByLabel('Makine', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Makine', { exact: true }).locator('option')).toHaveCount(
    (other?.machines.length ?? 0) + 1,
  )
})

test('the draft survives a reload, with its company, person and machine, also when they load slowly', async ({
  visit,
  portal,
}) => {
  const company = await accountOf(portal)
  const customer = await meOf(portal, 'customer')
  const page = await visit('staff', '/staff/tickets/new')
  await page.getByLabel('Firma', { exact: true }).selectOption(company)
  await page.getByLabel('Kimin adına').selectOption(customer._id)
  await page.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  const machine = await page.getByLabel('Makine', { exact: true }).inputValue()
  await page.getByLabel('Konu').fill('Yarım talep')
  const release = await holdRequests(page, '**/staff/company/**')
  await page.reload()
  await page.getByLabel('Konu').fill('Yarım talep, uzadı')
  await page.reload()
  release()
  await expect(page.getByLabel('Firma', { exact: true })).toHaveValue(company)
  await expect(page.getByLabel('Kimin adına')).toHaveValue(customer._id)
  await expect(page.getByLabel('Makine', { exact: true })).toHaveValue(machine)
  await expect(page.getByLabel('Konu')).toHaveValue('Yarım talep, uzadı')
})
