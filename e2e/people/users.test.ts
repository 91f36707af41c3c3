import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { acceptInvitation, addUser, createCompany, invite } from '../portal/invitations.ts'
import { expect, test } from '../support/visit.ts'

const names = (page: Page) => page.getByRole('rowheader').allInnerTexts()

test('names are sorted and searched by Turkish spelling', async ({ visit, portal }) => {
  const { company, users } = await createCompany(portal)
  for (const [name, surname] of [
    ['Şule', 'Ay'],
    ['İnci', 'Şahin'],
    ['Zeki', 'Ay'],
    ['Iğdır', 'Ay'],
    ['Çağla', 'Ay'],
    ['Sami', 'Ay'],
  ] as const)
    await invite(portal, company, { name, surname })
  const page = await visit('admin', users)
  await page.getByRole('button', { name: 'Ad soyad' }).click()
  const order = ['Çağla Ay', 'Iğdır Ay', 'İnci Şahin', 'Sami Ay', 'Şule Ay', 'Zeki Ay']
  await expect.poll(async () => (await names(page)).map(name => name.split('\n')[0])).toEqual(order)
  await page.getByPlaceholder(/kayıtta ara/).fill('INCI')
  await page.getByPlaceholder(/kayıtta ara/).press('Enter')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('rowheader')).toContainText('İnci Şahin')
})

test('a user’s row shows all their data, with links to write and to call', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  const user = await addUser(portal, company, {
    name: 'İnci',
    surname: 'Şahin',
    phone: '+90 476 227 10 10',
  })
  const page = await visit('admin', users)
  const row = page.getByRole('row', { name: /İnci Şahin/ })
  await expect(row).toContainText('Bakım')
  await expect(row).not.toContainText('Davet bekliyor')
  await expect(row.getByText(/^\d{2}\/\d{2}\/\d{4} - \d{2}:\d{2}$/)).toBeVisible()
  await expect(row.getByRole('link', { name: user.email })).toHaveAttribute(
    'href',
    `mailto:${user.email}`,
  )
  await expect(row.getByRole('link', { name: '+90 476 227 10 10' })).toHaveAttribute(
    'href',
    'tel:+904762271010',
  )
})

test('the card of a user on a phone has no label without a value', async ({ visit, portal }) => {
  const { company, users } = await createCompany(portal)
  await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('admin', users, { width: 360 })
  const card = page.getByRole('listitem').filter({ hasText: 'İnci Şahin' })
  for (const label of ['E-posta', 'Bölüm'])
    await expect(card.getByRole('term').filter({ hasText: label })).toBeVisible()
  for (const label of ['Telefon', 'Görev'])
    await expect(card.locator('dt', { hasText: label })).toBeHidden()
})

test('each telephone number of a field is dialled, with its extension, and as of the country in the settings', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const body = {
    email: 'servis@example.com',
    name: 'Karl',
    surname: 'Braun',
    phone: '030 123456 ext. 7, +90 (0) 532 123 45 67',
  }
  const { _id: company } = await vendor.call(routes.companies.create, {
    body: { name: 'Braun Maschinen' },
  })
  await vendor.call(routes.users.invite, { params: { company }, body })
  const page = await visit(
    { token: vendor.admin },
    `${vendor.url}/admin/companies/${company}/users`,
  )
  const row = page.getByRole('row', { name: /Karl Braun/ })
  const phones = row.locator('a[href^="tel:"]')
  await expect(phones).toHaveText(['+90 (0) 532 123 45 67'])
  await page.getByRole('link', { name: 'Ayarlar', exact: true }).click()
  await page.getByLabel('Ülke').selectOption({ label: 'Almanya' })
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
  await page.goBack()
  await expect(phones).toHaveText(['030 123456 ext. 7', '+90 (0) 532 123 45 67'])
  await expect(phones.first()).toHaveAttribute('href', 'tel:+4930123456;ext=7')
  await expect(phones.last()).toHaveAttribute('href', 'tel:+905321234567')
})

test('an invitation is sent again: the new link is shown, and the previous one no longer works', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  const { activationLink = '' } = await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('admin', users)
  await page.getByRole('button', { name: 'Daveti yeniden gönder: İnci Şahin' }).click()
  const dialog = page.getByRole('dialog', { name: 'İnci Şahin için yeni bağlantı' })
  const link = await dialog.getByLabel('Davet bağlantısı').inputValue()
  expect(link).not.toBe(activationLink)
  await page.keyboard.press('Escape')
  await expect(
    page.getByRole('button', { name: 'Daveti yeniden gönder: İnci Şahin' }),
  ).toBeFocused()
  const guest = await visit(null, activationLink.slice(portal.url.length))
  await expect(guest.getByText('Bu bağlantı artık geçerli değil.')).toBeVisible()
  await guest.goto(link)
  await expect(guest.getByLabel('Yeni parola')).toBeVisible()
})

