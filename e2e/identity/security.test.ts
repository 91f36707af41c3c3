import { routes } from '#contract/routes.ts'
import { createCustomer } from '../portal/create-customer.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { expect, test } from '../support/visit.ts'

// Security: 7.5.2
test('a customer sees their sessions, ends one, then all others; each ends at once', async ({
  visit,
  portal,
}) => {
  test.setTimeout(120_000) // an open page polls every ten seconds
  const vendor = await portal.newVendor()
  const { token } = await createCustomer(vendor)
  const openSecurity = async () => {
    const body = { email: 'isil@musteri.test', password: newPassword }
    const signedIn = await vendor.call(routes.sessions.login, { body })
    const page = await visit({ token: signedIn.token }, `${vendor.url}/accounts`, {
      allowedConsole: /status of 401/,
    })
    await expect(page.getByRole('heading', { name: 'Firmalarınız' })).toBeVisible()
    return page
  }
  const first = await openSecurity()
  const page = await visit({ token }, `${vendor.url}/accounts`)
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByRole('link', { name: 'Hesap güvenliği' }).click()
  await expect(page.getByRole('heading', { name: 'Hesap güvenliği' })).toBeFocused()
  // the menu is closed
  await expect(page.getByRole('link', { name: 'Hesap güvenliği' })).toBeHidden()
  const rows = page.getByRole('region', { name: 'Açık oturumlar' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Bu cihaz')
  await expect(rows.first()).toContainText('Son kullanım: şimdi')
  await expect(rows.first().getByRole('button')).toHaveCount(0)

  await rows
    .nth(1)
    .getByRole('button', { name: /^Oturumu kapat/ })
    .click()
  await page
    .getByRole('dialog', { name: 'Bu oturum kapatılsın mı?' })
    .getByRole('button', { name: 'Oturumu kapat' })
    .click()
  await expect(rows).toHaveCount(1)
  await expect(first.getByText('Oturumunuz sona erdi.')).toBeVisible() // without interaction

  const second = await openSecurity()
  await page.reload()
  await page.getByRole('button', { name: 'Diğer tüm oturumları kapat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Diğer tüm oturumları kapat' }).click()
  await expect(page.getByText('Diğer tüm oturumlar kapatıldı.')).toBeVisible()
  await expect(second.getByText('Oturumunuz sona erdi.')).toBeVisible()
  await page.reload()
  await expect(rows).toHaveCount(1)

  await page.getByRole('link', { name: 'parolanızı yenileyin' }).click()
  await expect(page).toHaveURL(/\/forgotpassword/)
  await expect(page.getByLabel('E-posta')).toHaveValue('isil@musteri.test')
})
