import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

const messagesOf = (page: Page) => page.getByRole('list', { name: 'Yazışma' }).locator('li[id]')
const more = (page: Page) =>
  page.getByRole('button', { name: /^(Önceki mesajlar|Earlier messages)$/ })
const earlierCall = /\/message\?before=/
const topOf = (page: Page, id: string) =>
  page.evaluate(id => document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN, id)
const scrollTo = (page: Page, top: number) =>
  page.evaluate(top => globalThis.scrollTo({ top }), top)

for (const [name, top] of [
  ['in the middle of the page', 300],
  ['at the very top of the page', 0],
] as const)
  test(`earlier messages appear while the reader scrolls up, and what they read stays where it is: ${name}`, async ({
    visit,
    portal,
  }) => {
    const { path, ticket } = await openTicket(portal)
    const ids = await portal.addMessages(ticket, 250)
    const page = await visit('customer', path)
    await expect(messagesOf(page).last()).toBeInViewport()
    await expect(messagesOf(page)).toHaveCount(100)
    await expect(page.getByText('talebi açtı')).toHaveCount(0)
    const release = await holdRequests(page, earlierCall)
    await scrollTo(page, top)
    const oldest = ids[150] as string
    await expect(page.locator(`[id="${oldest}"]`)).toBeInViewport()
    await expect(more(page)).toHaveAttribute('aria-busy', 'true')
    const before = await topOf(page, oldest)
    release()
    await expect(messagesOf(page)).toHaveCount(200)
    await expect.poll(async () => Math.abs((await topOf(page, oldest)) - before)).toBeLessThan(2)
    await scrollTo(page, 0)
    await expect(messagesOf(page)).toHaveCount(251)
    await expect(page.getByText('talebi açtı')).toHaveCount(1)
    await expect(more(page)).toHaveCount(0)
  })

test('a reader who has loaded earlier messages keeps them when a new message arrives', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  await portal.addMessages(ticket, 150)
  const page = await visit('customer', path)
  await expect(messagesOf(page)).toHaveCount(100)
  await expect(messagesOf(page).last()).toBeInViewport()
  await scrollTo(page, 0)
  await expect(messagesOf(page)).toHaveCount(151)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Yarın geliyoruz.' } })
  await expect(messagesOf(page)).toHaveCount(152)
  await page.getByRole('button', { name: 'Yeni mesaj' }).click()
  await expect(page.getByText('Yarın geliyoruz.')).toBeInViewport()
})

test('a link to an old message of a long conversation opens at that message', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const ids = await portal.addMessages(ticket, 350)
  const page = await visit('customer', `${path}#${ids[10]}`)
  await expect(page.locator(`[id="${ids[10]}"]`)).toBeInViewport()
  await expect(messagesOf(page).last()).not.toBeInViewport()
})

test('the message of a link stays in view while the page changes above it, until the reader scrolls', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const ids = await portal.addMessages(ticket, 60)
  const page = await visit('customer', `${path}#${ids[30]}`)
  const message = page.locator(`[id="${ids[30]}"]`)
  await expect(message).toBeInViewport()
  const conversation = message.locator('..')
  const show = (display: string) =>
    conversation.evaluate((list, value) => {
      list.style.display = value
      return new Promise(resolve => requestAnimationFrame(resolve))
    }, display)
  await show('none')
  await show('')
  await expect(message).toBeInViewport()
  await page.mouse.wheel(0, -5_000)
  await expect(message).not.toBeInViewport()
  await show('none')
  await show('')
  await expect(messagesOf(page).first()).toBeInViewport()
})

test('earlier messages that cannot be loaded are offered again, on a narrow phone too', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  await portal.addMessages(ticket, 120)
  const page = await visit('customer', path, {
    width: 360,
    height: 740,
    allowedConsole: /ERR_FAILED/,
  })
  await expect(messagesOf(page)).toHaveCount(100)
  await expect(messagesOf(page).last()).toBeInViewport()
  await page.route(earlierCall, route => route.abort())
  await scrollTo(page, 0)
  const failed = page.getByText(/^Önceki mesajlar yüklenemedi: /)
  await expect(failed).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.unroute(earlierCall)
  await more(page).click()
  await expect(messagesOf(page)).toHaveCount(121)
  await expect(failed).toHaveCount(0)
})