test('an invitation that is refused a second sending says why until that is read, also once it has been accepted', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  const user = await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('admin', '/403', { allowedConsole: /status of (409|429|503)/ })
  // else the list shows at once that it has been accepted
  await page.route('**/event?*', route => route.fulfill({ status: 503 }))
  await page.clock.install()
  await page.goto(users)
  const resend = page.getByRole('button', { name: 'Daveti yeniden gönder: İnci Şahin' })
  const dialog = page.getByRole('dialog', { name: 'İnci Şahin için davet gönderilemedi' })
  await page.route('**/invitation', route =>
    route.fulfill({
      status: 429,
      json: { name: 'TooManyRequestsError', message: 'Çok fazla deneme yapıldı.' },
    }),
  )
  await resend.click()
  await expect(dialog).toBeVisible()
  await page.clock.fastForward(15_000) // a toast would be gone
  await expect(dialog.getByText('Çok fazla deneme yapıldı.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Kapat' }).click()
  await expect(resend).toBeFocused()
  await page.unroute('**/invitation')

  await acceptInvitation(portal, user)
  await resend.click()
  await expect(dialog).toBeVisible()
  await expect(resend).toHaveCount(0)
  await expect(dialog).toContainText('zaten etkinleştirmiş')
})

test('a revoked invitation disappears from the list, and its link no longer works', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  const { email, activationLink = '' } = await invite(portal, company, {
    name: 'İnci',
    surname: 'Şahin',
  })
  const page = await visit('admin', users, { language: 'en' })
  await page.getByRole('button', { name: 'Revoke the invitation: İnci Şahin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this invitation?' })
  await expect(dialog).toContainText(email)
  await dialog.getByRole('button', { name: 'Revoke the invitation' }).click()
  await expect(page.getByText('The invitation is revoked.')).toBeVisible()
  await expect(page.getByText('No users yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeFocused()
  const guest = await visit(null, activationLink.slice(portal.url.length), { language: 'en' })
  await expect(guest.getByText('This link no longer works.')).toBeVisible()
  await expect(guest.getByText('ask your administrator for a new invitation')).toBeVisible()
})

test('a user is deleted after a confirmation that names them, and is signed out at once', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  const user = await addUser(portal, company, { name: 'İnci', surname: 'Şahin' })
  const userPage = await visit(
    { token: await portal.signIn(user.email, newPassword) },
    '/accounts',
    { allowedConsole: /status of 401/ },
  )
  await expect(userPage.getByRole('rowheader')).toHaveCount(1)
  const page = await visit('admin', users)
  await page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kullanıcı silinsin mi?' })
  await expect(dialog).toContainText('İnci Şahin')
  await expect(dialog).toContainText(user.email)
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' })).toBeFocused()

  await page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' }).click()
  await dialog.getByRole('button', { name: 'Kullanıcıyı sil' }).click()
  await expect(page.getByText('Silme başarılı.')).toBeVisible()
  await expect(page.getByText('Henüz kullanıcı yok')).toBeVisible()
  await expect(userPage.getByText('Oturumunuz sona erdi.')).toBeVisible()
})

test('staff can view the users and change nothing', async ({ visit, portal }) => {
  const { company } = await createCompany(portal)
  await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('staff', `/staff/companies/${company}`)
  await expect(page.getByRole('link', { name: 'Kullanıcı davet et' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Kullanıcılar' }).click()
  await expect(page.getByRole('row', { name: /İnci Şahin/ })).toContainText('Davet bekliyor')
  await expect(page.getByRole('table').getByRole('row').nth(1).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Kullanıcı davet et' })).toHaveCount(0)
})

test('the menu and the breadcrumbs lead to the users of the chosen company', async ({
  visit,
  portal,
}) => {
  const { company, name } = await createCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Menü' })
  await menu.getByRole('link', { name: 'Kullanıcı davet et' }).click()
  await expect(page.getByRole('navigation', { name: 'Buradasınız' })).toContainText(
    'Kullanıcı davet et',
  )
  await menu.getByRole('link', { name: 'Kullanıcılar' }).click()
  await expect(page.getByRole('heading', { name: 'Kullanıcılar' })).toBeFocused()
  await page.getByRole('navigation', { name: 'Buradasınız' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name })).toBeFocused()
})

test('a customer has no users to manage', async ({ visit, portal }) => {
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const page = await visit('customer', `/admin/companies/${accounts[0]?._id}/users`)
  await expect(page).toHaveURL(/\/403\?/)
})

test('an accepted invitation cannot be revoked, although the list does not show it yet', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  const user = await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('admin', users, { allowedConsole: /status of 409/ })
  await page.getByRole('button', { name: 'Daveti iptal et: İnci Şahin' }).click()
  await acceptInvitation(portal, user)
  const dialog = page.getByRole('dialog', { name: 'Davet iptal edilsin mi?' })
  await dialog.getByRole('button', { name: 'Daveti iptal et' }).click()
  await expect(dialog.getByText('Bu kullanıcı hesabını zaten etkinleştirmiş.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' })).toBeVisible()
})

test('an e-mail address with special characters of URLs is linked as it is', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  const local = `a${Date.now()}?bcc=x`
  await invite(portal, company, { name: 'İnci', surname: 'Şahin', email: `${local}@evil.test` })
  const page = await visit('admin', users)
  const link = page.getByRole('link', { name: `${local}@evil.test` })
  await expect(link).toHaveAttribute('href', `mailto:${encodeURIComponent(local)}@evil.test`)
})

test('an e-mail address stays on one line where there is enough space', async ({
  visit,
  portal,
}) => {
  const { company, users } = await createCompany(portal)
  const email = `zeynep.kara${Date.now() % 100_000}@sismakina.com.tr`
  await invite(portal, company, {
    name: 'Zeynep',
    surname: 'Karadeniz',
    email,
    phone: '+90 476 227 10 10',
  })
  const page = await visit('admin', users)
  const { height } = (await page.getByRole('link', { name: email }).boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThan(0)
  expect(height).toBeLessThan(26)
  expect(
    await page
      .getByRole('table')
      .evaluate(table => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0)
})
