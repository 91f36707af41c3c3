import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

const nowhere = '01a1fe87-0000-7000-8000-000000000000'

for (const role of ['admin', 'staff'] as const) {
  test(`${role} sees the tickets of all companies in one list, and opens one under its own company`, async ({
    visit,
    portal,
  }) => {
    const other = await openTicket(portal, undefined, 1)
    const { company, ticket, title } = await openTicket(portal)
    const page = await visit(role, '/')
    await page
      .getByRole('navigation', { name: 'Menü' })
      .getByRole('link', { name: 'Talepler' })
      .click()
    await expect(page.getByRole('columnheader', { name: 'Firma' })).toBeVisible()
    await expect(page.getByRole('link', { name: other.title, exact: true })).toBeVisible()
    const companies = page.getByRole('table').getByRole('row').locator('td:nth-child(3)')
    expect(new Set(await companies.allInnerTexts()).size).toBeGreaterThan(1)
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${role}/companies/${company}/tickets/${ticket}$`))
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
}

test('the team filters the tickets that await its reply: an answered one is not among them', async ({
  visit,
  portal,
}) => {
  const { ticket, title } = await openTicket(portal)
  const page = await visit('staff', '/staff/tickets?status=waiting&sort=-dateCreated', {
    language: 'en',
  })
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'We are on it.' } })
  // The list polls as often as a ticket does.
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)
  await page.getByText('Open', { exact: true }).click()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
})

test('a customer’s message on a closed ticket reopens it and awaits the team’s reply, in the list and on the home page', async ({
  visit,
  portal,
}) => {
  const { company, ticket, title } = await openTicket(portal)
  const { counts } = await portal.as('staff').call(routes.home.ofTeam)
  await portal
    .as('staff')
    .call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await portal.as('customer').call(routes.tickets.replyOfAccount, {
    params: { company, ticket },
    body: { contents: 'Yine akıyor.', reopen: true },
  })
  expect((await portal.as('staff').call(routes.home.ofTeam)).counts.waiting).toBe(counts.waiting)
  const page = await visit('staff', '/staff/tickets?status=waiting&sort=-dateCreated', {
    language: 'en',
  })
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText(/\d+ (hours|days?) left/)
  await expect(row).not.toContainText('Closed')
})

test('a search with many results shows that there are more than counted, and the exact number on later pages', async ({
  visit,
  portal,
}) => {
  const word = Math.random().toString(36).slice(2)
  const opened = []
  for (let i = 0; i < 25; i++) opened.push((await openTicket(portal, `${word} ${i}`)).title)
  const page = await visit('staff', `/staff/tickets?search=${word}&size=10`)
  await expect(page.getByPlaceholder('20+ kayıtta ara')).toBeVisible()
  for (const [first, range] of [
    [0, '1–10 / 20+'],
    [10, '11–20 / 25'],
    [20, '21–25 / 25'],
  ] as const) {
    if (first > 0) await page.getByRole('button', { name: 'Sonraki sayfa' }).click()
    await expect(page.getByText(range)).toBeVisible()
    await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(
      opened.toReversed().slice(first, first + 10),
    )
  }
})

test('a customer filters the answered tickets: their own reply removes one', async ({
  visit,
  portal,
}) => {
  const { company, ticket, title } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Kaç bar?' } })
  const page = await visit('customer', `/account/${company}/tickets`, { width: 360 })
  await page.getByText('Sıra sizde', { exact: true }).first().click()
  await expect(page).toHaveURL(/status=answered/)
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await portal.as('customer').call(routes.tickets.replyOfAccount, {
    params: { company, ticket },
    body: { contents: '180.' },
  })
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)
})

test('a new ticket appears in the list without a reload', async ({ visit, portal }) => {
  const page = await visit('staff', '/staff/tickets')
  await expect(page.getByRole('table')).toBeVisible()
  const { title } = await openTicket(portal)
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
})

test('the tickets are sorted by their last message, and found by their company', async ({
  visit,
  portal,
}) => {
  const { title } = await openTicket(portal)
  const page = await visit('admin', '/admin/tickets', { width: 1700 })
  await page.getByRole('button', { name: 'Son mesaj' }).click()
  await expect(page).toHaveURL(/sort=dateLastMessage/)
  await page.getByRole('button', { name: 'Son mesaj' }).click()
  await expect(page.getByRole('rowheader').first()).toContainText(title)
  await page.getByPlaceholder(/kayıtta ara/).fill('ÖZGÜR')
  await page.getByPlaceholder(/kayıtta ara/).press('Enter')
  const companies = page.getByRole('table').getByRole('row').locator('td:nth-child(3)')
  await expect
    .poll(async () => (await companies.allInnerTexts()).filter(name => !name.includes('Özgür')))
    .toEqual([])
  await expect(companies.first()).toContainText('Özgür')
})

test('the status numbers of older URLs still work', async ({ visit }) => {
  const page = await visit('staff', '/staff/tickets?status=3')
  await expect(page.getByLabel('Arşiv')).toBeChecked()
})

test('a search without results in one status leads to the same search in the others', async ({
  visit,
  portal,
}) => {
  const { company, ticket, title } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  const page = await visit(
    'customer',
    `/account/${company}/tickets?search=${encodeURIComponent(title)}`,
  )
  await expect(page.getByText('Aramanıza uyan kayıt yok')).toBeVisible()
  await page.getByRole('link', { name: 'Kapalı taleplerde ara' }).click()
  await expect(page).toHaveURL(/status=2/)
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
})

test('a click anywhere on a row opens it, with Ctrl in a new tab; selecting its text does not', async ({
  visit,
  portal,
}) => {
  const { title, ticket } = await openTicket(portal)
  const page = await visit('staff', '/staff/tickets', { width: 1720 })
  const row = page.getByRole('row').filter({ hasText: title })
  const cell = row
    .locator('td')
    .filter({ has: page.locator('time') })
    .last()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    cell.click({ modifiers: ['ControlOrMeta'] }),
  ])
  await expect(tab).toHaveURL(new RegExp(ticket))
  const { x, y, height } = (await cell.locator('time').boundingBox()) ?? { x: 0, y: 0, height: 0 }
  await page.mouse.move(x + 1, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await expect(page).toHaveURL(/staff\/tickets$/)
  await page
    .getByRole('row')
    .filter({ hasText: title })
    .locator('td')
    .first()
    .click({ position: { x: 2, y: 2 } })
  await expect(page).toHaveURL(new RegExp(ticket))
})

for (const { role, pathOf, turn } of [
  {
    role: 'customer',
    pathOf: (company: string) => `/account/${company}/tickets`,
    turn: 'Destek ekibinde',
  },
  { role: 'staff', pathOf: () => '/staff/tickets?sort=-dateCreated', turn: /kaldı|bekledi/ },
] as const)
  test(`on a phone a ticket is at most 90 pixels high, and a tap beside its title opens it: ${role}`, async ({
    visit,
    portal,
  }) => {
    const title = `Hidrolik kaçağı ${'titreşim '.repeat(9)}${Math.random().toString(36).slice(2)}`
    const { ticket, company, number } = await openTicket(portal, title)
    const { machines } = await portal
      .as('customer')
      .call(routes.machines.listOfAccount, { params: { company } })
    const { name = '', serialNumber = '' } = machines[0] ?? {}
    const page = await visit(role, pathOf(company), { width: 360 })
    const card = page.getByRole('listitem').filter({ hasText: title })
    for (const text of [`#${number}`, name, serialNumber, 'Açılış: şimdi', turn])
      await expect(card).toContainText(text)
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(90)
    await card.getByText(serialNumber).click()
    await expect(page).toHaveURL(new RegExp(ticket))
  })

for (const { role, area } of [
  { role: 'admin', area: 'admin' },
  { role: 'staff', area: 'staff' },
] as const) {
  test(`a ticket under another company's URL redirects ${role} to its own`, async ({
    visit,
    portal,
  }) => {
    const { company, ticket, title } = await openTicket(portal)
    const { companies } = await portal.as('staff').call(routes.companies.listForStaff)
    const other = companies.find(({ _id }) => _id !== company)?._id
    const page = await visit(role, `/${area}/companies/${other}/tickets/${ticket}`)
    await expect(page).toHaveURL(new RegExp(`/${area}/companies/${company}/tickets/${ticket}$`))
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
}

test('a missing ticket offers only a link back', async ({ visit, portal }) => {
  const { company } = await openTicket(portal)
  const page = await visit('customer', `/account/${company}/tickets/${nowhere}`, {
    allowedConsole: /status of 404/,
  })
  await expect(page.getByRole('heading', { name: 'Talep bulunamadı' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Taleplere dön' }).click()
  await expect(page.getByRole('heading', { name: 'Talepler' })).toBeVisible()
})

test('a missing company has no pages and no menu', async ({ visit }) => {
  const page = await visit('staff', `/staff/companies/${nowhere}/tickets`, { language: 'en' })
  await expect(page.getByRole('heading', { name: 'Company not found' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tickets' }),
  ).toHaveCount(1)
  await page.getByRole('link', { name: 'Back to the companies' }).click()
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
})

for (const { role, path, title, back } of [
  { role: 'customer', path: '/account/xyz', title: 'Firma bulunamadı', back: 'Firmalarınıza dön' },
  {
    role: 'staff',
    path: '/staff/companies/zzz/users',
    title: 'Firma bulunamadı',
    back: 'Firmalara dön',
  },
  {
    role: 'admin',
    path: '/admin/machines/zzz',
    title: 'Makine bulunamadı',
    back: 'Makinelere dön',
  },
] as const)
  test(`a URL with an invalid id names what is missing, with a link back: ${path}`, async ({
    visit,
  }) => {
    const page = await visit(role, path, { allowedConsole: /status of 404/ })
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page.getByRole('link', { name: back }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })

test('while the server is unavailable a list says so within seconds, and loads on a second attempt', async ({
  visit,
}) => {
  const page = await visit('staff', '/staff/companies', { allowedConsole: /status of 503/ })
  await page.route('**/staff/ticket?*', route =>
    route.fulfill({ status: 503, json: { name: 'UnavailableError', message: 'Bakımdayız.' } }),
  )
  await page
    .getByRole('navigation', { name: 'Menü' })
    .getByRole('link', { name: 'Talepler' })
    .click()
  await expect(page.getByText('Bakımdayız.')).toBeVisible()
  await page.unroute('**/staff/ticket?*')
  await page.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})

test('a server that never responds leads to a waiting notice, then to an error', async ({
  visit,
}) => {
  const page = await visit('staff', '/staff/companies')
  await page.clock.install()
  await page.evaluate(() => {
    // by the installed clock, too
    AbortSignal.timeout = time => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), time)
      return controller.signal
    }
  })
  const requested = page.waitForRequest('**/staff/ticket?*')
  await page.route('**/staff/ticket?*', () => {})
  await page
    .getByRole('navigation', { name: 'Menü' })
    .getByRole('link', { name: 'Talepler' })
    .click()
  await requested
  await page.clock.fastForward(5_000)
  await expect(page.getByText('Sunucudan yanıt bekleniyor…')).toBeVisible()
  await page.clock.fastForward(5_000)
  await expect(page.getByRole('button', { name: 'Yeniden dene' })).toBeVisible()
})

test('a page whose code cannot be loaded says that the server is unavailable, and loads on a second attempt', async ({
  visit,
}) => {
  const page = await visit('staff', '/staff/companies', {
    allowedConsole: /ERR_FAILED|NetworkError/,
  })
  await expect(page.getByRole('table')).toBeVisible()
  await page.route(/assets|healthz/, route => route.abort())
  await page
    .getByRole('navigation', { name: 'Menü' })
    .getByRole('link', { name: 'Talepler' })
    .click()
  await expect(page.getByRole('heading', { name: 'Hizmet verilemiyor' })).toBeVisible()
  await expect(page.locator('main')).toHaveCount(1)
  await page.unroute(/assets|healthz/)
  await page.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(page.getByRole('heading', { name: 'Talepler' })).toBeVisible()
})

test('a page opened offline says so, and loads when the connection is back', async ({ visit }) => {
  const page = await visit('staff', '/staff/companies', {
    allowedConsole: /ERR_INTERNET_DISCONNECTED|NetworkError/,
  })
  await expect(page.getByRole('table')).toBeVisible()
  await page.context().setOffline(true)
  await page
    .getByRole('navigation', { name: 'Menü' })
    .getByRole('link', { name: 'Talepler' })
    .click()
  await expect(page.getByRole('heading', { name: 'İnternet bağlantısı yok' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Talepler' })).toBeVisible()
})

test('at 1280 px the team reads when a ticket was opened, beside its button and how long it waits, and at 1024 px the current breadcrumb can be read', async ({
  visit,
  portal,
}) => {
  const { ticket, company, number, title } = await openTicket(portal)
  const page = await visit('staff', '/staff/tickets?status=waiting&sort=-dateCreated', {
    language: 'en',
  })
  const row = page.getByRole('row').filter({ hasText: title })
  const opened = row.getByText(/^\d\d\/\d\d\/\d{4} - \d\d:\d\d$/)
  const isWhole = (time: HTMLElement) =>
    (time.parentElement?.scrollWidth ?? 0) <= (time.parentElement?.clientWidth ?? 0)
  expect(await opened.evaluate(isWhole)).toBe(true)
  expect((await row.getByRole('rowheader').boundingBox())?.width).toBeGreaterThan(200)
  const date = await opened.boundingBox()
  const due = await row.getByText(/\d+ (hours|days?) left/).boundingBox()
  const open = await row.getByRole('link', { name: /^Open/ }).boundingBox()
  expect((due?.x ?? 0) + (due?.width ?? 0)).toBeLessThanOrEqual(date?.x ?? 0)
  expect((date?.x ?? 0) + (date?.width ?? 0)).toBeLessThanOrEqual(open?.x ?? 0)

  const opening = page.getByRole('columnheader', { name: 'Opened' })
  await expect(opening).toHaveAttribute('aria-sort', 'descending')
  for (const [name, key] of [
    ['Opened', 'dateCreated'],
    ['Machine', 'machineName'],
    ['Assignee', 'assigneeName'],
  ] as const) {
    const listed = page.waitForResponse(response => response.url().includes(`sort=${key}`))
    await page.getByRole('button', { name, exact: true }).click()
    expect((await listed).status()).toBe(200)
    await expect(page.getByRole('columnheader', { name })).toHaveAttribute('aria-sort', 'ascending')
  }

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/staff/companies/${company}/tickets/${ticket}`)
  const current = page
    .getByRole('navigation', { name: 'You are here' })
    .locator('[aria-current=page]')
  await expect(current).toHaveText(`#${number}`)
  expect((await current.boundingBox())?.width).toBeGreaterThan(35)
})

test('on a phone a time that is held tells its second, and does not open the ticket', async ({
  visit,
  portal,
}) => {
  await openTicket(portal)
  const page = await visit('staff', '/staff/tickets', { width: 360, touch: true })
  const time = page.locator('main time[title]').first()
  await time.scrollIntoViewIfNeeded()
  const { x, y } = (await time.boundingBox()) ?? { x: 0, y: 0 }
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: x + 5, y: y + 5 }],
  })
  await expect(page.getByRole('status').getByText(/\d\d:\d\d:\d\d/)).toBeVisible()
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page).toHaveURL(/\/staff\/tickets$/)
})
