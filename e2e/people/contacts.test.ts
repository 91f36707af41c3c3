import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { createCompany, nextEmail } from '../portal/invitations.ts'
import { accountOf, unique } from '../portal/machine.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

// People of a company who cannot sign in.

const phone = '+90 224 555 20 20'
const addContact = (portal: DemoPortal, company: string, contact: { email?: string } = {}) =>
  portal.as('staff').call(routes.users.createContact, {
    params: { company },
    body: { name: 'Şükrü', surname: 'Ay', phone, ...contact },
  })

test('the team opens a ticket for somebody new on the telephone, and is told to ring them up', async ({
  visit,
  portal,
}) => {
  const company = await accountOf(portal)
  const title = unique('Telefonla')
  const page = await visit('staff', `/staff/tickets/new?company=${company}`, { width: 360 })
  await page.getByLabel('Kimin adına').selectOption('+ Yeni kişi')
  await page.getByLabel('Ad', { exact: true }).fill('Şükrü')
  await page.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Konu').fill(title)
  await page.getByLabel('Mesaj').fill('Konveyör durdu.')
  await page.getByRole('button', { name: 'Talebi aç' }).click()
  await expect(page.getByLabel('Soyad')).toBeFocused()
  await expect(page.getByText('Bir telefon numarası ya da e-posta adresi yazın.')).toBeVisible()

  await page.reload() // what was typed is still there
  await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('Şükrü')
  await page.getByLabel('Soyad').fill(title)
  await page.getByLabel('Telefon').fill(phone)
  await page.evaluate(() => scrollTo(0, 0)) // the header covers no link then
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Talebi aç' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Portal girişi yok').first()).toBeVisible()
  await expect(page.getByRole('link', { name: phone }).first()).toHaveAttribute(
    'href',
    'tel:+902245552020',
  )
  await expect(
    page.getByText('Yanıtınız bu kişiye e-postayla gitmez; kendisini arayın.'),
  ).toBeVisible()
})

test('staff add a contact, who is marked in the list', async ({ visit, portal }) => {
  const { company } = await createCompany(portal)
  const page = await visit('staff', `/staff/companies/${company}/users`)
  await page.getByRole('button', { name: 'Kişi ekle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ad', { exact: true }).fill('Şükrü')
  await dialog.getByLabel('Soyad').fill('Ay')
  await dialog.getByLabel('Telefon').fill(phone)
  await dialog.getByRole('button', { name: 'Kişi ekle' }).click()
  const row = page.getByRole('row', { name: /Şükrü Ay/ })
  await expect(row).toContainText('Portal girişi yok')
  await expect(row.getByRole('link', { name: phone })).toBeVisible()
})

test('a contact with an e-mail is invited with one click', async ({ visit, portal }) => {
  const { company, users } = await createCompany(portal)
  await addContact(portal, company, { email: nextEmail() })
  const page = await visit('admin', users)
  await page.getByRole('button', { name: 'Portala davet et: Şükrü Ay' }).click()
  await expect(page.getByRole('heading', { name: 'Şükrü Ay davet edildi' })).toBeVisible()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: /Şükrü Ay/ })
  await expect(row).toContainText('Davet bekliyor')
  await row.getByRole('button', { name: 'Daveti iptal et: Şükrü Ay' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Daveti iptal et' }).click()
  await expect(row).toContainText('Portal girişi yok')
})

test('a contact without an e-mail is invited once it is typed', async ({ visit, portal }) => {
  const { company, users } = await createCompany(portal)
  await addContact(portal, company)
  const page = await visit('admin', users, { allowedConsole: /status of 409/ })
  await page.getByRole('button', { name: 'Portala davet et: Şükrü Ay' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-posta').fill('staff@demo.test')
  await dialog.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(dialog.getByLabel('E-posta')).toHaveAccessibleDescription(/başka bir hesaba ait/)
  await dialog.getByLabel('E-posta').fill(nextEmail())
  await dialog.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByRole('heading', { name: 'Şükrü Ay davet edildi' })).toBeVisible()
})

test('a contact is corrected and removed by the administrator', async ({ visit, portal }) => {
  const { company, users } = await createCompany(portal)
  await addContact(portal, company)
  const page = await visit('admin', users)
  await page.getByRole('button', { name: 'Düzenle: Şükrü Ay' }).click()
  await page.getByRole('dialog').getByLabel('Soyad').fill('Işık')
  await page.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await page.getByRole('button', { name: 'Kullanıcıyı sil: Şükrü Işık' }).click()
  await expect(page.getByRole('dialog')).toContainText(phone)
  await page.getByRole('dialog').getByRole('button', { name: 'Kullanıcıyı sil' }).click()
  await expect(page.getByRole('row', { name: /Şükrü Işık/ })).toHaveCount(0)
})
