import { accountOf, unique } from '../portal/machine.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'
import { fillNewTicket } from './fill-new-ticket.ts'

test('a customer asks on a phone to be called back, and the team dials the number until it has answered', async ({
  visit,
  portal,
}) => {
  const title = unique('Mil durdu')
  const customer = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
    width: 360,
  })
  await fillNewTicket(customer, title)
  const number = customer.getByLabel('Aranacak numara')
  await expect(number).toHaveCount(0)
  await customer.getByLabel('Beni arayın').check()
  await expect(number).toHaveValue(/^\+90 /) // the user's own
  await number.fill('0532 123 45 67')
  await customer.reload()
  await expect(number).toHaveValue('0532 123 45 67')
  expect(await findAccessibilityViolations(customer)).toEqual([])
  await customer.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(customer.getByRole('heading', { level: 1 })).toContainText(title)

  const staff = await visit('staff', `/staff/tickets?search=${encodeURIComponent(title)}`)
  const row = staff.getByRole('row').filter({ hasText: title })
  await expect(row.getByTitle('Geri arama istendi · 0532 123 45 67')).toBeVisible()
  await row.getByRole('link', { name: title }).first().click()
  await expect(staff.getByText('Geri arama istendi')).toBeVisible()
  await expect(staff.getByRole('link', { name: '0532 123 45 67' })).toHaveAttribute(
    'href',
    'tel:+905321234567',
  )
  expect(await findAccessibilityViolations(staff)).toEqual([])
  await staff.getByLabel('Mesaj yazın').fill('Telefonda konuştuk.')
  await staff.getByRole('button', { name: 'Yanıtı gönder' }).click()
  await expect(staff.getByText('Geri arama istendi')).toHaveCount(0)
})

test('a call back without a number is refused at its field', async ({ visit, portal }) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fillNewTicket(page, unique('Mil durdu'))
  await page.getByLabel('Beni arayın').check()
  const number = page.getByLabel('Aranacak numara')
  await number.fill('')
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(number).toHaveAccessibleDescription('Bu alan zorunlu.')
})
