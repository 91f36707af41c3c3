import { createCustomerWithMachine } from '../portal/create-customer.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

test('an administrator sets the emergency number, which a customer dials on a phone once the machine stands, and on its page', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { company, token, companyMachine } = await createCustomerWithMachine(vendor)
  const settings = await visit({ token: vendor.admin }, `${vendor.url}/admin/settings`)
  const number = settings.getByLabel('Acil durum telefonu')
  const save = settings.getByRole('button', { name: 'Kaydet' })
  await number.fill('555 00')
  await save.click()
  await expect(number).toHaveAccessibleDescription(/^Aranabilecek bir telefon numarası değil/)
  await number.fill('0212 555 00 00')
  await save.click()
  await expect(settings.getByText('Güncelleme başarılı.')).toBeVisible()
  expect(await findAccessibilityViolations(settings)).toEqual([])

  const account = `${vendor.url}/account/${company}`
  const customer = await visit({ token }, `${account}/tickets/new`, { width: 360 })
  const link = customer.getByRole('link', { name: '0212 555 00 00' })
  await expect(customer.getByRole('radio', { name: 'Normal' })).toBeChecked()
  await expect(link).toHaveCount(0)
  await customer.getByText('Makine duruyor', { exact: true }).click()
  await expect(link).toHaveAttribute('href', 'tel:+902125550000')
  await expect(customer.getByText('Her gün, 24 saat')).toBeVisible()
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await findAccessibilityViolations(customer)).toEqual([])

  await customer.goto(`${account}/machines/${companyMachine}`)
  await expect(link).toHaveAttribute('href', 'tel:+902125550000')
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await findAccessibilityViolations(customer)).toEqual([])
})
