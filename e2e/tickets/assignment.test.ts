import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { hasLoaded } from '../support/loaded.ts'
import { expect, test } from '../support/visit.ts'

test('staff take a ticket with one click, see its assignee in the list, and unassign it', async ({
  visit,
  portal,
}) => {
  const { company, ticket, title } = await openTicket(portal)
  const path = `/staff/companies/${company}/tickets/${ticket}`
  const page = await visit('staff', path, { width: 360 })
  await page.getByRole('button', { name: 'Üstlen' }).click()
  await expect(page.getByText('Talebi üstlendiniz.')).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Hüseyin Demir talebi üstlendi' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Üstlen' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByText('Talep bilgileri', { exact: true }).click()
  const assignee = page.getByRole('combobox', { name: 'Sorumlu' })
  await expect(assignee.locator('option:checked')).toHaveText('Hüseyin Demir (siz)')

  const list = await visit('staff', '/staff/tickets', { width: 360 })
  const row = list.getByRole('listitem').filter({ hasText: title })
  await expect(row.getByText('Hüseyin Demir')).toBeVisible()

  await assignee.selectOption({ label: 'Atanmadı' })
  await expect(page.getByText('Talebin sorumlusu kaldırıldı.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Üstlen' })).toBeVisible()
  await expect(row.getByText('Atanmadı')).toBeVisible()
})

test('staff who take a ticket that a colleague has just taken read who has it', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, {
    allowedConsole: /409/,
  })
  const take = page.getByRole('button', { name: 'Üstlen' })
  await expect(take).toBeVisible()
  await hasLoaded(page, 'ticket') // a request under way could bring the colleague's change
  // The page does not learn of it in time.
  await page.route(`**/staff/ticket/${ticket}`, route =>
    route.request().method() === 'GET' ? undefined : route.continue(),
  )
  const { _id: admin, name: who } = await portal.as('admin').call(routes.sessions.me)
  await portal
    .as('admin')
    .call(routes.tickets.change, { params: { ticket }, body: { assignee: admin } })
  await take.click()
  await expect(page.getByText(`sorumlusu artık ${who}`)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(
    page.getByRole('combobox', { name: 'Sorumlu' }).locator('option:checked'),
  ).toHaveText(who)
  await expect(take).toHaveCount(0)
})

test('of several choices in a row the last one holds, and none is refused', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  const assignee = page.getByRole('combobox', { name: 'Sorumlu' })
  await expect.poll(() => assignee.locator('option').count()).toBeGreaterThan(2)
  const names = await assignee.locator('option').allTextContents()
  for (const label of names.slice(1)) await assignee.selectOption({ label })
  await expect(assignee.locator('option:checked')).toHaveText(names.at(-1) ?? '')
  await expect
    .poll(async () => {
      const { assigneeName } = await portal
        .as('staff')
        .call(routes.tickets.get, { params: { ticket } })
      return assigneeName
    })
    .toBe(names.at(-1))
})

test('a customer sees neither the assignee nor the button that takes a ticket', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const { _id: assignee } = await portal.as('staff').call(routes.sessions.me)
  await portal.as('staff').call(routes.tickets.change, { params: { ticket }, body: { assignee } })
  const page = await visit('customer', path)
  await expect(page.getByText('Seri no')).toBeVisible()
  await expect(page.getByText('Sorumlu', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Üstlen' })).toHaveCount(0)
})

test('an administrator has tickets assigned to the first colleague who answers', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const admin = await visit('admin', '/admin/settings', { language: 'en', width: 360 })
  await admin.getByLabel('Assign on reply').selectOption('To the first who answers')
  try {
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Update successful.')).toBeVisible()
    const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, {
      language: 'en',
    })
    await page.getByLabel('Write a message').fill('Bakıyoruz.')
    await page.getByLabel('Write a message').press('Control+Enter')
    await expect(
      page.getByRole('combobox', { name: 'Assignee' }).locator('option:checked'),
    ).toHaveText('Hüseyin Demir (you)')
  } finally {
    const body = { assignOnReply: false }
    await portal.as('admin').call(routes.vendors.changeSettings, { body })
  }
})
