import { routes } from '#contract/routes.ts'
import { assignMachine, unique } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

// The team corrects what a ticket says of itself.

for (const width of [1280, 360])
  test(`a colleague corrects title and machine with keys alone at ${width} pixels, and both sides read what it was`, async ({
    visit,
    portal,
  }) => {
    const { company, ticket, path, title } = await openTicket(portal)
    const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, { width })
    if (width < 500) await page.getByText('Talep bilgileri', { exact: true }).click()
    const opener = page.getByRole('button', { name: 'Talebi düzelt' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Konu')).toBeFocused()
    await expect(dialog.getByLabel('Konu')).toHaveValue(title)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Piston kaçağı')
    const machine = dialog.getByLabel('Makine', { exact: true })
    const { machines } = await portal
      .as('customer')
      .call(routes.machines.listOfAccount, { params: { company } })
    await machine.selectOption(machines[1]?._id ?? '')
    await dialog.getByLabel('Konu').press('Enter')
    await expect(page.getByText('Talep düzeltildi.')).toBeVisible()
    await expect(opener).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Piston kaçağı')
    const line = page.locator('[data-kind=corrected]').first()
    await expect(line).toContainText(`${title} → Piston kaçağı`)

    const theirs = await visit('customer', path, { width })
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Piston kaçağı')
    await expect(theirs.locator('[data-kind=corrected]')).toHaveCount(2)
    await expect(theirs.getByRole('button', { name: 'Talebi düzelt' })).toHaveCount(0)
  })

test('a correction that a colleague made meanwhile stays, and the dialog says what the ticket says now', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, {
    allowedConsole: /status of 409/,
  })
  await page.getByRole('button', { name: 'Talebi düzelt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Konu').fill('Piston')
  await portal
    .as('admin')
    .call(routes.tickets.change, { params: { ticket }, body: { title: 'Hortum kaçağı' } })
  await dialog.getByLabel('Konu').press('Enter')
  await expect(
    dialog.getByText('Bu bilgi bu arada değiştirildi; şimdi: Hortum kaçağı'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Konu')).toHaveValue('Piston')
})

test('a colleague moves a ticket on a phone, after reading who loses it, and its former members lose it at once', async ({
  visit,
  portal,
}) => {
  const { company, ticket, path, title } = await openTicket(portal)
  const to = await portal
    .as('admin')
    .call(routes.companies.create, { body: { name: unique('Öteki Pres') } })
  const { companyMachine } = await assignMachine(portal, { company: to._id })
  const requester = await portal.as('admin').call(routes.users.invite, {
    params: { company: to._id },
    body: { email: `${unique('deniz').replace(' ', '.')}@pres.test`, name: 'Deniz', surname: 'Ak' },
  })
  const theirs = await visit('customer', path, { allowedConsole: /status of 404/ })
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText(title)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, { width: 360 })
  await page.getByText('Talep bilgileri', { exact: true }).click()
  await page.getByRole('button', { name: 'Talebi düzelt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Firma').selectOption(to._id)
  await expect(dialog.getByText(`Talep ${to.name} firmasına taşınır`)).toBeVisible()
  await expect(dialog.getByText('Birlikte giden: 1 mesaj.')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Talebi taşı' }).click()
  await expect(dialog.getByLabel('Makine', { exact: true })).toBeFocused()
  await dialog.getByLabel('Makine', { exact: true }).selectOption(companyMachine)
  await dialog.getByLabel('Talep eden').selectOption(requester._id)
  await dialog.getByRole('button', { name: 'Talebi taşı' }).click()
  await expect(page.getByText('Talep öteki firmaya taşındı.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/staff/companies/${to._id}/tickets/${ticket}`))
  await expect(page.locator('[data-kind=corrected]').last()).toContainText(`→ ${to.name}`)
  await expect(theirs.getByText('Talep bulunamadı')).toBeVisible()
})
