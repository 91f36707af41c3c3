import { routes } from '#contract/routes.ts'
import { type DemoPortal, emailOf, startDemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { test as base, expect } from '../support/visit.ts'

const test = base.extend<object, { portal: DemoPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const portal = await startDemoPortal({ NOTIFY_DELAY: '0s' })
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

for (const { language, field, send, sent } of [
  { language: 'tr', field: 'Yanıtınız', send: 'Gönder', sent: 'Yanıtınız gönderildi' },
  { language: 'en', field: 'Your answer', send: 'Send', sent: 'Your answer was sent' },
] as const)
  test(`a mail in the demo's mailbox is answered there, and the answer is in the ticket (${language})`, async ({
    browser,
    visit,
    portal,
  }) => {
    const { path, ticket, title } = await openTicket(portal)
    await portal
      .as('staff')
      .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Hangi alarm?' } })
    const context = await browser.newContext({ locale: language })
    const page = await context.newPage()
    const row = page
      .getByRole('listitem')
      .filter({ hasText: title })
      .filter({ hasText: emailOf('customer') })
    await expect(async () => {
      await page.goto(`${portal.url}/mailbox`)
      expect(await row.count()).toBe(1) // the page does not renew itself
    }).toPass()
    await row.getByRole('link').click()
    await page.getByLabel(field).fill('Alarm E12.')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByRole('status')).toContainText(sent)
    await context.close()
    const own = await visit('customer', path, { language })
    await expect(own.getByText('Alarm E12.')).toBeVisible()
  })
