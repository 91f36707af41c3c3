import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { createCustomerWithMachine } from '../portal/create-customer.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

test('a ticket is requested once, while the code of its page is still loading', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { company, token, companyMachine } = await createCustomerWithMachine(vendor)
  const title = 'Pres durdu'
  const { _id: ticket } = await vendor.call(
    routes.tickets.open,
    { params: { company }, body: { title, machine: companyMachine } },
    token,
  )
  const page = await visit({ token }, `${vendor.url}/403`)
  await holdRequests(page, '**/event?*') // a late event would be a reason for a second request
  await page.goto(`${vendor.url}/account/${company}/tickets`)
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  const release = await holdRequests(page, /\/TicketPage-[^/]*\.js$/)
  await page.getByRole('link', { name: title, exact: true }).hover()
  await expect
    .poll(() => requests.filter(url => /\/TicketPage-[^/]*\.js$/.test(url)).length)
    .toBe(1)
  const find = () =>
    requests.filter(url => url.endsWith(`/account/${company}/ticket/${ticket}`)).length
  expect(find()).toBe(0)
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect.poll(find).toBe(1)
  release()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(find()).toBe(1)
})

/** A ticket by its id, unlike the counts of the queue. */
const ticketCall = /\/staff\/ticket\/[\da-f-]{36}$/

/** Opens the first ticket of the queue with the keyboard and stops the page's clock. */
async function openFirst(page: Page) {
  await page.getByRole('rowheader').first().getByRole('link').focus()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tickets\/[\w-]+$/)
}

test('a list stays for a tenth of a second while the opened ticket is fetched', async ({
  visit,
}) => {
  const page = await visit('staff', '/staff/tickets')
  const title = page.getByRole('heading', { level: 1 })
  const release = await holdRequests(page, ticketCall)
  await openFirst(page)
  await page.clock.runFor(90)
  await expect(title).toHaveText('Talepler')
  await page.clock.runFor(20)
  await expect(title).toHaveText('Talep')
  release()
  await page.clock.resume()
  await expect(title).toHaveText(/^#\d+ /)
})

test('a ticket that is fetched within it follows the list without an empty page', async ({
  visit,
}) => {
  const page = await visit('staff', '/staff/tickets')
  const titles = page.evaluateHandle(() => {
    const seen = new Set<string>()
    const see = () => seen.add(document.querySelector('h1')?.textContent ?? '')
    new MutationObserver(see).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  const fetched = page.waitForResponse(ticketCall)
  await openFirst(page)
  await (await fetched).finished()
  await page.clock.runFor(50)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^#\d+ /)
  expect(await (await titles).evaluate(seen => [...seen])).not.toContain('Talep')
})

test('a ticket that is gone is requested once, and the page says so', async ({ visit }) => {
  const page = await visit('staff', '/staff/tickets', { allowedConsole: /404/ })
  let requests = 0
  await page.route(ticketCall, route => {
    requests++
    return route.fulfill({ status: 404, json: { name: 'NotFound', message: 'Bulunamadı.' } })
  })
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Talep bulunamadı' })).toBeVisible()
  expect(requests).toBe(1)
})
