import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

for (const { language, role, width, missing } of [
  { language: 'tr', role: 'customer', width: 360, missing: 'Talep bulunamadı' },
  { language: 'en', role: 'staff', width: 1_280, missing: 'Ticket not found' },
] as const) {
  test(`a ticket's number finds it in a list, is in its titles, and opens it: ${role}, ${language}, ${width} pixels`, async ({
    visit,
    portal,
  }) => {
    const { company, ticket, title, number } = await openTicket(portal)
    const page = await visit(
      role,
      role === 'staff' ? '/staff/tickets' : `/account/${company}/tickets`,
      { language, width, allowedConsole: /404/ },
    )
    const search = page.getByRole('textbox')
    await search.fill(`#${number}`)
    await search.press('Enter')
    await expect(page.getByText(/^#\d+$/)).toHaveText([`#${number}`])
    await page.getByRole('link', { name: title, exact: true }).click()
    const name = `#${number} ${title}`
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    expect(await page.title()).toContain(name)
    await expect(page.getByRole('navigation').getByText(`#${number}`)).toHaveCount(1)

    await page.goto(`/t/${number}`)
    await expect(page).toHaveURL(new RegExp(`/tickets/${ticket}$`))
    for (const wrong of ['999999', '1042x', '0']) {
      await page.goto(`/t/${wrong}`)
      await expect(page.getByText(missing)).toBeVisible()
    }
  })
}
