import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { scrollByWheel } from '../support/mouse-wheel.ts'
import { expect, test } from '../support/visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: /^(Yazışma|Conversation)$/ })
const composer = (page: Page) => page.getByLabel(/^(Mesaj yazın|Write a message)$/)

test('two users write at once in live support, and each sees the other’s message', async ({
  visit,
  portal,
}) => {
  const { ticket } = await openTicket(portal)
  const customer = await visit('customer', `/live/${ticket}`)
  const staff = await visit('staff', `/live/${ticket}`)
  await composer(customer).fill('Basınç 40 bar.')
  await composer(staff).fill('Basınç kaç bar?')
  await Promise.all([
    composer(customer).press('Control+Enter'),
    composer(staff).press('Control+Enter'),
  ])
  for (const page of [customer, staff]) {
    await expect(conversation(page).getByText('Basınç 40 bar.')).toBeVisible()
    await expect(conversation(page).getByText('Basınç kaç bar?')).toBeVisible()
  }
})

/** A ticket whose conversation is longer than a phone's screen. */
async function openLongTicket(portal: DemoPortal) {
  const opened = await openTicket(portal)
  const params = { company: opened.company, ticket: opened.ticket }
  for (let i = 1; i <= 12; i++)
    await portal
      .as('customer')
      .call(routes.tickets.replyOfAccount, { params, body: { contents: `Ölçüm ${i}: 40 bar.` } })
  return opened
}
const phone = { width: 360, height: 740 }
/** The pixels of a message that the composer covers. */
const coveredHeight = async (page: Page, text: string) => {
  const message = await conversation(page)
    .getByRole('listitem')
    .filter({ hasText: text })
    .boundingBox()
  const form = await page
    .locator('form')
    .filter({ has: composer(page) })
    .boundingBox()
  return Math.max(0, (message?.y ?? 0) + (message?.height ?? 0) - (form?.y ?? 0))
}

test('a sent message stays visible above the composer, also when the other side’s message arrives with it', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openLongTicket(portal)
  const page = await visit('customer', path, phone)
  for (let i = 1; i <= 4; i++) {
    const reply = () =>
      portal
        .as('staff')
        .call(routes.tickets.reply, { params: { ticket }, body: { contents: `Yanıt ${i}.` } })
    await page.route(
      `**/account/${company}/ticket/${ticket}/message`,
      async route => {
        const response = await route.fetch()
        await reply()
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await composer(page).fill(`Soru ${i}?`)
    await composer(page).press('Control+Enter')
    await expect(conversation(page).getByText(`Yanıt ${i}.`)).toBeVisible()
    await expect(page.getByText('Gönderiliyor…')).toHaveCount(0)
    await expect.poll(() => coveredHeight(page, `Yanıt ${i}.`)).toBe(0)
  }
})

test('a user who has scrolled up sees a notice of a new message, which counts as read once it has led there', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openLongTicket(portal)
  const page = await visit('customer', path, phone)
  await expect(conversation(page).getByText('Ölçüm 12')).toBeInViewport()
  await page.mouse.move(180, 300)
  await scrollByWheel(page, -900)
  await expect(conversation(page).getByText('Ölçüm 12')).not.toBeInViewport()
  await expect(page.getByRole('button', { name: 'Yeni mesaj' })).toHaveCount(0)
  const before = await page.evaluate(() => scrollY)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Yola çıktık.' } })
  await page.getByRole('button', { name: 'Yeni mesaj' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(before)
  const isUnread = async () => {
    const { notifications } = await portal.as('customer').call(routes.notifications.list)
    return notifications.some(each => each.ticket === ticket && !each.isRead)
  }
  await expect.poll(isUnread).toBe(true)
  await page.waitForTimeout(500) // enough for the call that marks it
  expect(await isUnread()).toBe(true)
  await page.getByRole('button', { name: 'Yeni mesaj' }).click()
  await expect.poll(() => coveredHeight(page, 'Yola çıktık.')).toBe(0)
  await expect(page.getByRole('button', { name: 'Yeni mesaj' })).toHaveCount(0)
  await expect.poll(isUnread).toBe(false)
})

test('a user who is writing while another one closes the ticket sees that, and can still send', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const page = await visit('customer', path)
  await composer(page).fill('Son bir not')
  await portal
    .as('staff')
    .call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await expect(conversation(page).getByText('Hüseyin Demir talebi kapattı')).toBeVisible()
  await expect(composer(page)).toHaveValue('Son bir not')
  await composer(page).press('Control+Enter')
  await expect(conversation(page).getByText('Son bir not')).toBeVisible()
})

test('a user who is writing while another one archives the ticket sees that, and keeps the text', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const staff = portal.as('staff')
  const page = await visit('customer', '/403', { allowedConsole: /status of (409|503)/ })
  // else the page may show the change before the message is sent
  await page.route('**/event?*', route => route.fulfill({ status: 503 }))
  await page.goto(path)
  await expect(composer(page)).toBeVisible()
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'archived' } })
  await composer(page).fill('Geç kalan mesaj')
  await composer(page).press('Control+Enter')
  await expect(
    conversation(page).getByText('Arşivlenmiş bir talebe mesaj yazılamaz.'),
  ).toBeVisible()
  // The refusal made the page reload the ticket.
  await expect(composer(page)).toHaveCount(0)
  await expect(conversation(page).getByText('Geç kalan mesaj')).toBeVisible()
  await page.reload()
  await expect(conversation(page).getByText('Geç kalan mesaj')).toBeVisible()
  await conversation(page).getByRole('button', { name: 'Sil' }).click()
  await expect(conversation(page).getByText('Geç kalan mesaj')).toHaveCount(0)
})

test('an unsent text is shown when the ticket has been archived meanwhile', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const staff = portal.as('staff')
  const page = await visit('customer', path, { language: 'en' })
  await composer(page).fill('I was about to say')
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'archived' } })
  const left = page.getByRole('alert').filter({ hasText: 'the ticket has been archived meanwhile' })
  await expect(left).toContainText('I was about to say')
  await left.getByRole('button', { name: 'Delete' }).click()
  await expect(left).toHaveCount(0)
})
