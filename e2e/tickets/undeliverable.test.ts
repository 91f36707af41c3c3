import { routes } from '#contract/routes.ts'
import { emailOf } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

test('the team sees beside a person that mail does not arrive, and the person does not', async ({
  visit,
  portal,
}) => {
  const { company, ticket, path } = await openTicket(portal)
  const { name } = await portal.as('customer').call(routes.sessions.me)
  await portal.setUndeliverable(emailOf('customer'), true)
  await portal
    .as('customer')
    .call(routes.notifications.follow, { params: { ticket }, body: { following: 'follow' } })
  try {
    const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
    const facts = page.getByRole('complementary')
    await expect(facts.getByText('E-posta ulaşmıyor', { exact: true })).toBeVisible()
    await expect(facts.getByText(`E-posta ulaşmıyor: ${name}`)).toBeVisible()
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: 'Piston altında yağ var.' })
        .getByText('E-posta ulaşmıyor'),
    ).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    const own = await visit('customer', path)
    await expect(own.getByText('Piston altında yağ var.')).toBeVisible()
    await expect(own.getByText('E-posta ulaşmıyor')).toBeHidden()
  } finally {
    await portal.setUndeliverable(emailOf('customer'), false)
  }
})
