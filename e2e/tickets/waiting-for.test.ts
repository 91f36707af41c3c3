import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

test('staff keep an answered ticket with the team, and the list says so', async ({
  visit,
  portal,
}) => {
  const { company, ticket, title } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Yarın bakarım.' } })
  const path = `/staff/companies/${company}/tickets/${ticket}`
  const page = await visit('staff', path, { width: 360 })
  await page.getByText('Talep bilgileri', { exact: true }).click()
  const choice = page.getByRole('combobox', { name: 'Sıra kimde' })
  await expect(choice.locator('option:checked')).toHaveText('Müşteride')
  await choice.selectOption({ label: 'Bizde' })
  await expect(page.getByText('Talep artık ekibinizin yanıtını bekliyor.')).toBeVisible()
  const list = await visit('staff', '/staff/tickets', { width: 360 })
  const row = list.getByRole('listitem').filter({ hasText: title })
  await expect(row.getByText(/\d+ (saat|gün) kaldı/)).toBeVisible()
})
