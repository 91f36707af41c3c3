import type { Locator } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { purchaseDay } from '#testing/days.ts'
import { type DemoPortal, newPassword } from '../portal/demo-portal.ts'
import { addUser, createCompany } from '../portal/invitations.ts'
import { addMachine, unique } from '../portal/machine.ts'
import { expect, test } from '../support/visit.ts'

/** A ticket of a company and about a machine whose names are written from right to left. */
async function openTicketOfRightToLeft(portal: DemoPortal) {
  const { company, name: companyName } = await createCompany(portal, `شركة ${Date.now()}`)
  const { machine, name } = await addMachine(portal, 'מכונת כיפוף')
  const serialNumber = `${Date.now()}-7`
  await portal.as('admin').call(routes.machines.assign, {
    params: { company },
    body: { machine, serialNumber, dateOfPurchase: purchaseDay },
  })
  const { email } = await addUser(portal, company, { name: 'שרה', surname: 'לוי' })
  const token = await portal.signIn(email, newPassword)
  const { machines } = await portal.call(token, routes.machines.listOfAccount, {
    params: { company },
  })
  const title = unique('Yağ kaçağı')
  await portal.call(token, routes.tickets.open, {
    params: { company },
    body: { title, machine: machines[0]?._id ?? '', message: 'Piston altında yağ var.' },
  })
  return { company, companyName, token, name, serialNumber, title }
}

const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x ?? 0

test('names written from right to left stay in their order on a line, before a number too', async ({
  visit,
  portal,
}) => {
  const { company, token, name, serialNumber, title } = await openTicketOfRightToLeft(portal)
  const list = await visit('staff', `/staff/tickets?search=${encodeURIComponent(title)}`)
  const home = await visit({ token }, '/')
  for (const page of [list, home]) {
    const serial = page.getByRole('main').getByText(serialNumber, { exact: true }).first()
    await expect(serial).toBeVisible()
    const machine = page.getByRole('main').getByText(name, { exact: true }).first()
    expect(await leftOf(machine)).toBeLessThan(await leftOf(serial))
  }
  await home.goto(`/account/${company}/tickets/new`)
  await expect(home.getByLabel('Makine').locator('option').nth(1)).toHaveText(
    `${serialNumber} · \u2068${name}\u2069`,
  )
})

test('a notification about a customer whose name is written from right to left reads from left to right', async ({
  visit,
  portal,
}) => {
  const { companyName } = await openTicketOfRightToLeft(portal)
  const page = await visit('staff', '/notifications')
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: companyName })
  await expect(line).toContainText('\u2068שרה לוי\u2069 yeni bir talep açtı')
})
