import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

// The team merges a duplicate into another ticket.

test('a colleague merges a duplicate, its address leads to the other ticket for both sides, and the merge is undone', async ({
  visit,
  portal,
}) => {
  const target = await openTicket(portal)
  const duplicate = await openTicket(portal)
  const path = `/staff/companies/${duplicate.company}/tickets/${duplicate.ticket}`
  const page = await visit('staff', path, { width: 360 })
  await page.getByText('Talep bilgileri', { exact: true }).click()
  await page.getByRole('button', { name: 'Başka taleple birleştir…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Birleşeceği talep').selectOption(target.ticket)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Birleştir', exact: true }).click()
  await expect(page.getByText('Talepler birleştirildi.')).toBeVisible()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText(target.title)
  await expect(page.getByText('Piston altında yağ var.')).toHaveCount(2)

  const theirs = await visit('customer', duplicate.path)
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText(target.title)
  await expect(theirs.getByText(`#${duplicate.number}`)).toBeVisible()
  await expect(theirs.locator('[data-kind=merged]').getByRole('button')).toHaveCount(0)

  await page
    .locator('[data-kind=merged]')
    .getByRole('button', { name: 'Geri al', exact: true })
    .click()
  await expect(page.getByText('Birleştirme geri alındı.')).toBeVisible()
  await expect(page.getByText('Piston altında yağ var.')).toHaveCount(1)
  // what the browser has kept of it, which leads to the other ticket, is there before the answer
  await page.route(`**/staff/ticket/${duplicate.ticket}`, async route => {
    await page.waitForTimeout(400)
    await route.continue()
  })
  await page.goto(path)
  await expect(title).toContainText(duplicate.title)
})

test('a draft on a ticket that is merged meanwhile is kept, beside a link to the other ticket', async ({
  visit,
  portal,
}) => {
  const target = await openTicket(portal)
  const duplicate = await openTicket(portal)
  const page = await visit('customer', duplicate.path)
  await page.getByRole('textbox', { name: 'Mesaj' }).fill('Bir şey daha var')
  await portal.as('staff').call(routes.tickets.merge, {
    params: { ticket: duplicate.ticket },
    body: { into: target.ticket },
  })
  await expect(page.getByText('Bu talep başka bir taleple birleştirildi:')).toBeVisible()
  await expect(page.getByText('Bir şey daha var')).toBeVisible()
  await page.getByRole('link', { name: target.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(target.title)
})
