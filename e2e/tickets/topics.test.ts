import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

const texts = {
  tr: {
    topics: 'Etiketler',
    create: 'Yeni etiket',
    name: 'Ad',
    save: 'Kaydet',
    details: 'Talep bilgileri',
    add: 'Etiket ekle',
    removeFrom: (name: string) => `Etiketi kaldır: ${name}`,
    topic: 'Etiket',
    apply: 'Uygula',
    filterOf: (name: string) => `Etiket ${name} kaldır`,
    deleteOf: (name: string) => `Etiketi sil: ${name}`,
    delete: 'Etiketi sil',
    lost: '1 talepten kaldırılır',
    deleted: 'Silinmiş etiket',
  },
  en: {
    topics: 'Topics',
    create: 'New topic',
    name: 'Name',
    save: 'Save',
    details: 'Ticket details',
    add: 'Add a topic',
    removeFrom: (name: string) => `Remove the topic: ${name}`,
    topic: 'Topic',
    apply: 'Apply',
    filterOf: (name: string) => `Topic ${name} remove`,
    deleteOf: (name: string) => `Delete the topic: ${name}`,
    delete: 'Delete the topic',
    lost: 'One ticket loses it',
    deleted: 'Deleted topic',
  },
}

const unique = () => Math.random().toString(36).slice(2, 10)
const createTopic = async (portal: DemoPortal, name = `Konveyör ${unique()}`) =>
  portal.as('admin').call(routes.topics.create, { body: { name } })
const ticketLink = (page: Page, title: string) =>
  page.getByRole('link', { name: title, exact: true })

for (const [language, width] of [
  ['tr', 360],
  ['en', 1280],
] as const)
  test(`an administrator makes a topic, the team finds tickets by it, and it is deleted: ${language}, ${width} px`, async ({
    visit,
    portal,
  }) => {
    const t = texts[language]
    const name = `Konveyör ${unique()}`
    const { company, ticket, title, path } = await openTicket(portal)
    const other = await openTicket(portal)

    const admin = await visit('admin', '/admin/settings', { language, width })
    await admin.getByRole('link', { name: t.topics }).click()
    await admin.getByRole('button', { name: t.create }).click()
    await admin.getByRole('dialog').getByLabel(t.name).fill(name)
    await admin.getByRole('dialog').getByRole('button', { name: t.save }).click()
    await expect(admin.getByRole('list', { name: t.topics }).getByText(name)).toBeVisible()
    expect(await findAccessibilityViolations(admin)).toEqual([])

    const address = `/staff/companies/${company}/tickets/${ticket}`
    const colleague = await visit('admin', address.replace('staff', 'admin'), { language })
    const staff = await visit('staff', address, { language, width })
    if (width < 768) await staff.getByText(t.details).click()
    await staff.getByRole('button', { name: t.add }).click()
    await staff.getByRole('combobox', { name: t.add }).fill(name.slice(3).toUpperCase())
    await expect(staff.getByRole('option', { name })).toBeVisible()
    expect(await findAccessibilityViolations(staff)).toEqual([])
    await staff.keyboard.press('Enter')
    await expect(staff.getByRole('button', { name: t.removeFrom(name) })).toBeVisible()
    await staff.keyboard.press('Escape')
    await expect(staff.getByRole('button', { name: t.add })).toBeFocused()
    await expect(colleague.getByRole('button', { name: t.removeFrom(name) })).toBeVisible()

    await staff.goto('/staff/tickets?sort=-dateCreated')
    await expect(ticketLink(staff, other.title)).toBeVisible()
    await staff.locator('[aria-keyshortcuts=f]').click()
    await staff.getByRole('dialog').getByLabel(t.topic).selectOption(name)
    await staff.getByRole('dialog').getByRole('button', { name: t.apply }).click()
    await expect(staff.getByRole('button', { name: t.filterOf(name) })).toBeVisible()
    await expect(ticketLink(staff, other.title)).toHaveCount(0)
    await expect(ticketLink(staff, title)).toBeVisible()
    expect(await findAccessibilityViolations(staff)).toEqual([])

    await admin.getByRole('button', { name: t.deleteOf(name) }).click()
    await expect(admin.getByRole('dialog')).toContainText(t.lost)
    await admin.getByRole('dialog').getByRole('button', { name: t.delete }).click()
    await expect(colleague.getByRole('button', { name: t.removeFrom(name) })).toHaveCount(0)
    await expect(staff.getByRole('button', { name: t.filterOf(t.deleted) })).toBeVisible()

    const customer = await visit('customer', path, { language, width })
    await expect(customer.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(customer.getByText(t.add)).toHaveCount(0)
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
  const cross = page.getByRole('button', { name: texts.tr.removeFrom(name) })
  await cross.focus()
  await page.keyboard.press('Enter')
  await expect(cross).toHaveCount(0)
  await expect(page.getByRole('button', { name: texts.tr.add })).toBeFocused()
  expect((await portal.as('staff').call(routes.tickets.get, { params })).topics).toEqual([])
})

test('a topic is chosen with the pointer, and a click elsewhere closes the list', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const { name } = await createTopic(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  const opener = page.getByRole('button', { name: texts.tr.add })
  await opener.click()
  const field = page.getByRole('combobox', { name: texts.tr.add })
  await expect(field).toBeFocused()
  await field.fill('yok böyle bir etiket')
  await expect(page.getByText('Eklenecek etiket bulunamadı.')).toBeVisible()
  await field.fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('button', { name: texts.tr.removeFrom(name) })).toBeVisible()
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
  await page.getByRole('button', { name: texts.tr.create }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts.tr.name).fill(name.toUpperCase())
  await dialog.getByRole('button', { name: texts.tr.save }).click()
  await expect(page.getByText('Bu adda bir etiket zaten var')).toBeVisible()
  await expect(dialog.getByLabel(texts.tr.name)).toBeFocused()
})
