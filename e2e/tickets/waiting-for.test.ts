import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

for (const { language, width, label, team, customer, message, tag, details } of [
  {
    language: 'tr',
    width: 360,
    label: 'Kimi bekliyor',
    team: 'Ekibimizi',
    customer: 'Müşteriyi',
    message: 'Talep artık ekibinizin yanıtını bekliyor.',
    tag: /\d+ (saat|gün) kaldı/,
    details: 'Talep bilgileri',
  },
  {
    language: 'en',
    width: 1_280,
    label: 'Waiting for',
    team: 'Our team',
    customer: 'The customer',
    message: 'The ticket now waits for your team.',
    tag: /\d+ (hours|days?) left/,
    details: 'Ticket details',
  },
] as const)
  test(`staff keep an answered ticket with the team, and the list says so: ${language}, ${width} px`, async ({
    visit,
    portal,
  }) => {
    const { company, ticket, title } = await openTicket(portal)
    await portal
      .as('staff')
      .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Yarın bakarım.' } })
    const path = `/staff/companies/${company}/tickets/${ticket}`
    const page = await visit('staff', path, { language, width })
    if (width < 600) await page.getByText(details, { exact: true }).click()
    const choice = page.getByRole('combobox', { name: label })
    await expect(choice.locator('option:checked')).toHaveText(customer)
    await choice.selectOption({ label: team })
    await expect(page.getByText(message)).toBeVisible()
    const list = await visit('staff', '/staff/tickets', { language, width })
    const row = list.getByRole(width < 600 ? 'listitem' : 'row').filter({ hasText: title })
    await expect(row.getByText(tag)).toBeVisible()
  })
