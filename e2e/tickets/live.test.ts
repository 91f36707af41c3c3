import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { Targets } from '#contract/targets.ts'
import { liveIntervals } from '../../web/src/data/intervals.ts'
import { createCustomerWithMachine } from '../portal/create-customer.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

test('live support opens its own conversation, in which both sides see each other’s messages within seconds', async ({
  visit,
  portal,
}) => {
  const { path, ticket, title } = await openTicket(portal)
  const staff = await visit('staff', `/live/${ticket}`, { language: 'en' })
  const help = () => portal.as('customer').call(routes.live.help)
  await expect.poll(async () => (await help()).isTeamOnline).toBe(true)
  const page = await visit('customer', path)
  const [customer] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Canlı destek açık (yeni sekmede açılır)' }).click(),
  ])
  await expect(customer).toHaveURL(new RegExp(`/live/${ticket}$`))
  await expect(customer.getByRole('heading', { name: title })).toBeVisible()
  await expect(customer.getByRole('navigation')).toHaveCount(0)
  await customer.getByLabel('Mesaj yazın').fill('Orada mısınız?')
  await customer.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(staff.getByText('Orada mısınız?')).toBeVisible()
  await staff.getByLabel('Write a message').fill('Buradayım.')
  await staff.getByLabel('Write a message').press('Control+Enter')
  await expect(customer.getByRole('listitem').filter({ hasText: 'Destek ekibi' })).toContainText(
    'Buradayım.',
  )
  await staff.getByRole('link', { name: 'Back to the ticket' }).click()
  await expect(staff).toHaveURL(new RegExp(`/staff/companies/.*/tickets/${ticket}$`))
})

test('live support says when the team answers, or that someone of it is online', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { company, token, companyMachine } = await createCustomerWithMachine(vendor)
  const body = { title: 'Pres durdu', machine: companyMachine }
  const { _id: ticket } = await vendor.call(
    routes.tickets.open,
    { params: { company }, body },
    token,
  )
  const presence = (page: Page) => page.locator('p[aria-live=off]')
  const path = `${vendor.url}/live/${ticket}`
  const early = await visit({ token }, path, { width: 360 })
  await expect(presence(early)).toHaveText('En kısa sürede, e-postayla da yanıtlarız.')
  const within = { first: 240, next: 240 }
  const targets: Targets = {
    timeZone: 'Europe/Istanbul',
    days: Array(7).fill({ opens: '00:00', closes: '24:00' }),
    publicHolidays: false,
    daysOff: [],
    standing: within,
    impaired: within,
    normal: within,
    question: within,
  }
  await vendor.call(routes.vendors.changeTargets, { body: targets })
  const page = await visit({ token }, `${vendor.url}/404`, { width: 360 })
  await page.clock.install()
  await page.goto(path)
  await expect(presence(page)).toHaveText(/^Yanıt: en geç \S+ \d\d:\d\d$/)
  await visit({ token: vendor.admin }, `${vendor.url}/`)
  await expect(async () => {
    await page.clock.fastForward(liveIntervals.online)
    await expect(presence(page)).toHaveText('Destek ekibinden biri çevrimiçi', { timeout: 1_000 })
  }).toPass()
})

test('while nobody of the team is online, live support says when somebody will be, and leads to the message', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { company, token, companyMachine } = await createCustomerWithMachine(vendor)
  const { _id: ticket } = await vendor.call(
    routes.tickets.open,
    { params: { company }, body: { title: 'Pres durdu', machine: companyMachine } },
    token,
  )
  const none = { first: null, next: null }
  const tomorrow = new Date(Date.now() + (3 + 24) * 3_600_000).getUTCDay() // in Istanbul
  const hours = { opens: '09:00', closes: '18:00' }
  const targets: Targets = {
    timeZone: 'Europe/Istanbul',
    days: Array.from({ length: 7 }, (_, day) => ((day + 1) % 7 === tomorrow ? hours : null)),
    publicHolidays: false,
    daysOff: [],
    standing: none,
    impaired: none,
    normal: none,
    question: none,
  }
  await vendor.call(routes.vendors.changeTargets, { body: targets })
  const path = `${vendor.url}/account/${company}/tickets/${ticket}`
  const page = await visit({ token }, path, { width: 360 })
  await page.getByRole('button', { name: /^Canlı destek: yarın \d\d:00$/ }).click()
  await expect(page.getByLabel('Mesaj yazın')).toBeFocused()
  await expect(page.getByRole('link', { name: /Canlı destek/ })).toHaveCount(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('a closed ticket has no live support', async ({ visit, portal }) => {
  const { path, ticket } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  const page = await visit('customer', path)
  await expect(page.getByRole('button', { name: 'Talebi arşivle' })).toBeVisible()
  await expect(page.getByText(/Canlı destek/)).toHaveCount(0)
})

test('a user without access to a ticket finds nothing at its live conversation', async ({
  visit,
  portal,
}) => {
  const { tickets } = await portal.as('staff').call(routes.tickets.list)
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const foreign = tickets.find(({ company }) => !accounts.some(({ _id }) => _id === company))
  const page = await visit('customer', `/live/${foreign?._id}`, { allowedConsole: /status of 404/ })
  await expect(page.getByRole('heading', { name: 'Talep bulunamadı' })).toBeVisible()
  await page.getByRole('link', { name: 'Ana sayfaya dön' }).click()
  await expect(page.getByRole('heading', { name: /^Merhaba/ })).toBeVisible()
})

test('a visitor signs in first, and arrives at the conversation', async ({ visit, portal }) => {
  const { ticket, title } = await openTicket(portal)
  const page = await visit(null, `/live/${ticket}`)
  await expect(page.getByLabel('E-posta')).toHaveValue('customer@demo.test')
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('a ticket opens the installation’s own live support where one is configured', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const page = await visit('customer', '/403')
  await page.route('**/portal', async route => {
    const response = await route.fetch()
    const liveSupportUrl = 'https://chat.example/room/{ticket}'
    await route.fulfill({ response, json: { ...(await response.json()), liveSupportUrl } })
  })
  await page.goto(path)
  const link = page.getByRole('link', { name: /^Canlı destek/ })
  await expect(link).toHaveAttribute('href', `https://chat.example/room/${ticket}`)
  await expect(link).toHaveAttribute('target', '_blank')
})

for (const role of ['customer', 'staff'] as const)
  test(`live support requests the ticket of a ${role} once, while the code of its page is still loading`, async ({
    visit,
    portal,
  }) => {
    const { title, ticket } = await openTicket(portal)
    const page = await visit(role, '/403')
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    await holdRequests(page, '**/event?*') // a late event would be a reason for a second request
    const release = await holdRequests(page, /LivePage-[^/]*\.js$/)
    await page.goto(`/live/${ticket}`)
    const find = () =>
      requests.filter(url => new RegExp(`/(account/[^/]+|staff)/ticket/${ticket}$`).test(url))
        .length
    await expect.poll(find).toBe(1)
    release()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(find()).toBe(1)
  })
