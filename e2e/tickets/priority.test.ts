import { routes } from '#contract/routes.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

test('a customer says on a phone that the machine stands, and staff see it in the list and change it', async ({
  visit,
  portal,
}) => {
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const title = `Mil durdu ${Math.random().toString(36).slice(2)}`
  const customer = await visit('customer', `/account/${accounts[0]?._id}/tickets/new`, {
    width: 360,
  })
  await customer.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  await expect(customer.getByRole('radio', { name: 'Normal' })).toBeChecked()
  await customer.getByText('Makine duruyor', { exact: true }).click()
  await customer.getByLabel('Konu').fill(title)
  await customer.getByLabel('Mesaj').fill('Dönmüyor.')
  expect(await findAccessibilityViolations(customer)).toEqual([])
  await customer.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(customer.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(customer.getByText('Makine duruyor').first()).toBeVisible()

  const list = await visit('staff', '/staff/tickets')
  const row = list.getByRole('row').filter({ hasText: title })
  await expect(row.getByText('Makine duruyor')).toBeVisible()
  expect(await findAccessibilityViolations(list)).toEqual([])
  await row.getByRole('link', { name: title }).first().click()
  await list.getByRole('combobox', { name: 'Öncelik' }).selectOption('Üretim aksıyor')
  await expect(list.getByText('Öncelik değiştirildi.')).toBeVisible()
  const line = 'Hüseyin Demir önceliği değiştirdi: Üretim aksıyor'
  await expect(list.getByText(line)).toBeVisible()
  await expect(customer.getByText(line)).toBeVisible()
  await expect(customer.getByRole('combobox', { name: 'Öncelik' })).toHaveCount(0)
})
