import { routes } from '#contract/routes.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { addUser, createCompany, invite, nextEmail } from '../portal/invitations.ts'
import { expect, test } from '../support/visit.ts'

test('an administrator invites with the keyboard alone, passes the link on, and it opens the portal', async ({
  visit,
  portal,
}) => {
  const { company, name } = await createCompany(portal)
  const email = nextEmail()
  const page = await visit('admin', `/admin/companies/${company}`)
  await page.getByRole('main').getByRole('link', { name: 'Kullanıcı davet et' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Kullanıcı davet et' })).toBeFocused()
  await expect(
    page.getByText(`${name} firmasının makinelerini ve taleplerini görür.`),
  ).toBeVisible()
  for (const typed of ['İnci', 'Şahin', email, '+90 476 227 10 10', 'Kalite', 'Mühendis']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'İnci Şahin davet edildi' })).toBeFocused()
  await expect(page.getByText('Bu portaldan e-posta gönderilmiyor.')).toBeVisible()

  await test.step('the link can be copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Bağlantıyı kopyala' }).press('Enter')
    await expect(page.getByText('Bağlantı kopyalandı.')).toBeVisible()
    const link = await page.getByLabel('Davet bağlantısı').inputValue()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    expect(new URL(link).searchParams.get('mail')).toBe(email)
  })

  await test.step('its holder sets a password and sees the company', async () => {
    const link = new URL(await page.getByLabel('Davet bağlantısı').inputValue())
    const guest = await visit(null, link.pathname + link.search)
    await guest.getByLabel('Yeni parola').fill(newPassword)
    await guest.getByLabel('Parola (tekrar)').fill(newPassword)
    await guest.getByLabel('Parola (tekrar)').press('Enter')
    await guest.getByRole('link', { name: 'Devam et' }).click()
    await expect(guest.getByRole('table').getByRole('link', { name, exact: true })).toBeVisible()
  })

  await page.getByRole('button', { name: 'Başka birini davet et' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Kullanıcı davet et' })).toBeFocused()
  await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('')
})

test('an invitation leads to the list of users, where it is pending', async ({ visit, portal }) => {
  const { company } = await createCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}/invite-user`, { language: 'en' })
  await page.getByLabel('Name', { exact: true }).fill('İnci')
  await page.getByLabel('Surname').fill('Şahin')
  await page.getByLabel('E-mail').fill(nextEmail())
  await page.getByLabel('Language of the invitation').selectOption('Türkçe')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('heading', { name: 'İnci Şahin is invited' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to the users' }).click()
  await expect(page.getByRole('row', { name: /İnci Şahin/ })).toContainText('Invited')
})

test('an existing user is not invited again, and the reason is shown at the e-mail field', async ({
  visit,
  portal,
}) => {
  const { company } = await createCompany(portal)
  const user = await addUser(portal, company, { name: 'İnci', surname: 'Şahin' })
  const invited = await invite(portal, company, { name: 'Işıl', surname: 'Kaya' })
  const page = await visit('admin', `/admin/companies/${company}/invite-user`, {
    allowedConsole: /status of 409/,
  })
  const email = page.getByLabel('E-posta')
  const send = page.getByRole('button', { name: 'Daveti gönder' })
  await page.getByLabel('Ad', { exact: true }).fill('İnci')
  await page.getByLabel('Soyad').fill('Şahin')
  await email.fill(user.email.toUpperCase())
  await send.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(
    'Bu e-posta adresi zaten bu firmanın kullanıcısı.',
  )
  await expect(page.getByLabel('Soyad')).toHaveValue('Şahin')
  await email.fill(invited.email)
  await send.click()
  await expect(email).toHaveAccessibleDescription(
    'Bu e-posta adresine gönderilmiş bir davet yanıt bekliyor; listeden yeniden gönderebilirsiniz.',
  )
})

test('a member of the vendor’s team cannot be invited as a customer', async ({ visit, portal }) => {
  const { company } = await createCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}/invite-user`, {
    allowedConsole: /status of 409/,
  })
  await page.getByLabel('Ad', { exact: true }).fill('Hüseyin')
  await page.getByLabel('Soyad').fill('Demir')
  await page.getByLabel('E-posta').fill('staff@demo.test')
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByLabel('E-posta')).toHaveAccessibleDescription(
    /Bir kişi hem ekipten hem müşteri olamaz/,
  )
})

test('a user of another company is added without a link, and a notice says so', async ({
  visit,
  portal,
}) => {
  const { company } = await createCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}/invite-user`)
  await page.getByLabel('Ad', { exact: true }).fill('Ayşe')
  await page.getByLabel('Soyad').fill('Yılmaz')
  await page.getByLabel('E-posta').fill(
    (
      await addUser(portal, (await createCompany(portal)).company, {
        name: 'Ayşe',
        surname: 'Kaya',
      })
    ).email,
  )
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByRole('heading', { name: 'Ayşe Kaya eklendi' })).toBeFocused()
  await expect(page.getByText('her zamanki parolasıyla')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bağlantıyı kopyala' })).toHaveCount(0)
})

test('a repeated invitation after a lost response invites once', async ({ visit, portal }) => {
  const { company } = await createCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}/invite-user`, {
    allowedConsole: /ERR_FAILED/,
  })
  await page.route('**/user', async route => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.getByLabel('Ad', { exact: true }).fill('İnci')
  await page.getByLabel('Soyad').fill('Şahin')
  await page.getByLabel('E-posta').fill(nextEmail())
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.locator('form').getByText('Ağ hatası.')).toBeVisible()
  await page.unroute('**/user')
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByRole('heading', { name: 'İnci Şahin davet edildi' })).toBeVisible()
  const { users } = await portal.as('admin').call(routes.users.list, { params: { company } })
  expect(users).toHaveLength(1)
})

test('staff invite where the vendor lets them, and see no button before', async ({
  visit,
  portal,
}) => {
  const { company } = await createCompany(portal)
  const permit = (staffMayInvite: boolean) =>
    portal.as('admin').call(routes.vendors.changeSettings, { body: { staffMayInvite } })
  const path = `/staff/companies/${company}/users`
  const before = await visit('staff', path)
  await expect(before.getByRole('button', { name: 'Kişi ekle' })).toBeVisible()
  await expect(before.getByRole('link', { name: 'Kullanıcı davet et' })).toHaveCount(0)
  try {
    await permit(true)
    const page = await visit('staff', path)
    await page.getByRole('link', { name: 'Kullanıcı davet et' }).click()
    await page.getByLabel('Ad', { exact: true }).fill('İnci')
    await page.getByLabel('Soyad').fill('Şahin')
    await page.getByLabel('E-posta').fill(nextEmail())
    await page.getByRole('button', { name: 'Daveti gönder' }).click()
    await page.getByRole('link', { name: 'Kullanıcılara git' }).click()
    const row = page.getByRole('row', { name: /İnci Şahin/ })
    await expect(row.getByRole('button')).toHaveAccessibleName('Daveti yeniden gönder: İnci Şahin')
  } finally {
    await permit(false)
  }
})
