import { routes } from '#contract/routes.ts'
import { createCustomer } from '../portal/create-customer.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { signIn, signOut } from '../support/sign-in.ts'
import { expect, test } from '../support/visit.ts'

test('a customer changes name and telephone, which an open list of users shows at once', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { company, token } = await createCustomer(vendor)
  const admin = await visit(
    { token: vendor.admin },
    `${vendor.url}/admin/companies/${company}/users`,
  )
  await expect(admin.getByRole('row', { name: /Işıl Öztürk/ })).toBeVisible()

  const page = await visit({ token }, `${vendor.url}/accounts`)
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByRole('link', { name: 'Profilim' }).click()
  await expect(page.getByRole('heading', { name: 'Profilim' })).toBeFocused()
  await expect(page.getByLabel('E-posta')).toHaveValue('isil@musteri.test')
  await expect(page.getByLabel('E-posta')).not.toBeEditable()
  expect(await findViolationsInBothThemes(page)).toEqual([])

  await page.getByLabel('Soyad').fill('')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByLabel('Soyad')).toBeFocused()
  await expect(page.getByLabel('Soyad')).toHaveAccessibleDescription(/Bu alan zorunlu\./)
  await page.getByLabel('Soyad').fill('Şahin')
  await page.getByLabel('Telefon').fill('+90 476 227 10 10')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await expect(page.getByText('Işıl Şahin')).toBeVisible()

  const row = admin.getByRole('row', { name: /Işıl Şahin/ })
  await expect(row.getByRole('link', { name: '+90 476 227 10 10' })).toBeVisible()
})

test('a colleague changes their name, which the list of the team shows, and starts at the tickets from the next sign-in on', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const invited = await vendor.call(routes.team.invite, {
    body: { email: 'elif@ekip.test', name: 'Elif', surname: 'Çoban', role: 'staff' },
  })
  const token = await vendor.activate(invited.activationLink ?? '')
  const admin = await visit({ token: vendor.admin }, `${vendor.url}/admin/team`)
  await expect(admin.getByRole('row', { name: /Elif Çoban/ })).toBeVisible()

  const page = await visit({ token }, `${vendor.url}/settings/profile`)
  await page.getByLabel('Soyad').fill('Iğdır')
  await page.getByLabel('Girişten sonra açılan sayfa').selectOption('Talepler')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
  await expect(admin.getByRole('row', { name: /Elif Iğdır/ })).toBeVisible()

  await signOut(page)
  await signIn(page, 'elif@ekip.test', newPassword)
  await expect(page).toHaveURL(/\/staff\/tickets$/)
  await page.goto(`${vendor.url}/login`) // as a link in a browser that is signed in
  await expect(page).toHaveURL(/\/staff\/tickets$/)
})

test('on a narrow phone the profile is not wider than the screen, and leads to a new password', async ({
  visit,
}) => {
  const page = await visit('customer', '/settings/profile', {
    width: 360,
    height: 740,
    touch: true,
  })
  const change = page.getByRole('link', { name: 'Parolayı değiştir' })
  await expect(change).toBeVisible()
  await expect(page.getByLabel('Girişten sonra açılan sayfa').getByRole('option')).toHaveText([
    'Firmalarınız',
    'Ana sayfa',
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await change.click()
  await expect(page).toHaveURL(/\/forgotpassword/)
  await expect(page.getByLabel('E-posta')).toHaveValue('customer@demo.test')
})

test('the language is chosen there too, and kept', async ({ visit, portal }) => {
  const vendor = await portal.newVendor()
  const { token } = await createCustomer(vendor)
  const page = await visit({ token }, `${vendor.url}/settings/profile`)
  await page.getByRole('main').getByText('English', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await expect
    .poll(async () => (await vendor.call(routes.profile.get, {}, token)).language)
    .toBe('en')
})
