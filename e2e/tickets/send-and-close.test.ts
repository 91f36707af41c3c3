import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

// The team sends an answer and closes the ticket in one step, and takes a closing back.

type OpenedTicket = Awaited<ReturnType<typeof openTicket>>
const pathOf = ({ company, ticket }: OpenedTicket) =>
  `/staff/companies/${company}/tickets/${ticket}`
const read = (portal: DemoPortal, { ticket }: OpenedTicket) =>
  portal.as('staff').call(routes.tickets.get, { params: { ticket } })
const field = (page: Page) => page.getByRole('textbox', { name: 'Mesaj yazın' })
const ways = (page: Page) => page.getByLabel('Gönderme seçenekleri')
const toast = (page: Page, text: string) =>
  page.getByRole('status').locator('[data-kind]').filter({ hasText: text })
const undo = (page: Page, text: string) =>
  toast(page, text).getByRole('button', { name: 'Geri al', exact: true })

test('an answer that is sent on a phone closes its ticket, and one tap opens it again as it was', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const dateSnoozed = new Date(Date.now() + 86_400_000).toISOString()
  await portal.as('staff').call(routes.tickets.change, {
    params: { ticket: opened.ticket },
    body: { dateSnoozed },
  })
  const page = await visit('staff', pathOf(opened), { width: 360 })
  await field(page).fill('Sorun giderildi.')
  for (const control of [page.getByRole('button', { name: 'Yanıtı gönder' }), ways(page)])
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect((await ways(page).boundingBox())?.width).toBeGreaterThanOrEqual(44)
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await ways(page).selectOption('Gönder ve kapat')
  await expect(page.getByText('Talep kapalı; yine de mesaj yazabilirsiniz')).toHaveCount(0)
  await expect(page.getByText('Mesajınız gönderilir, talep kapalı kalır.')).toBeVisible()
  await expect(ways(page)).toHaveCount(0)
  await undo(page, 'Yanıt gönderildi, talep kapatıldı.').click()
  await expect(toast(page, '1 talep eski haline getirildi.')).toBeVisible()
  await expect(ways(page)).toBeVisible()
  const after = await read(portal, opened)
  expect(after).toMatchObject({ status: 'open', waitingFor: 'customer', dateSnoozed })
  expect(after.conversation.map(({ message }) => message)).toContain('Sorun giderildi.')
})

test('an answer that waits for the network says that it closes its ticket, and does so', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const page = await visit('staff', pathOf(opened), { allowedConsole: /ERR_INTERNET|Network/ })
  await field(page).fill('Sorun giderildi.')
  await page.context().setOffline(true)
  await field(page).press('Alt+Enter')
  await expect(page.getByText('Gönderilince talep kapatılacak.')).toBeVisible()
  expect((await read(portal, opened)).status).toBe('open')
  await page.context().setOffline(false)
  await expect(toast(page, 'Yanıt gönderildi, talep kapatıldı.')).toBeVisible({ timeout: 30_000 })
  expect((await read(portal, opened)).status).toBe('closed')
})

test('one key sends, closes and opens the next ticket, and Ctrl+Enter only sends', async ({
  visit,
  portal,
}) => {
  const word = Math.random().toString(36).slice(2)
  const [first, second] = [
    await openTicket(portal, `${word} 1`),
    await openTicket(portal, `${word} 2`),
  ]
  const page = await visit('staff', `/staff/tickets?status=waiting&search=${word}`)
  await page.getByRole('link', { name: first.title, exact: true }).click()
  await expect(ways(page).getByRole('option')).toHaveText([
    'Gönderme seçenekleri',
    'Gönder ve kapat',
    'Gönder ve sıradakine geç',
    'Gönder, kapat ve sıradakine geç',
  ])
  await field(page).fill('Sorun giderildi.')
  await field(page).press('Alt+Shift+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(second.title)
  await field(page).fill('Yarın geliyoruz.')
  await field(page).press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Yazışma' })).toContainText('Yarın geliyoruz.')
  expect([(await read(portal, first)).status, (await read(portal, second)).status]).toEqual([
    'closed',
    'open',
  ])
})

test('a ticket that was closed by its button is opened again with one click, and waits for the team since then', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const { dateWaiting } = await read(portal, opened)
  const page = await visit('staff', pathOf(opened))
  await page.getByRole('button', { name: 'Talebi kapat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Talebi kapat' }).click()
  await undo(page, 'Talep kapatıldı.').click()
  await expect(toast(page, '1 talep eski haline getirildi.')).toBeVisible()
  expect(await read(portal, opened)).toMatchObject({
    status: 'open',
    waitingFor: 'team',
    dateWaiting,
  })
})
