import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

// A sender takes back a message, which others see at once.

const conversation = (page: Page) => page.getByRole('list', { name: 'Yazışma' })

test('an answer is taken back, and its text can be written on', async ({ visit, portal }) => {
  const { path, company, ticket } = await openTicket(portal)
  const customer = await visit('customer', path)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, { width: 360 })
  await page.getByLabel('Mesaj yazın').fill('Gizli fiyat 4711')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(conversation(customer)).toContainText('4711')
  await conversation(page).getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByText('Mesaj geri alındı; metni yeniden yazma alanında.')).toBeVisible()
  await expect(conversation(page)).toContainText('Bu mesaj geri alındı.')
  await expect(conversation(page)).not.toContainText('4711')
  await expect(conversation(page).getByRole('button', { name: 'Geri al' })).toHaveCount(0)
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Gizli fiyat 4711')
  await expect(page.getByLabel('Mesaj yazın')).toBeFocused()
  await expect(conversation(customer)).not.toContainText('4711')
  await expect(conversation(customer)).toContainText('Bu mesaj geri alındı.')
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('the text of an answer goes to the field of answers while a note is written', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await page.getByLabel('Mesaj yazın').fill('Gizli fiyat 4711')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await page.getByRole('button', { name: /^İç not/ }).click()
  await page.keyboard.type('Fiyatı kim yazdı?')
  await conversation(page).getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Gizli fiyat 4711')
  await expect(page.getByLabel('Mesaj yazın')).toBeFocused()
})

test('only the sender is offered to take back a message, and only while it is new', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  await portal.as('staff').call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Bakıyoruz.' },
  })
  const customer = await visit('customer', path)
  await expect(conversation(customer).getByText('Bakıyoruz.')).toBeVisible()
  // of the opening
  await expect(conversation(customer).getByRole('button', { name: 'Geri al' })).toHaveCount(1)
  const staff = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await expect(conversation(staff).getByRole('button', { name: 'Geri al' })).toHaveCount(1)
})

test('a message is taken back for as long as the server says, whatever the clock of the device', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  await portal.as('staff').call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Bakıyoruz.' },
  })
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  const button = conversation(page).getByRole('button', { name: 'Geri al' })
  await expect(button).toHaveCount(1)
  await page.clock.install({ time: Date.now() + 6 * 60_000 })
  await page.reload()
  await expect(button).toHaveCount(1)
  const dateRetractEnd = new Date(Date.now() + 5_000).toISOString()
  await page.route(new RegExp(`/staff/ticket/${ticket}$`), async route => {
    const response = await route.fetch()
    const json = await response.json()
    Object.assign(json.conversation.at(-1), { dateRetractEnd })
    await route.fulfill({ response, json })
  })
  await page.reload()
  await expect(button).toHaveCount(0, { timeout: 10_000 })
})

test('a message that a mail has got hold of meanwhile stays, and its sender is told why', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /409/ })
  await page.route('**/message/*', route =>
    route.fulfill({
      status: 409,
      json: {
        name: 'ConflictError',
        message: 'Bu mesaj e-postayla gönderildiği için geri alınamaz.',
      },
    }),
  )
  await conversation(page).getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByText('e-postayla gönderildiği için geri alınamaz')).toBeVisible()
  await expect(conversation(page).getByText('Piston altında yağ var.')).toBeVisible()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('')
})
