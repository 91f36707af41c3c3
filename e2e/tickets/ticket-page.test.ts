import { routes } from '#contract/routes.ts'
import { openTicket, reply } from '../portal/open-ticket.ts'
import { scrollByWheel } from '../support/mouse-wheel.ts'
import { expect, test } from '../support/visit.ts'

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
  await expect(page.getByText(/^Yanıt: en geç \S+ \d\d:\d\d$/)).toBeVisible()
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Kaç bar?' } })
  await expect(page.getByText('Sıra sizde', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Yanıt: en geç /)).toHaveCount(0)
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
