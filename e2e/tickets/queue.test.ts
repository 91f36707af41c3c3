import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { Targets } from '#contract/targets.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

const allDay = { opens: '00:00', closes: '24:00' }
const none = { first: null, next: null }
const targets: Targets = {
  timeZone: 'Europe/Istanbul',
  days: Array(7).fill(allDay),
  publicHolidays: false,
  daysOff: [],
  standing: { first: 30, next: 30 },
  impaired: none,
  normal: none,
  question: none,
}

test('the menu counts what is assigned to a user, also while another page is open', async ({
  visit,
  portal,
}) => {
  const { ticket, title } = await openTicket(portal)
  const page = await visit('staff', '/staff/companies')
  const link = page
    .getByRole('navigation', { name: 'Menü' })
    .getByRole('link', { name: 'Bana atanan' })
  await expect(link).toHaveText(/\d$/)
  const before = Number(/\d+$/.exec(await link.innerText())?.[0])
  const me = await portal.as('staff').call(routes.sessions.me)
  await portal
    .as('admin')
    .call(routes.tickets.change, { params: { ticket }, body: { assignee: me._id } })
  await expect(link).toHaveAccessibleName(`Bana atanan ${before + 1}`)
  await link.click()
  await expect(page).toHaveURL(/staff\/tickets\?status=mine$/)
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(page.getByLabel('Bana atanan', { exact: true })).toBeChecked()
})

test('what is due next is first in the queue, with the time left in words', async ({
  visit,
  portal,
}) => {
  const before = await portal.as('admin').call(routes.vendors.targets)
  try {
    await portal.as('admin').call(routes.vendors.changeTargets, { body: targets })
    const other = await openTicket(portal)
    const { ticket, title } = await openTicket(portal)
    await portal
      .as('staff')
      .call(routes.tickets.change, { params: { ticket }, body: { priority: 'standing' } })
    const page = await visit('staff', '/staff/tickets')
    await page
      .getByRole('navigation', { name: 'Menü' })
      .getByRole('link', { name: 'Yanıt bekleyen' })
      .click()
    const row = page.getByRole('row').filter({ hasText: title })
    await expect(row).toContainText('29 dk kaldı')
    const rows = await page.getByRole('rowheader').allInnerTexts()
    const placeOf = (name: string) => rows.findIndex(each => each.includes(name))
    expect([-1, ...rows.keys()].filter(place => place === -1 || place > placeOf(title))).toContain(
      placeOf(other.title),
    )
    await portal
      .as('staff')
      .call(routes.tickets.change, { params: { ticket }, body: { priority: 'normal' } })
    await expect(row.getByText('29 dk kaldı')).toHaveCount(0)
  } finally {
    await portal.as('admin').call(routes.vendors.changeTargets, { body: before })
  }
})

test('eighteen tickets fit on a small laptop, and four on the smallest phone', async ({
  visit,
}) => {
  const desk = await visit('staff', '/staff/tickets')
  await expect(desk.getByRole('rowheader')).toHaveCount(20)
  expect(await countInside(desk, 'tbody tr')).toBeGreaterThanOrEqual(18)
  const phone = await visit('staff', '/staff/tickets', { width: 320, height: 640 })
  const list = phone.getByRole('list', { name: 'Talepler' })
  await expect(list.getByRole('listitem')).toHaveCount(20)
  expect(await countInside(phone, 'main ul[aria-label] > li')).toBeGreaterThanOrEqual(4)
})

test('a phone has all lists in one field, with their counts', async ({ visit, portal }) => {
  const { title } = await openTicket(portal)
  const page = await visit('staff', '/staff/tickets', { width: 360, language: 'en' })
  const field = page.getByRole('combobox', { name: 'Status' })
  await expect(field.getByRole('option')).toHaveText([
    /^Mine \(\d+\)$/,
    /^Unassigned \(\d+\)$/,
    /^Waiting for us \(\d+\)$/,
    /^With customer \(\d+\)$/,
    /^Snoozed/,
    /^Open \(\d+\)$/,
    'Closed',
    'Archived',
  ])
  await field.selectOption('unassigned')
  await expect(page).toHaveURL(/status=unassigned/)
  await page.getByPlaceholder(/records/).fill(title)
  await page.getByPlaceholder(/records/).press('Enter')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
})

/** How many elements are wholly within the window. */
const countInside = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll(
      elements =>
        elements.filter(element => element.getBoundingClientRect().bottom <= innerHeight).length,
    )
