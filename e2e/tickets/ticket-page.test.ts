import type { Locator, Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { purchaseDay } from '#testing/days.ts'
import { createCustomer } from '../portal/create-customer.ts'
import { type DemoPortal, newPassword } from '../portal/demo-portal.ts'
import { addUser, createCompany } from '../portal/invitations.ts'
import { assignMachine } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { scrollByWheel } from '../support/mouse-wheel.ts'
import { expect, test } from '../support/visit.ts'

const box = async (element: Locator) =>
  (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
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
  test(`${role} writes on a ticket, closes it and archives it, with the keyboard alone`, async ({
    visit,
    portal,
  }) => {
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
    await expect(page.getByRole('listitem').filter({ hasText: 'Klavyeden' })).not.toContainText(
      /Gönderiliyor|Sending/,
    )
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

test('on a phone a customer sees by when to expect an answer, and then that it is their turn', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('customer', `/account/${company}/tickets/${ticket}`, { width: 360 })
  await expect(page.getByText(/^Yanıt zamanı: en geç /)).toBeVisible()
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Kaç bar?' } })
  await expect(page.getByText('Sıra sizde', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Yanıt zamanı: en geç /)).toHaveCount(0)
})

test('the composer grows with its text up to a limit, and stays visible', async ({
  visit,
  portal,
}) => {
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
  await expect(
    page.getByText('Bir mesaj en çok 10.000 karakter olabilir; 1 karakter fazla.'),
  ).toBeVisible()
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
  test(`long names, messages and words fit into ${width} by ${height}`, async ({
    visit,
    portal,
  }) => {
    const { path, ticket } = await openTicket(
      portal,
      `Ana mil ${'ğ'.repeat(60)} ${'titreşim '.repeat(6)}`,
    )
    await reply(portal, ticket, `${'kelime '.repeat(1_400)}${'y'.repeat(180)}`)
    await reply(portal, ticket, `https://example.com/${'a'.repeat(500)}`)
    const page = await visit('customer', path, { width, height })
    await expect(page.getByRole('link', { name: /example\.com/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const hidden = async () => {
      const bubble = await page
        .getByRole('listitem')
        .filter({ hasText: 'example.com' })
        .boundingBox()
      const composer = await page.getByLabel('Mesaj yazın').boundingBox()
      return (bubble?.y ?? 0) + (bubble?.height ?? 0) - (composer?.y ?? 0)
    }
    await expect.poll(hidden).toBeLessThanOrEqual(0)
  })
}

for (const { language, width, closed } of [
  { language: 'tr', width: 320, closed: 'talebi kapattı' },
  { language: 'en', width: 360, closed: 'closed the ticket' },
] as const)
  test(`the events of a ticket fit into ${width} pixels, with the time below a long name: ${language}`, async ({
    visit,
    portal,
  }) => {
    const { company } = await createCompany(portal)
    const { companyMachine: machine } = await assignMachine(portal, { company })
    const { email } = await addUser(portal, company, {
      name: 'Abdülkerim Şemsettin',
      surname: 'Ş'.repeat(60),
    })
    const token = await portal.signIn(email, newPassword)
    const { _id: ticket } = await portal.call(token, routes.tickets.open, {
      params: { company },
      body: { title: 'Isı', machine },
    })
    for (const status of ['closed', 'open', 'closed', 'archived'] as const)
      await portal.call(token, routes.tickets.changeOfAccount, {
        params: { company, ticket },
        body: { status },
      })
    const page = await visit({ token }, `/account/${company}/tickets/${ticket}`, {
      language,
      width,
    })
    const events = page.getByRole('listitem').filter({ hasText: 'Abdülkerim' })
    await expect(events).toHaveCount(5)
    await expect(events.filter({ hasText: closed })).toHaveCount(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    for (const event of await events.all()) {
      const [list, name, time] = [
        await box(event),
        await box(event.getByText('Abdülkerim')),
        await box(event.locator('time')),
      ]
      expect(name.x + name.width).toBeLessThanOrEqual(list.x + list.width)
      expect(time.y).toBeGreaterThanOrEqual(name.y + name.height - 1)
      expect(time.x).toBe(name.x)
    }
  })

for (const width of [360, 800, 1_280])
  test(`a toast leaves the composer free in a window of ${width} pixels, and stays in its corner elsewhere`, async ({
    visit,
    portal,
  }) => {
    const { path, ticket, company } = await openTicket(portal)
    for (let i = 0; i < 6; i++) await reply(portal, ticket, `Satır ${i}\n\n\nSatır`)
    const page = await visit('customer', path, { width })
    const file = page.locator('input[type=file]').first()
    const toast = page.getByRole('alert').filter({ hasText: 'Bu dosya boş.' })
    await file.setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    const composer = page.locator('form').filter({ has: page.getByLabel('Mesaj yazın') })
    const isApart = async () => {
      const [above, below] = [await box(toast), await box(composer)]
      return above.height > 0 && above.y + above.height <= below.y
    }
    await toast.hover()
    await expect.poll(isApart).toBe(true)
    await page.getByLabel('Mesaj yazın').fill('satır\n'.repeat(6))
    await expect.poll(isApart).toBe(true)

    await page.goto(`/account/${company}/tickets/new`)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    const { y, height } = await box(toast)
    if (width > 767) expect(Math.round(800 - y - height)).toBe(16)
    else expect(y).toBeLessThan(16)
  })

test('a conversation of a thousand messages opens at its newest, and scrolls without jumping', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  await portal.addMessages(ticket, 1_000)
  await reply(portal, ticket, 'En yenisi')
  const page = await visit('customer', path)
  await expect(page.getByText('En yenisi')).toBeInViewport()
  const messages = page.getByRole('list', { name: 'Yazışma' }).locator('li > div:first-child')
  const drawn = await messages.evaluateAll(
    all => all.filter(each => each.checkVisibility({ contentVisibilityAuto: true })).length,
  )
  expect([await messages.count(), drawn < 60]).toEqual([100, true])
  await page.mouse.move(500, 300)
  await scrollByWheel(page, -5_000)
  await expect(page.getByText('En yenisi')).not.toBeInViewport()
  // Anchoring changes `scrollY` where a message above the
  // viewport is laid out: what must stay is what the reader sees.
  const index = await messages.evaluateAll(all =>
    all.findIndex(each => each.getBoundingClientRect().top > innerHeight / 3),
  )
  const message = await messages.nth(index).elementHandle()
  const top = () => message?.evaluate(each => each.getBoundingClientRect().top) ?? Number.NaN
  const before = await top()
  await page.waitForTimeout(500)
  expect(Math.abs((await top()) - before)).toBeLessThan(2)
})

for (const role of ['admin', 'staff', 'customer'] as const) {
  test(`a ticket leads ${role} to its machine, with files and manuals`, async ({
    visit,
    portal,
  }) => {
    const { path, company, ticket } = await openTicket(portal)
    const { machine, serialNumber } = await portal
      .as('staff')
      .call(routes.tickets.get, { params: { ticket } })
    const base = role === 'customer' ? `/account/${company}` : `/${role}/companies/${company}`
    const page = await visit(role, role === 'customer' ? path : `${base}/tickets/${ticket}`, {
      width: 360,
    })
    await page.getByRole('link', { name: serialNumber }).click()
    await expect(page).toHaveURL(new RegExp(`${base}/machines/${machine}$`))
  })
}

test('a printed ticket begins with its subject, in dark text and without what only a screen needs', async ({
  visit,
  portal,
}) => {
  const { path, ticket, title } = await openTicket(portal)
  await portal.addMessages(ticket, 60)
  const page = await visit('customer', path, { theme: 'dark' })
  await expect(page.getByText('60. ölçüm')).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  const bottomOfTitle = page
    .getByRole('heading', { name: title })
    .evaluate(
      heading => heading.getBoundingClientRect().bottom - document.body.getBoundingClientRect().top,
    )
  expect(await bottomOfTitle).toBeLessThan(150)
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(27, 32, 37)')
  await expect(page.getByText('1. ölçüm', { exact: false }).first()).toBeVisible()
  for (const name of ['Mesaj yazın', 'Menü', 'Talebi kapat', 'Bildirimler'])
    await expect(
      page
        .getByLabel(name, { exact: true })
        .or(page.getByText(name, { exact: true }))
        .filter({ visible: true }),
      name,
    ).toHaveCount(0)
})

test('a ticket is requested once, while the code of its page is still loading', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { company, token } = await createCustomer(vendor)
  const { _id: machine } = await vendor.call(routes.machines.create, {
    body: { name: 'Eksantrik pres', sku: 'PR-60' },
  })
  const assigned = { machine, serialNumber: 'S-1', dateOfPurchase: purchaseDay }
  const { _id: companyMachine } = await vendor.call(routes.machines.assign, {
    params: { company },
    body: assigned,
  })
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
  const release = await holdRequests(page, /\/staff\/ticket\/[\w-]+$/)
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
  const fetched = page.waitForResponse(/\/staff\/ticket\/[\w-]+$/)
  await openFirst(page)
  await (await fetched).finished()
  await page.clock.runFor(50)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^#\d+ /)
  expect(await (await titles).evaluate(seen => [...seen])).not.toContain('Talep')
})
