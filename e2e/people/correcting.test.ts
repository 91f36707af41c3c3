import { routes } from '#contract/routes.ts'
import { newPassword } from '../portal/demo-portal.ts'
import {
  acceptInvitation,
  addUser,
  createCompany,
  invite,
  nextEmail,
} from '../portal/invitations.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

test('an administrator corrects a user on a phone; what is refused stays in the form with the reason', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  await addUser(portal, company, { name: 'İnci', surname: 'Şahni', phone: '0212 555 00 00' })
  const page = await visit('admin', users, { width: 360, height: 740 })
  const card = page.getByRole('listitem').filter({ hasText: 'İnci Şahni' })
  await card.getByRole('button', { name: 'Düzenle: İnci Şahni' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
  const surname = dialog.getByLabel('Soyad')
  await expect(dialog.getByLabel('Ad', { exact: true })).toBeFocused()
  await expect(surname).toHaveValue('Şahni')
  await expect(dialog.getByLabel('Telefon')).toHaveValue('0212 555 00 00')
  await expect(dialog.getByLabel('Bölüm')).toHaveValue('Bakım')
  await expect(dialog.getByLabel('E-posta')).toHaveValue(/^davetli-/)
  expect.soft(await findViolationsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await surname.fill('')
  await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await expect(surname).toBeFocused()
  await expect(surname).toHaveAttribute('aria-invalid', 'true')
  await surname.fill('Şahin')
  await dialog.getByLabel('Görev').fill('Şef')
  await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const corrected = page.getByRole('listitem').filter({ hasText: 'İnci Şahin' })
  await expect(corrected).toContainText('Şef')
  await expect(corrected.getByRole('button', { name: 'Düzenle: İnci Şahin' })).toBeFocused()
})

test('a colleague becomes an administrator, after a word on what follows, and is signed out at once', async ({
  visit,
  portal,
}) => {
  const colleague = await portal.as('admin').call(routes.team.invite, {
    body: { email: nextEmail(), name: 'İclal', surname: 'Yükselen', role: 'staff' },
  })
  await acceptInvitation(portal, colleague)
  const theirs = await visit(
    { token: await portal.signIn(colleague.email, newPassword) },
    '/staff/companies',
    { allowedConsole: /status of 401/ },
  )
  await expect(theirs.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  const page = await visit('admin', '/admin/team')
  const row = page.getByRole('row').filter({ hasText: colleague.email })
  await row.getByRole('button', { name: 'Düzenle: İclal Yükselen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ekip üyesini düzenle' })
  await expect(dialog.getByRole('radio', { name: /Destek görevlisi/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /Yönetici/ }).check()
  await expect(dialog.getByRole('status')).toContainText('oturumu hemen kapanır')
  expect.soft(await findViolationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Yönetici')
  await expect(theirs.getByText('Oturumunuz sona erdi.')).toBeVisible()
})

test('the only administrator is told why they cannot become staff; with another one they can, and are signed out', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { users } = await vendor.call(routes.team.list)
  const [own] = users
  await vendor.call(routes.team.update, {
    params: { user: own?._id ?? '' },
    body: { name: 'Aslı', surname: 'Tek' },
  })
  const page = await visit({ token: vendor.admin }, `${vendor.url}/admin/team`, {
    allowedConsole: /status of (401|409)/,
    language: 'en',
  })
  await page.getByRole('button', { name: 'Edit: Aslı Tek' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the colleague' })
  await dialog.getByRole('radio', { name: /^Staff/ }).check()
  await expect(dialog.getByRole('status')).toContainText('you are no longer an administrator')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toContainText('The last administrator can neither be removed')
  await expect(dialog.getByRole('radio', { name: /^Staff/ })).toBeChecked()

  const { activationLink = '' } = await vendor.call(routes.team.invite, {
    body: { email: nextEmail(), name: 'Banu', surname: 'İkinci', role: 'admin' },
  })
  await vendor.activate(activationLink)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
})

test('an administrator corrects the address of an invited person, and gets the new link; an active one is to confirm theirs', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  await addUser(portal, company, { name: 'İnci', surname: 'Şahin' })
  await invite(portal, company, { name: 'Çağla', surname: 'Işık' })
  const [right, other] = [nextEmail(), nextEmail()]
  const page = await visit('admin', users)
  async function correct(name: string, email: string) {
    await page.getByRole('button', { name: `Düzenle: ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
    await dialog.getByLabel('E-posta').fill(email)
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(dialog).toBeHidden()
  }
  await correct('Çağla Işık', right)
  const link = page.getByRole('dialog', { name: 'Çağla Işık için yeni bağlantı' })
  await expect(link.getByLabel('Davet bağlantısı')).toHaveValue(
    new RegExp(encodeURIComponent(right)),
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Çağla Işık/ })).toContainText(right)
  await correct('İnci Şahin', other)
  await expect(page.getByText(`${other} adresine bir onay bağlantısı gönderdik.`)).toBeVisible()
  await expect(page.getByRole('row', { name: /İnci Şahin/ })).not.toContainText(other)
})
