import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

// A colleague answers while somebody writes an answer to the same ticket.

const conversation = (page: Page) => page.getByRole('list', { name: 'Yazışma' })
const messagesOf = async (portal: DemoPortal, ticket: string) =>
  (await portal.as('staff').call(routes.tickets.get, { params: { ticket } })).conversation.map(
    ({ message }) => message,
  )

/** The page of a ticket with a begun answer, to which an administrator answers meanwhile. */
async function answerMeanwhile(page: Page, portal: DemoPortal, ticket: string) {
  await page.getByLabel('Mesaj yazın').fill('Yağı')
  await portal.as('admin').call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Filtreyi değiştirdik.' },
  })
  await expect(conversation(page).getByText('Filtreyi değiştirdik.')).toBeVisible()
  await page.getByLabel('Mesaj yazın').fill('Yağı değiştirin.')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
}

test('an answer shows what a colleague wrote meanwhile, and is sent if its author wants', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const path = `/staff/companies/${company}/tickets/${ticket}`
  const page = await visit('staff', path, { width: 360, allowedConsole: /409/ })
  await answerMeanwhile(page, portal, ticket)
  const failed = conversation(page).getByRole('alert').filter({ hasText: 'Gönderilemedi' })
  await expect(failed).toContainText('Siz yazmaya başladıktan sonra 1 mesaj geldi')
  await expect(failed).toContainText('Filtreyi değiştirdik.')
  expect(await findViolationsInBothThemes(page)).toEqual([])
  expect(await messagesOf(portal, ticket)).not.toContain('Yağı değiştirin.')
  await failed.getByRole('button', { name: 'Yine de gönder' }).click()
  await expect(failed).toHaveCount(0)
  // the page shows it before the server has it
  await expect
    .poll(async () => (await messagesOf(portal, ticket)).slice(-2))
    .toEqual(['Filtreyi değiştirdik.', 'Yağı değiştirin.'])
})

test("an answer that is edited after a colleague's is sent without another question", async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const path = `/staff/companies/${company}/tickets/${ticket}`
  const page = await visit('staff', path, { width: 360, allowedConsole: /409/ })
  await answerMeanwhile(page, portal, ticket)
  await conversation(page).getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Yağı değiştirin.')
  await page.getByLabel('Mesaj yazın').fill('Yağı da değiştirin.')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(conversation(page).getByText('Yağı da değiştirin.')).toBeVisible()
  await expect(conversation(page).getByText('Gönderilemedi')).toHaveCount(0)
  // the page shows it before the server has it
  await expect
    .poll(async () => (await messagesOf(portal, ticket)).at(-1))
    .toBe('Yağı da değiştirin.')
})

test('an answer that was begun before a reload still knows what its author had seen', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const path = `/staff/companies/${company}/tickets/${ticket}`
  const page = await visit('staff', path, { allowedConsole: /409/ })
  await page.getByLabel('Mesaj yazın').fill('Yağı değiştirin.')
  await portal.as('admin').call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Filtreyi değiştirdik.' },
  })
  await page.reload()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Yağı değiştirin.')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(conversation(page).getByRole('alert')).toContainText('Filtreyi değiştirdik.')
})

test('after an answer was sent, the next one begins with what has been read by then', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  for (const text of ['Bakıyoruz.', 'Yarın geliyoruz.']) {
    await page.getByLabel('Mesaj yazın').fill(text)
    await page.getByLabel('Mesaj yazın').press('Control+Enter')
    await expect.poll(() => messagesOf(portal, ticket)).toContain(text)
    await portal.as('admin').call(routes.tickets.reply, {
      params: { ticket },
      body: { contents: `${text} (ben de)` },
    })
    await expect(conversation(page).getByText(`${text} (ben de)`)).toBeVisible()
  }
  await expect(conversation(page).getByText('Gönderilemedi')).toHaveCount(0)
})

test('a customer, and who talks in live support, is not stopped by what comes meanwhile', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const customer = await visit('customer', path)
  await answerMeanwhile(customer, portal, ticket)
  await expect(conversation(customer).getByText('Yağı değiştirin.')).toBeVisible()
  const staff = await visit('staff', `/live/${ticket}`)
  await staff.getByLabel('Mesaj yazın').fill('Yağı')
  await portal.as('admin').call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Ben bakıyorum.' },
  })
  await expect(conversation(staff).getByText('Ben bakıyorum.')).toBeVisible()
  await staff.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(conversation(staff).getByText('Yağı', { exact: true })).toBeVisible()
  for (const page of [customer, staff])
    await expect(conversation(page).getByText('Gönderilemedi')).toHaveCount(0)
})

test('an answer that was begun before a merge was undone shows what the ticket has, and is sent', async ({
  visit,
  portal,
}) => {
  const [{ company, ticket }, duplicate] = [await openTicket(portal), await openTicket(portal)]
  const admin = portal.as('admin')
  await admin.call(routes.tickets.merge, {
    params: { ticket: duplicate.ticket },
    body: { into: ticket },
  })
  const path = `/staff/companies/${company}/tickets/${ticket}`
  const page = await visit('staff', path, { allowedConsole: /404|409/ })
  const messages = conversation(page).getByText('Piston altında yağ var.')
  await expect(messages).toHaveCount(2)
  const field = page.getByLabel('Mesaj yazın')
  await field.fill('Keçeyi')
  await admin.call(routes.tickets.undoMerge, { params: { ticket: duplicate.ticket } })
  await expect(messages).toHaveCount(1)
  await field.fill('Keçeyi değiştirin.')
  await field.press('Control+Enter')
  const failed = conversation(page).getByRole('alert').filter({ hasText: 'Gönderilemedi' })
  await expect(failed).toContainText('Siz yazmaya başladıktan sonra 1 mesaj geldi')
  await failed.getByRole('button', { name: 'Yine de gönder' }).click()
  await expect(failed).toHaveCount(0)
  await expect
    .poll(async () => (await messagesOf(portal, ticket)).at(-1))
    .toBe('Keçeyi değiştirin.')
})
