import { routes } from '#contract/routes.ts'
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
    const pencil = page.getByRole('button', { name: 'Talebi düzelt' })
    await pencil.focus()
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
    await expect(pencil).toBeFocused()
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
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
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
