import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

type Shown = { title: string; body: string; click: () => void }
type Recording = Window & { shown: Shown[]; setHidden: (isHidden: boolean) => void }

/** A headless browser shows no notifications and hides no page: both are replaced. */
function recordNotifications() {
  const recording = window as unknown as Recording
  let isHidden = false
  recording.shown = []
  recording.setHidden = hidden => {
    isHidden = hidden
    document.dispatchEvent(new Event('visibilitychange'))
  }
  Object.defineProperty(document, 'visibilityState', {
    get: () => (isHidden ? 'hidden' : 'visible'),
  })
  class RecordedNotification {
    static permission = 'granted'
    onclick = () => {}
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      recording.shown.push({ title, body, click: () => this.onclick() })
    }
    close() {}
  }
  Object.assign(window, { Notification: RecordedNotification })
}

const shown = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as Recording).shown.map(({ title, body }) => [title, body]),
  )
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(hidden => (window as unknown as Recording).setHidden(hidden), isHidden)

test('while no page of the portal is visible the browser says who answered which ticket, with its title where the user allows it, and opens the ticket', async ({
  visit,
  portal,
}) => {
  const customer = portal.as('customer')
  const { ticket, number, title, path } = await openTicket(portal)
  const answer = () =>
    portal
      .as('staff')
      .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Bakıyoruz.' } })
  const allowText = (pushText: boolean) =>
    customer.call(routes.notifications.setPreferences, { body: { pushText } })
  await customer.call(routes.notifications.read, { body: {} })
  const page = await visit('customer', '/')
  await page.addInitScript(recordNotifications)
  const bell = page.getByRole('button', { name: /^Bildirimler(: |$)/ })
  const { name } = await portal.as('customer').call(routes.sessions.portal)

  await test.step('a visible page shows none', async () => {
    await page.reload()
    await expect(bell).toBeVisible()
    await answer()
    await expect(bell).toHaveAccessibleName(/okunmamış/)
    await bell.click() // other tickets may be unread: its list shows that this answer arrived
    await expect(page.locator('#bell').getByRole('link', { name: title })).toBeVisible()
    expect(await shown(page)).toEqual([])
  })

  await test.step('a hidden one shows who answered', async () => {
    await setHidden(page, true)
    await answer()
    await expect.poll(() => shown(page)).toEqual([[name, `#${number}: Hüseyin Demir yanıtladı`]])
  })

  await test.step('and, once allowed, the title', async () => {
    await allowText(true)
    try {
      await page.reload()
      await expect(bell).toHaveAccessibleName(/okunmamış/)
      await setHidden(page, true)
      await answer()
      await expect
        .poll(() => shown(page))
        .toEqual([[`#${number} ${title}`, 'Hüseyin Demir yanıtladı']])
    } finally {
      await allowText(false)
    }
  })

  await test.step('a click opens the ticket', async () => {
    await page.evaluate(() => (window as unknown as Recording).shown[0]?.click())
    await expect(page).toHaveURL(new RegExp(path))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})
