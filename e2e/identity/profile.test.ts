import { routes } from '#contract/routes.ts'
import { mailsIn } from '#testing/mails.ts'
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
  await expect(page.getByLabel('E-posta', { exact: true })).toHaveValue('isil@musteri.test')
  await expect(page.getByLabel('E-posta', { exact: true })).not.toBeEditable()
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
  await page.getByLabel('Saat dilimi').selectOption('America/New York')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
  await expect(admin.getByRole('row', { name: /Elif Iğdır/ })).toBeVisible()

  await signOut(page)
  await signIn(page, 'elif@ekip.test', newPassword)
  await expect(page).toHaveURL(/\/staff\/tickets$/)
  await page.goto(`${vendor.url}/login`) // as a link in a browser that is signed in
  await expect(page).toHaveURL(/\/staff\/tickets$/)
  await page.goto(`${vendor.url}/settings/profile`)
  await expect(page.getByLabel('Saat dilimi')).toHaveValue('America/New_York')
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
  await expect(page.getByLabel('E-posta', { exact: true })).toHaveValue('customer@demo.test')
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

test('a customer enters another address, sees that it waits, gives it up, and confirms it on a phone in the end', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { token } = await createCustomer(vendor)
  const page = await visit(
    { token: await portal.ageSession(token) },
    `${vendor.url}/settings/profile`,
    { allowedConsole: /status of 40[13]/ },
  )
  const email = `isil@${new URL(vendor.url).hostname}.test`
  async function ask() {
    await page.getByLabel('Yeni adres').fill(email)
    await page.getByRole('button', { name: 'Onay bağlantısı gönder' }).click()
  }
  await ask()
  const dialog = page.getByRole('dialog', { name: 'Kimliğinizi doğrulayın' })
  await dialog.getByLabel('Parolanız', { exact: true }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Doğrula ve devam et' }).click()
  await expect(page.getByText(`${email} adresinin onayı bekleniyor.`)).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Yeniden gönder' }).click()
  const mails = mailsIn({ dataDir: portal.folder })
  const link = await mails.linkTo(email, 2)
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(page.getByLabel('Yeni adres')).toBeVisible()
  await expect(page.getByLabel('E-posta', { exact: true })).toHaveValue('isil@musteri.test')

  const phone = await visit(null, link.href, { width: 360, height: 740, touch: true })
  await expect(phone.getByText('Bu bağlantı artık geçerli değil.')).toBeVisible()
  await ask()
  await phone.goto((await mails.linkTo(email, 3)).href)
  await expect(phone.getByLabel('Yeni e-posta')).toHaveValue(email)
  expect(await findViolationsInBothThemes(phone)).toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await phone.getByRole('button', { name: 'Onayla' }).click()
  await expect(phone.getByRole('heading', { name: 'E-posta adresiniz değişti' })).toBeFocused()
  await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible()
  await phone.getByRole('link', { name: 'Giriş yap' }).click()
  await phone.getByLabel('Parola', { exact: true }).fill(newPassword)
  await phone.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(phone).toHaveURL(/\/account/)
})

test('a colleague confirms their new address in the browser in which they are signed in, and goes on there', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const invited = await vendor.call(routes.team.invite, {
    body: { email: 'elif@ekip.test', name: 'Elif', surname: 'Çoban', role: 'staff' },
  })
  const token = await vendor.activate(invited.activationLink ?? '')
  const email = `elif@${new URL(vendor.url).hostname}.test`
  await vendor.call(routes.profile.requestEmail, { body: { email } }, token)
  const link = await mailsIn({ dataDir: portal.folder }).linkTo(email)
  const page = await visit({ token }, link.href, { language: 'en' })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`Your e-mail address is ${email} now.`)).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/staff\/companies$/)
  await page.goto(`${vendor.url}/settings/profile`)
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email)
})
