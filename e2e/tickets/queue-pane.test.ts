import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

const wide = { width: 1440, height: 700 }

test('on a wide screen the list stays beside the tickets that are opened from it', async ({
  visit,
}) => {
  const page = await visit('staff', '/staff/tickets?sort=title', wide)
  await page.getByRole('rowheader').nth(3).getByRole('link').click()
  const pane = page.getByRole('region', { name: 'Açık', exact: true })
  const links = pane.getByRole('listitem').getByRole('link')
  await expect(links.nth(3)).toHaveAttribute('aria-current', 'page')
  await links.nth(14).scrollIntoViewIfNeeded()
  const topOf = async () => (await links.nth(14).boundingBox())?.y ?? 0
  const before = await topOf()
  await links.nth(14).click()
  await expect(links.nth(14)).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    await links.nth(14).innerText(),
  )
  expect(Math.abs((await topOf()) - before)).toBeLessThan(2)

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await expect(links.nth(15)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(links.nth(15)).toHaveAttribute('aria-current', 'page')
  expect(await findAccessibilityViolations(page)).toEqual([])

  await pane.getByRole('link', { name: 'Açık', exact: true }).click()
  await expect(page).toHaveURL(/staff\/tickets\?sort=title$/)
})

test('beside a ticket that is opened by its address are those that wait for the team, and an answered one leaves them, also under the pointer', async ({
  visit,
  portal,
}) => {
  const staff = portal.as('staff')
  const { tickets } = await staff.call(routes.tickets.list, {
    query: { status: 'waiting', size: '100', page: '0' },
  })
  // Of the twenty on the page it is the last one.
  for (const { _id } of tickets.slice(0, Math.max(0, tickets.length - 15)))
    await staff.call(routes.tickets.change, {
      params: { ticket: _id },
      body: { waitingFor: 'customer' },
    })
  const { company, ticket, title } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, wide)
  const pane = page.getByRole('region', { name: 'Yanıt bekleyen', exact: true })
  const link = pane.getByRole('link', { name: title, exact: true })
  await link.hover()
  await staff.call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Bakıyoruz.' },
  })
  await expect(link).toHaveCount(0)
})

test('beside a ticket whose address was opened the next one can be opened as soon as the list is there', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', '/', wide)
  const release = await holdRequests(page, /\/staff\/ticket\?/)
  await page.goto(`/staff/companies/${company}/tickets/${ticket}`)
  await expect(page.getByRole('button', { name: 'Yanıtı gönder' })).toBeVisible()
  const sendNext = page.getByRole('option', { name: 'Gönder ve sıradakine geç', exact: true })
  await expect(sendNext).toHaveCount(0)
  release()
  // A poll, after 30 s, would show it too.
  await expect(sendNext).toHaveCount(1, { timeout: 15_000 })
})

test('a customer, and the team on a small laptop, have the ticket alone', async ({
  visit,
  portal,
}) => {
  const { company, ticket, path } = await openTicket(portal)
  for (const page of [
    await visit('customer', path, wide),
    await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, { width: 1280 }),
  ]) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Yanıt bekleyen' })).toHaveCount(0)
  }
})
