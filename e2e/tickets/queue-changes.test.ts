import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

type OpenedTicket = Awaited<ReturnType<typeof openTicket>>

const token = () => Math.random().toString(36).slice(2)
const selected = (page: Page) => page.getByRole('region', { name: 'Seçilen talepler' })
const close = (page: Page) =>
  selected(page).getByRole('button', { name: 'Kapat', exact: true }).click()
const choose = (page: Page, { title }: OpenedTicket) =>
  page.getByRole('row').filter({ hasText: title }).getByRole('checkbox').check()

/** Holds a call until it is let go. */
async function hold(page: Page, url: RegExp) {
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    if (route.request().method() === 'POST') await isFree
    await route.fallback()
  })
  return letGo
}

test('an undone closing leaves a ticket closed that was closed before', async ({
  visit,
  portal,
}) => {
  const word = token()
  const [closed, open] = [
    await openTicket(portal, `${word} 1`),
    await openTicket(portal, `${word} 2`),
  ]
  const staff = portal.as('staff')
  const change = (ticket: string, body: { status: 'closed' }) =>
    staff.call(routes.tickets.change, { params: { ticket }, body })
  await change(closed.ticket, { status: 'closed' })
  for (const { ticket } of [closed, open])
    await staff.call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Gönderdik.' } })
  const page = await visit('staff', `/staff/tickets?status=answered&search=${word}`)
  for (const ticket of [closed, open]) await choose(page, ticket)
  await close(page)
  await expect(page.getByText('1 talep değiştirildi.')).toBeVisible()
  await page.getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByText('1 talep eski haline getirildi.')).toBeVisible()
  const statusOf = async (ticket: string) =>
    (await staff.call(routes.tickets.get, { params: { ticket } })).status
  expect([await statusOf(closed.ticket), await statusOf(open.ticket)]).toEqual(['closed', 'open'])
})

test('tickets that are closed while a colleague searches leave the focus in the search', async ({
  visit,
  portal,
}) => {
  const word = token()
  const [first] = [await openTicket(portal, `${word} 1`), await openTicket(portal, `${word} 2`)]
  const page = await visit('staff', `/staff/tickets?search=${word}`)
  await choose(page, first)
  const letGo = await hold(page, new RegExp(`/staff/ticket/${first.ticket}$`))
  await close(page)
  const search = page.getByRole('textbox', { name: /kayıtta ara/ })
  await search.click()
  letGo()
  await expect(page.getByText('1 talep değiştirildi.')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(search).toBeFocused()
})

test('an answer that is sent while its writer reads another ticket opens no next one', async ({
  visit,
  portal,
}) => {
  const word = token()
  const tickets: OpenedTicket[] = []
  for (const number of [1, 2, 3]) tickets.push(await openTicket(portal, `${word} ${number}`))
  const [first, second, other] = tickets as [OpenedTicket, OpenedTicket, OpenedTicket]
  const page = await visit('staff', `/staff/tickets?status=waiting&search=${word}`)
  await page.getByRole('link', { name: first.title, exact: true }).click()
  await page.getByRole('textbox', { name: 'Mesaj yazın' }).fill('Yarın geliyoruz.')
  const letGo = await hold(page, new RegExp(`/staff/ticket/${first.ticket}/message`))
  const answered = page.waitForResponse(new RegExp(`/staff/ticket/${first.ticket}/message`))
  await page.getByLabel('Gönderme seçenekleri').selectOption('Gönder ve sıradakine geç')
  await page.goBack()
  await page.getByRole('link', { name: other.title, exact: true }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText(other.title)
  letGo()
  await answered
  const opensNext = page.waitForURL(new RegExp(second.ticket), { timeout: 2_000 })
  await expect(opensNext).rejects.toThrow('Timeout')
  await expect(heading).toContainText(other.title)
})
