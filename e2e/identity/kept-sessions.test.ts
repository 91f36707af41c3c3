import { routes } from '#contract/routes.ts'
import { decodeBase32 } from '#testing/sign-in/base32.ts'
import { codeAt, stepAt } from '../../server/identity/second-factor/totp.ts'
import { createCustomer } from '../portal/create-customer.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { adminEmailOf, expectAccessible, signInAt } from '../support/authenticator.ts'
import { expect, test } from '../support/visit.ts'

const keep = 'Bu cihazda oturumum açık kalsın'
const email = 'isil@musteri.test'

test('a customer stays signed in on their own device if they choose so, and sees until when', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  await createCustomer(vendor)
  const page = await visit(null, `${vendor.url}/login`)
  const choice = page.getByRole('checkbox', { name: keep })
  await expect(choice).not.toBeChecked()
  await expect(choice).toHaveAccessibleDescription(
    'Yalnızca kendi cihazınızda seçin. 30 gün kullanılmayan oturum kapanır. Ekip hesaplarında geçerli değildir.',
  )
  await choice.check()
  await expectAccessible(page, 'the sign-in')
  const sent = page.waitForRequest('**/user/login')
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Parola', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ keep: true })
  await expect(page.getByRole('heading', { name: 'Firmalarınız' })).toBeVisible()

  await page.goto(`${vendor.url}/security`)
  const rows = page.getByRole('region', { name: 'Açık oturumlar' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Açık kalıyor')
  const day = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('tr-TR', {
    timeZone: 'Europe/Istanbul',
  })
  await expect(rows.first()).toContainText(`Kullanılmazsa kapanır: ${day}`)
  await expect(rows.nth(1)).not.toContainText('Açık kalıyor')
})

test('an administrator lets nobody stay signed in, which ends the choice and what was chosen', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  await createCustomer(vendor)
  const { token } = await vendor.call(routes.sessions.login, {
    body: { email, password: newPassword, keep: true },
  })
  const customer = await visit({ token }, `${vendor.url}/security`, { language: 'en' })
  const own = customer.getByRole('listitem').filter({ hasText: 'This device' })
  await expect(own).toContainText('Kept signed in')
  const visitor = await visit(null, `${vendor.url}/login`, { language: 'en' })
  const choice = visitor.getByRole('checkbox', { name: 'Keep me signed in on this device' })
  await expect(choice).not.toBeChecked()

  const page = await visit({ token: vendor.admin }, `${vendor.url}/admin/settings`)
  const policy = page.getByLabel('Cihazda açık kalan oturumlar')
  await expect(policy).toHaveValue('customers')
  await policy.selectOption('Kimse için açık kalmasın')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('status').filter({ hasText: /./ })).toBeVisible()

  await visitor.reload()
  await expect(visitor.getByLabel('E-mail')).toBeVisible()
  await expect(choice).toHaveCount(0)
  await customer.reload()
  await expect(own).toBeVisible()
  await expect(own).not.toContainText('Kept signed in')
})

test('a colleague who chose so stays signed in after the code, also where they began again', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  await vendor.call(routes.vendors.changeSettings, { body: { keptSessions: 'everyone' } })
  const { secret } = await vendor.call(routes.secondFactor.begin, {
    body: { password: newPassword },
  })
  const code = () => codeAt(decodeBase32(secret), stepAt(Date.now()))
  await vendor.call(routes.secondFactor.confirm, { body: { code: code() } })
  const page = await visit(null, `${vendor.url}/login`)
  const choice = page.getByRole('checkbox', { name: keep })
  await expect(choice).toHaveAccessibleDescription(
    'Yalnızca kendi cihazınızda seçin. 30 gün kullanılmayan oturum kapanır.',
  )
  await signInAt(page, vendor)
  await page.getByRole('button', { name: 'Baştan başla' }).click()
  await choice.check()
  await page.getByLabel('E-posta').fill(adminEmailOf(vendor))
  await page.getByLabel('Parola', { exact: true }).fill(newPassword)
  await page.getByLabel('Parola', { exact: true }).press('Enter')
  await portal.forgetUsedCodes()
  await page.getByLabel('Kod', { exact: true }).fill(code())
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('button', { name: /Kullanıcı menüsü/ })).toBeVisible()
  await page.goto(`${vendor.url}/security`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Bu cihaz' })).toContainText(
    'Açık kalıyor',
  )
})
