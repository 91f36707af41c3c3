import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { signIn } from '../support/sign-in.ts'
import { translatePages } from '../support/translate.ts'
import { expect, test } from '../support/visit.ts'

test('on a translated page a wrong password is refused, and the right one signs in', async ({
  visit,
}) => {
  const page = await visit(null, '/login', { allowedConsole: /status of 401/ })
  await translatePages(page)
  await page.goto('/login')
  await expect(page.locator('font').getByText('Parolamı unuttum')).toBeVisible()
  await page.getByLabel('Parola', { exact: true }).fill('yanlış')
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(
    page.getByText('E-posta adresinizi ve parolanızı kontrol edip yeniden deneyin.'),
  ).toBeVisible()
  for (const name of ['English', 'Türkçe']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('button', { name, pressed: true })).toBeVisible()
  }
  await signIn(page, 'customer@demo.test')
})

test('on translated pages an administrator adds, changes, sorts and deletes a company', async ({
  visit,
}) => {
  const page = await visit('admin', '/')
  await translatePages(page)
  await page.goto('/admin/companies')
  const name = `Çeviri Makine ${Date.now()}`
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Firma ekle' }).click()
  await dialog.getByRole('button', { name: 'Firma ekle' }).click()
  await expect(dialog.getByLabel('Firma adı')).toHaveAccessibleDescription('Bu alan zorunlu.')
  await dialog.getByLabel('Firma adı').fill(name)
  await dialog.getByLabel('Destek bitiş tarihi', { exact: true }).fill('5.3.2031')
  await dialog.getByRole('button', { name: 'Firma ekle' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('05/03/2031')
  await page.getByRole('button', { name: `Düzenle: ${name}` }).click()
  await dialog.getByLabel('Destek bitiş tarihi', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await expect(row).toContainText('Bitiş tarihi yok')
  await page.getByRole('table').getByRole('button', { name: 'Firma adı' }).click()
  await page.getByRole('textbox', { name: /^Ara:|kayıtta ara:/ }).fill(name)
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('button', { name: `Sil: ${name}` }).click()
  await dialog.getByLabel('Silmek için firmanın adını yazın').fill(name)
  await dialog.getByRole('button', { name: 'Firmayı sil' }).click()
  await expect(page.getByText('Aramanıza uyan kayıt yok')).toBeVisible()
})

test('on a translated page the breadcrumb and the telephone numbers of a company’s users are current', async ({
  visit,
  portal,
}) => {
  const company = await portal
    .as('admin')
    .call(routes.companies.create, { body: { name: `Çevrilen Makine ${Date.now()}` } })
  const body = {
    email: `ceviri-${Date.now()}@example.com`,
    name: 'Ümit',
    surname: 'Öz',
    phone: '+90 476 227 10 10 (iş)',
  }
  await portal.as('admin').call(routes.users.invite, { params: { company: company._id }, body })
  const page = await visit('admin', '/')
  await translatePages(page)
  const release = await holdRequests(page, /company\/list/)
  await page.goto(`/admin/companies/${company._id}/users`)
  const crumbs = page.getByRole('navigation', { name: 'Buradasınız' })
  await expect(crumbs).toContainText(/Firma(?!lar)/)
  release()
  await expect(crumbs).toContainText(company.name)
  await expect(page.getByRole('link', { name: '+90 476 227 10 10' })).toBeVisible()
})

test('on a translated page live support says who is there, and when the team answers', async ({
  visit,
  portal,
}) => {
  const { ticket } = await openTicket(portal)
  const page = await visit('customer', '/')
  await translatePages(page)
  await page.goto(`/live/${ticket}`)
  const presence = page.locator('p[aria-live=off]')
  await expect(presence).toHaveText(/yanıt|çevrimiçi/)
  const staff = await visit('staff', `/live/${ticket}`)
  await expect(presence).toHaveText('Destek ekibi bu talebe bakıyor')
  await staff.goto('/403')
  await expect(presence).toHaveText(/yanıt|çevrimiçi/)
  await expect(page.getByLabel('Mesaj yazın')).toBeVisible()
})

test('on a translated page a conversation goes on, and its states are the current ones', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  // it signs out
  const page = await visit({ token: await portal.signIn('customer@demo.test') }, '/')
  await translatePages(page)
  await page.goto(path)
  const conversation = page.getByRole('list', { name: 'Yazışma' })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'ana mil.png', mimeType: 'image/png', buffer: Buffer.from(createPng()) })
  await expect(page.getByText('· Yüklendi')).toBeVisible()
  await page.getByLabel('Mesaj yazın').fill('Conta değişti.')
  await page.getByRole('button', { name: 'Gönder' }).click()
  await expect(conversation.getByText('Conta değişti.')).toHaveCount(1)
  await expect(conversation.getByText('Gönderiliyor…')).toHaveCount(0)
  const state = page.getByRole('heading', { level: 1 }).locator('..')
  await expect(state).toContainText('Açık')
  await page.getByRole('button', { name: 'Talebi kapat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Talebi kapat' }).click()
  await expect(state).toContainText('Kapalı')
  await expect(state).not.toContainText('Açık')
  await page.getByRole('button', { name: 'Yeniden aç' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yeniden aç' }).click()
  await expect(state).toContainText('Açık')
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(page.getByLabel('E-posta')).toBeVisible()
})
