import { routes } from '#contract/routes.ts'
import { type DemoPortal, emailOf, startDemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
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

test("a mail in the demo's mailbox is answered there, and the answer is in the ticket", async ({
  browser,
  visit,
  portal,
}) => {
  const { path, ticket, title } = await openTicket(portal)
  const staff = portal.as('staff')
  const picture = createPng(640)
  const { id, url } = await staff.call(routes.files.request, {
    body: { fileName: 'alarm.png', fileSize: picture.length, fileType: 'image/png' },
  })
  await fetch(url, { method: 'PUT', body: picture, headers: { 'content-type': 'image/png' } })
  await staff.call(routes.files.confirm, { params: { file: id } })
  await staff.call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Hangi alarm?', files: [id] },
  })
  const context = await browser.newContext({
    locale: 'tr',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', message => message.type() === 'error' && refused.push(message.text()))
  const row = page
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: emailOf('customer') })
  await expect(async () => {
    await page.goto(`${portal.url}/mailbox`)
    expect(await row.count()).toBe(1) // the page does not renew itself
  }).toPass()
  await row.getByRole('link').click()
  const shown = page.frameLocator('iframe').getByRole('img', { name: 'alarm.png' })
  await expect(shown).toBeVisible()
  expect(
    await shown.evaluate((image: HTMLImageElement) => {
      const { scrollWidth, clientWidth } = image.ownerDocument.documentElement
      return { pixels: image.naturalWidth, isWide: scrollWidth > clientWidth }
    }),
  ).toEqual({ pixels: 320, isWide: false })
  const written = page.locator('time')
  const date = new Date((await written.getAttribute('datetime')) ?? '')
  const inTokyo = date.toLocaleString('en-GB', { timeZone: 'Asia/Tokyo' })
  await expect(written).toHaveText(inTokyo.replace(', ', ' - ').slice(0, -3))
  expect(refused).toEqual([])
  await page.getByLabel('Yanıtınız').fill('Alarm E12.')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Gönder' }).click()
  await expect(page.getByRole('status')).toContainText('Yanıtınız gönderildi')
  await context.close()
  const own = await visit('customer', path)
  await expect(own.getByText('Alarm E12.')).toBeVisible()
})

test('a customer mutes a ticket from its mail without signing in, and takes that back', async ({
  visit,
  portal,
}) => {
  const { ticket, company, title: about } = await openTicket(portal)
  const as = portal.as('customer')
  await as.call(routes.profile.change, { body: { language: 'en' } })
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Hangi alarm?' } })
  const url = await mailedLink(portal, about, /Mute this ticket only: (\S+)/)
  const { pathname, search } = new URL(url)
  const page = await visit(null, pathname + search, { language: 'en', width: 360 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mute the ticket')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Mute' }).click()
  await expect(page.getByText('You will not be notified of this ticket any more.')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const following = async () =>
    (await as.call(routes.tickets.getOfAccount, { params: { company, ticket } })).following
  expect(await following()).toBe('mute')
  await page.getByRole('button', { name: 'Turn on again' }).click()
  await expect(page.getByText('You are notified of this ticket again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on again' })).toHaveCount(0)
  expect(await following()).toBe('default')
})

/** The link of the newest mail to the customer about a ticket. */
async function mailedLink(portal: DemoPortal, about: string, link: RegExp): Promise<string> {
  let found = ''
  await expect(async () => {
    const list = await (await fetch(`${portal.url}/mailbox`)).text()
    const rows = list
      .split('<li>')
      .filter(row => row.includes(about) && row.includes(emailOf('customer')))
    const path = /href="([^"]+)"/.exec(rows[0] ?? '')?.[1]
    const page = await (await fetch(`${portal.url}${path}`)).text()
    const text = page.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&')
    found = link.exec(text)?.[1] ?? ''
    expect(found).not.toBe('')
  }).toPass()
  return found
}
