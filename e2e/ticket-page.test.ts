import { routes } from '#contract/routes.ts'
import type { DemoPortal } from './portal/demo-portal.ts'
import { openTicket } from './portal/open-ticket.ts'
import { holdRequests } from './support/hold-requests.ts'
import { scrollByWheel } from './support/mouse-wheel.ts'
import { expect, test } from './support/visit.ts'

const reply = (portal: DemoPortal, ticket: string, contents: string) =>
  portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body: { contents } })

for (const { role, area, language, close, archive, closed, archived } of [
  {
    role: 'admin',
    area: 'admin/companies',
    language: 'en',
    close: 'Close ticket',
    archive: 'Archive ticket',
    closed: 'Ticket closed.',
    archived: 'Ticket archived.',
  },
  {
    role: 'staff',
    area: 'staff/companies',
    language: 'tr',
    close: 'Talebi kapat',
    archive: 'Talebi arşivle',
    closed: 'Talep kapatıldı.',
    archived: 'Talep arşivlendi.',
  },
  {
    role: 'customer',
    area: 'account',
    language: 'en',
    close: 'Close ticket',
    archive: 'Archive ticket',
    closed: 'Ticket closed.',
    archived: 'Ticket archived.',
  },
] as const) {
  test(`${role} writes on a ticket, closes it and archives it, with the keyboard alone`, async ({ visit, portal }) => {
    const { company, ticket, title } = await openTicket(portal)
    const page = await visit(role, `/${area}/${company}/tickets`, { language })
    /** Presses Tab until an element of this name has the focus. */
    const tabTo = async (name: string) => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate(() => {
          const at = document.activeElement as HTMLElement
          return at.getAttribute('aria-label') ?? at.innerText.trim()
        })
        if (focused === name) return
      }
      throw new Error(`The keyboard does not reach ${name}.`)
    }
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
    await tabTo(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: title })).toBeFocused()
    await tabTo(language === 'tr' ? 'Mesaj yazın' : 'Write a message')
    await page.keyboard.type('Klavyeden')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'Klavyeden' })).not.toContainText(/Gönderiliyor|Sending/)
    for (const [action, done] of [
      [close, closed],
      [archive, archived],
    ] as const) {
      await page.getByRole('heading', { level: 1 }).focus()
      await tabTo(action)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toContainText(title)
      await tabTo(action)
      await page.keyboard.press('Enter')
      await expect(page.getByText(done, { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: title })).toBeFocused()
    }
    const { status } = await portal.as('staff').call(routes.tickets.get, { params: { ticket } })
    expect(status).toBe('archived')
  })
}

test('the composer grows with its text up to a limit, and stays visible', async ({ visit, portal }) => {
  const { path, ticket } = await openTicket(portal)
  for (let i = 0; i < 12; i++) await reply(portal, ticket, `Satır ${i}\n\n\nSatır`)
  const page = await visit('customer', path)
  const composer = page.getByLabel('Mesaj yazın')
  const one = (await composer.boundingBox())?.height ?? 0
  await composer.fill('satır\n'.repeat(4))
  expect((await composer.boundingBox())?.height).toBeGreaterThan(one * 2)
  await composer.fill('satır\n'.repeat(200))
  expect((await composer.boundingBox())?.height).toBeLessThan(800 * 0.4)
  await page.mouse.move(500, 300)
  await page.mouse.wheel(0, -2_000)
  await expect(composer).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Gönder' })).toBeInViewport()
})

test('a text over the limit says by how much, and is not sent', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await page.getByLabel('Mesaj yazın').fill('x'.repeat(10_001))
  await expect(page.getByText('Bir mesaj en çok 10.000 karakter olabilir; 1 karakter fazla.')).toBeVisible()
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('x'.repeat(10_001))
})

for (const { width, height } of [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 640, height: 400 },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
]) {
  test(`long names, messages and words fit into ${width} by ${height}`, async ({ visit, portal }) => {
    const { path, ticket } = await openTicket(portal, `Ana mil ${'ğ'.repeat(60)} ${'titreşim '.repeat(6)}`)
    await reply(portal, ticket, `${'kelime '.repeat(1_400)}${'y'.repeat(180)}`)
    await reply(portal, ticket, `https://example.com/${'a'.repeat(500)}`)
    const page = await visit('customer', path, { width, height })
    await expect(page.getByRole('link', { name: /example\.com/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const hidden = async () => {
      const bubble = await page.getByRole('listitem').filter({ hasText: 'example.com' }).boundingBox()
      const composer = await page.getByLabel('Mesaj yazın').boundingBox()
      return (bubble?.y ?? 0) + (bubble?.height ?? 0) - (composer?.y ?? 0)
    }
    await expect.poll(hidden).toBeLessThanOrEqual(0)
  })
}

test('a conversation of a thousand messages opens at its newest, and scrolls without jumping', async ({ visit, portal }) => {
  const { path, ticket } = await openTicket(portal)
  await portal.addMessages(ticket, 1_000)
  await reply(portal, ticket, 'En yenisi')
  const page = await visit('customer', path)
  await expect(page.getByText('En yenisi')).toBeInViewport()
  const messages = page.getByRole('list', { name: 'Yazışma' }).locator('li > div:first-child')
  const drawn = await messages.evaluateAll(all => all.filter(each => each.checkVisibility({ contentVisibilityAuto: true })).length)
  expect([await messages.count(), drawn < 60]).toEqual([100, true])
  await page.mouse.move(500, 300)
  await scrollByWheel(page, -5_000)
  await expect(page.getByText('En yenisi')).not.toBeInViewport()
  const before = await page.evaluate(() => scrollY)
  await page.waitForTimeout(500)
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(40)
})

for (const role of ['admin', 'staff', 'customer'] as const) {
  test(`a ticket leads ${role} to its machine, with files and manuals`, async ({ visit, portal }) => {
    const { path, company, ticket } = await openTicket(portal)
    const { machine, serialNumber } = await portal.as('staff').call(routes.tickets.get, { params: { ticket } })
    const base = role === 'customer' ? `/account/${company}` : `/${role}/companies/${company}`
    const page = await visit(role, role === 'customer' ? path : `${base}/tickets/${ticket}`, { width: 360 })
    await page.getByRole('link', { name: serialNumber }).click()
    await expect(page).toHaveURL(new RegExp(`${base}/machines/${machine}$`))
  })
}

test('a ticket is requested once, while the code of its page is still loading', async ({ visit, portal }) => {
  const { title, ticket, company } = await openTicket(portal)
  const page = await visit('customer', `/account/${company}/tickets`)
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  const release = await holdRequests(page, /\/TicketPage-[^/]*\.js$/)
  await page.getByRole('link', { name: title, exact: true }).hover()
  await expect.poll(() => requests.filter(url => /\/TicketPage-[^/]*\.js$/.test(url)).length).toBe(1)
  const find = () => requests.filter(url => url.endsWith(`/account/${company}/ticket/${ticket}`)).length
  expect(find()).toBe(0)
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect.poll(find).toBe(1)
  release()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(find()).toBe(1)
})
