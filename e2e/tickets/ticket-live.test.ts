import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { pollIntervals } from '../../web/src/data/intervals.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { startAppProxy } from '../support/app-proxy.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: /^(Yazışma|Conversation)$/ })
const composer = (page: Page) => page.getByLabel(/^(Mesaj yazın|Write a message)$/)
const presence = (page: Page) => page.locator('p[aria-live=off]')
/** Resolves once the page follows the server's events. */
const following = (page: Page) =>
  page.waitForResponse(response => /\/event\?/.test(response.url()) && response.ok())
/** Far below the interval at which a page polls, also on a loaded machine. */
const soon = { timeout: 5_000 }

test('a message appears on the other side without a reload, and lists follow', async ({
  visit,
  portal,
}) => {
  const { path, ticket, title } = await openTicket(portal)
  const customer = await visit('customer', '/403')
  const team = await visit('staff', '/403')
  await Promise.all([following(customer), customer.goto(path)])
  await Promise.all([following(team), team.goto('/staff/tickets?status=closed')])
  await expect(composer(customer)).toBeVisible()
  await expect(team.getByRole('heading', { name: 'Talepler' })).toBeVisible()
  await expect(team.getByRole('link', { name: title, exact: true })).toHaveCount(0)

  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Yarın geliyoruz.' } })
  await expect(conversation(customer).getByText('Yarın geliyoruz.')).toBeVisible(soon)
  await portal
    .as('staff')
    .call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await expect(conversation(customer).getByText('talebi kapattı')).toBeVisible(soon)
  await expect(team.getByRole('link', { name: title, exact: true })).toBeVisible(soon)
})

test('the frame and its connection stay while a colleague opens a ticket from the queue and returns', async ({
  visit,
}) => {
  const page = await visit('staff', '/403')
  await Promise.all([following(page), page.goto('/staff/tickets')])
  const menu = await page.getByRole('complementary').first().elementHandle()
  let connections = 0
  page.on('request', request => {
    if (/\/event\?/.test(request.url())) connections++
  })
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(composer(page)).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Talepler' }).first().click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await menu?.evaluate(element => element.isConnected)).toBe(true)
  expect(connections).toBe(0)
})

test('a message that arrived while the network was away is there once it is back, without a reload', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const page = await visit('customer', '/403', { allowedConsole: /ERR_INTERNET_DISCONNECTED/ })
  await Promise.all([following(page), page.goto(path)])
  await expect(composer(page)).toBeVisible()
  let failures = 0
  page.on('requestfailed', request => {
    if (request.method() === 'GET' && request.url().endsWith(ticket)) failures++
  })
  await page.context().setOffline(true)
  await portal.as('staff').call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Bağlantı yokken yazıldı.' },
  })
  await expect.poll(() => failures, soon).toBe(3) // the event still arrived; with two retries
  await page.context().setOffline(false)
  await expect(conversation(page).getByText('Bağlantı yokken yazıldı.')).toBeVisible(soon)
})

test('two users with interrupted connections see each other’s messages after they reconnect', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  await using proxy = await startAppProxy(portal.url)
  const options = { width: 360, allowedConsole: /ERR_/ }
  const customer = await visit('customer', proxy.url + path, options)
  // in live support, where an answer is not stopped by what came meanwhile
  const team = await visit('staff', `${proxy.url}/live/${ticket}`, options)
  await expect(presence(customer)).not.toHaveText('', soon)
  await proxy.close()
  await composer(customer).fill('Basınç 40 bar.')
  await composer(customer).press('Control+Enter')
  await composer(team).fill('Yarın geliyoruz.')
  await composer(team).press('Control+Enter')
  await portal.as('staff').call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Basınç kaç bar?' },
  })
  await proxy.listen()
  for (const page of [customer, team]) {
    for (const text of ['Basınç kaç bar?', 'Basınç 40 bar.', 'Yarın geliyoruz.'])
      await expect(conversation(page).getByText(text)).toHaveCount(1, { timeout: 20_000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      page.viewportSize()?.width,
    )
  }
  await composer(team).pressSequentially('Merhaba')
  await expect(presence(customer)).toHaveText(/yazıyor…|is writing…/, soon)
})

test('both sides see who is there and who writes, on a narrow phone too', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const customer = await visit('customer', path, { language: 'en', width: 360, height: 740 })
  await expect(composer(customer)).toBeVisible()
  const team = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, {
    language: 'en',
  })
  await expect(presence(customer)).toHaveText('The support team is viewing this ticket', soon)
  await expect(presence(team)).toHaveText(/is viewing this ticket too$/, soon)
  await composer(team).pressSequentially('Merhaba')
  await expect(presence(customer)).toHaveText('Hüseyin Demir is writing…', soon)
  expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await composer(team).press('Control+Enter')
  await expect(conversation(customer).getByText('Merhaba')).toBeVisible(soon)
  await expect(presence(customer)).toHaveText('The support team is viewing this ticket', soon)
  await team.goto('/403')
  await expect(presence(customer)).toHaveText('', soon)
})

test('an administrator hides the team from customers, who are still seen by the team', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const admin = await visit('admin', '/admin/settings', { width: 360 })
  await admin.getByLabel('Müşterilerin ekibinizi görmesi').selectOption('Gösterilmesin')
  expect(await findAccessibilityViolations(admin)).toEqual([])
  try {
    await admin.getByRole('button', { name: 'Kaydet' }).click()
    await expect(admin.getByText('Güncelleme başarılı.')).toBeVisible()
    await admin.reload()
    await expect(admin.getByLabel('Müşterilerin ekibinizi görmesi')).toHaveValue('false')
    const team = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
    await expect(composer(team)).toBeVisible()
    const customer = await visit('customer', path)
    await expect(presence(team)).not.toHaveText('', soon)
    await composer(customer).pressSequentially('Merhaba')
    await expect(presence(team)).toHaveText('Ayşe Yılmaz yazıyor…', soon)
    await composer(team).pressSequentially('Merhaba')
    await composer(customer).press('Control+Enter')
    await expect(conversation(team).getByText('Merhaba')).toBeVisible(soon)
    await expect(presence(customer)).toHaveText('')
  } finally {
    const body = { customersSeePresence: true }
    await portal.as('admin').call(routes.vendors.changeSettings, { body })
  }
})

test('the tabs of a browser share one stream, and another tab takes it over', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const first = await visit('customer', path)
  await expect(composer(first)).toBeVisible()
  const second = await first.context().newPage()
  const streams: string[] = []
  second.on('request', request => /\/event\?/.test(request.url()) && streams.push(request.url()))
  await second.goto(path)
  await expect(composer(second)).toBeVisible()
  const write = (contents: string) =>
    portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body: { contents } })
  await write('Birinci.')
  for (const page of [first, second])
    await expect(conversation(page).getByText('Birinci.')).toBeVisible(soon)
  expect(streams).toEqual([])
  await first.close()
  await expect.poll(() => streams.length).toBe(1)
  await write('İkinci.')
  await expect(conversation(second).getByText('İkinci.')).toBeVisible(soon)
})

test('without the stream the page polls', async ({ visit, portal }) => {
  const { path, ticket } = await openTicket(portal)
  const page = await visit('customer', '/403', { allowedConsole: /503|ERR_/ })
  await page.clock.install()
  await page.route('**/event?*', route => route.fulfill({ status: 503 }))
  await page.goto(path)
  await expect(composer(page)).toBeVisible()
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Yine de geldi.' } })
  await expect(async () => {
    await page.clock.fastForward(pollIntervals.ticket)
    await expect(conversation(page).getByText('Yine de geldi.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
})
