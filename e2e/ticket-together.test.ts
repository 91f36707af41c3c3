import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from './openTicket.ts'
import { expect, test } from './visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: /^(Yazışma|Conversation)$/ })
const composer = (page: Page) => page.getByLabel(/^(Mesaj yazın|Write a message)$/)

test('two people write at once, and each sees what the other wrote', async ({ visit, portal }) => {
  const { path, company, ticket } = await openTicket(portal)
  const customer = await visit('customer', path)
  const staff = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await composer(customer).fill('Basınç 40 bar.')
  await composer(staff).fill('Basınç kaç bar?')
  await Promise.all([composer(customer).press('Control+Enter'), composer(staff).press('Control+Enter')])
  for (const page of [customer, staff]) {
    await expect(conversation(page).getByText('Basınç 40 bar.')).toBeVisible({ timeout: 15_000 })
    await expect(conversation(page).getByText('Basınç kaç bar?')).toBeVisible({ timeout: 15_000 })
  }
})

test('who is writing while somebody else closes the ticket is told, and can still send', async ({ visit, portal }) => {
  const { path, ticket } = await openTicket(portal)
  const page = await visit('customer', path)
  await composer(page).fill('Son bir not')
  await portal.as('staff').call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await expect(conversation(page).getByText('Hüseyin Demir talebi kapattı')).toBeVisible({ timeout: 15_000 })
  await expect(composer(page)).toHaveValue('Son bir not')
  await composer(page).press('Control+Enter')
  await expect(conversation(page).getByText('Son bir not')).toBeVisible()
})

test('who is writing while somebody else archives the ticket is told so, and keeps the text', async ({ visit, portal }) => {
  const { path, ticket } = await openTicket(portal)
  const staff = portal.as('staff')
  const page = await visit('customer', path, { tolerates: /status of 409/ })
  await expect(composer(page)).toBeVisible()
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'archived' } })
  await composer(page).fill('Geç kalan mesaj')
  await composer(page).press('Control+Enter')
  await expect(conversation(page).getByText('Arşivlenmiş bir talebe mesaj yazılamaz.')).toBeVisible()
  // The refusal has brought the ticket as it is now.
  await expect(composer(page)).toHaveCount(0)
  await expect(conversation(page).getByText('Geç kalan mesaj')).toBeVisible()
  await page.reload()
  await expect(conversation(page).getByText('Geç kalan mesaj')).toBeVisible()
  await conversation(page).getByRole('button', { name: 'Sil' }).click()
  await expect(conversation(page).getByText('Geç kalan mesaj')).toHaveCount(0)
})

test('a text that was not sent yet is shown when the ticket has been archived meanwhile', async ({ visit, portal }) => {
  const { path, ticket } = await openTicket(portal)
  const staff = portal.as('staff')
  const page = await visit('customer', path, { language: 'en' })
  await composer(page).fill('I was about to say')
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'archived' } })
  const left = page.getByRole('alert').filter({ hasText: 'the ticket has been archived meanwhile' })
  await expect(left).toContainText('I was about to say', { timeout: 15_000 })
  await left.getByRole('button', { name: 'Delete' }).click()
  await expect(left).toHaveCount(0)
})
