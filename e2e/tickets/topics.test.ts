import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

const unique = () => Math.random().toString(36).slice(2, 10)
const createTopic = async (portal: DemoPortal, name = `Konveyör ${unique()}`) =>
  portal.as('admin').call(routes.topics.create, { body: { name } })
const ticketLink = (page: Page, title: string) =>
  page.getByRole('link', { name: title, exact: true })

test('an administrator makes a topic, the team finds tickets by it, and it is deleted', async ({
  visit,
  portal,
}) => {
  const name = `Konveyör ${unique()}`
  const { company, ticket, title, path } = await openTicket(portal)
  const other = await openTicket(portal)

  const admin = await visit('admin', '/admin/settings', { width: 360 })
  await admin.getByRole('link', { name: 'Kategoriler' }).click()
  await admin.getByRole('button', { name: 'Yeni kategori' }).click()
  await admin.getByRole('dialog').getByLabel('Ad').fill(name)
  await admin.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await expect(admin.getByRole('list', { name: 'Kategoriler' }).getByText(name)).toBeVisible()
  expect(await findAccessibilityViolations(admin)).toEqual([])

  const address = `/staff/companies/${company}/tickets/${ticket}`
  const colleague = await visit('admin', address.replace('staff', 'admin'))
  const staff = await visit('staff', address, { width: 360 })
  await staff.getByText('Talep bilgileri').click()
  await staff.getByRole('button', { name: 'Kategori ekle' }).click()
  await staff.getByRole('combobox', { name: 'Kategori ekle' }).fill(name.slice(3).toUpperCase())
  await expect(staff.getByRole('option', { name })).toBeVisible()
  expect(await findAccessibilityViolations(staff)).toEqual([])
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('button', { name: `Kategoriyi kaldır: ${name}` })).toBeVisible()
  await staff.keyboard.press('Escape')
  await expect(staff.getByRole('button', { name: 'Kategori ekle' })).toBeFocused()
  await expect(colleague.getByRole('button', { name: `Kategoriyi kaldır: ${name}` })).toBeVisible()

  await staff.goto('/staff/tickets?sort=-dateCreated')
  await expect(ticketLink(staff, other.title)).toBeVisible()
  await staff.locator('[aria-keyshortcuts=f]').click()
  await staff.getByRole('dialog').getByLabel('Kategori').selectOption(name)
  await staff.getByRole('dialog').getByRole('button', { name: 'Uygula' }).click()
  await expect(staff.getByRole('button', { name: `Kategori ${name} kaldır` })).toBeVisible()
  await expect(ticketLink(staff, other.title)).toHaveCount(0)
  await expect(ticketLink(staff, title)).toBeVisible()
  expect(await findAccessibilityViolations(staff)).toEqual([])

  await admin.getByRole('button', { name: `Kategoriyi sil: ${name}` }).click()
  await expect(admin.getByRole('dialog')).toContainText('1 talepten kaldırılır')
  await admin.getByRole('dialog').getByRole('button', { name: 'Kategoriyi sil' }).click()
  await expect(colleague.getByRole('button', { name: `Kategoriyi kaldır: ${name}` })).toHaveCount(0)
  await expect(
    staff.getByRole('button', { name: 'Kategori Silinmiş kategori kaldır' }),
  ).toBeVisible()

  const customer = await visit('customer', path, { width: 360 })
  await expect(customer.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(customer.getByText('Kategori ekle')).toHaveCount(0)
})

test('a topic is taken from a ticket by its cross, and the focus stays beside it', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const { _id, name } = await createTopic(portal)
  const params = { ticket }
  await portal.as('staff').call(routes.tickets.change, { params, body: { addTopics: [_id] } })
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  const cross = page.getByRole('button', { name: `Kategoriyi kaldır: ${name}` })
  await cross.focus()
  await page.keyboard.press('Enter')
  await expect(cross).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Kategori ekle' })).toBeFocused()
  expect((await portal.as('staff').call(routes.tickets.get, { params })).topics).toEqual([])
})

test('a topic is chosen with the pointer, and a click elsewhere closes the list', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const { name } = await createTopic(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  const opener = page.getByRole('button', { name: 'Kategori ekle' })
  await opener.click()
  const field = page.getByRole('combobox', { name: 'Kategori ekle' })
  await expect(field).toBeFocused()
  await field.fill('yok böyle bir kategori')
  await expect(page.getByText('Eklenecek kategori bulunamadı.')).toBeVisible()
  await field.fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('button', { name: `Kategoriyi kaldır: ${name}` })).toBeVisible()
  await expect(field).toBeFocused()
  await opener.click()
  await expect(field).toHaveCount(0)
  await opener.click()
  await expect(field).toBeFocused()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(field).toHaveCount(0)
})

test('a name that is taken is refused at its field', async ({ visit, portal }) => {
  const { name } = await createTopic(portal)
  const page = await visit('admin', '/admin/settings/topics', { allowedConsole: /status of 409/ })
  await page.getByRole('button', { name: 'Yeni kategori' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ad').fill(name.toUpperCase())
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Bu adda bir kategori zaten var')).toBeVisible()
  await expect(dialog.getByLabel('Ad')).toBeFocused()
})
