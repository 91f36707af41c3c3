import { routes } from '#contract/routes.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { assignMachine, unique } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

// Statements of the specification that no feature's own test is about, each by its sentence.

test.describe.configure({ mode: 'parallel' })

test('the shell shows only once the login state is known, otherwise Loading...', async ({
  visit,
}) => {
  const page = await visit('customer', '/404', { language: 'en' })
  const release = await holdRequests(page, '**/user/me')
  await page.goto('/accounts')
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText('Loading...')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  release()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
})

for (const { role, language, tiles } of [
  {
    role: 'admin',
    language: 'en',
    tiles: ['User settings', 'Machine settings', 'Ticket settings', 'Invite user'],
  },
  { role: 'customer', language: 'tr', tiles: ['Makine ayarları', 'Talep ayarları'] },
  { role: 'staff', language: 'en', tiles: ['Users', 'Machines', 'Tickets'] },
] as const)
  test(`the company dashboard of ${role} has the tiles ${tiles.join(', ')}`, async ({
    visit,
    portal,
  }) => {
    const company = (await portal.as('customer').call(routes.companies.accounts)).accounts[0]?._id
    const path = role === 'customer' ? `/account/${company}` : `/${role}/companies/${company}`
    const page = await visit(role, path, { language })
    for (const tile of tiles)
      await expect(page.getByRole('main').getByRole('link', { name: tile })).toBeVisible()
  })

test('a success is a notification with the title Başarılı, and an update carries the id', async ({
  visit,
}) => {
  const page = await visit('admin', '/admin/machines')
  const name = unique('Iğdır Pres')
  await page.getByRole('button', { name: 'Makine ekle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Makine adı').fill(name)
  await dialog.getByLabel('Ürün kodu').fill('IP-40')
  await dialog.getByRole('button', { name: 'Makine ekle' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Ekleme başarılı.' })).toContainText(
    'Başarılı',
  )

  await page.getByRole('button', { name: `Düzenle: ${name}` }).click()
  await dialog.getByLabel('Ürün kodu').fill('IP-41')
  const sent = page.waitForRequest(
    request => request.method() === 'POST' && /\/admin\/machine\/[^/]+$/.test(request.url()),
  )
  await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  const request = await sent
  expect(request.postDataJSON()).toEqual({ sku: 'IP-41', id: request.url().split('/').at(-1) })
  await expect(page.getByRole('status').filter({ hasText: 'Güncelleme başarılı.' })).toContainText(
    'Başarılı',
  )
})

test('the update of a company, and of a machine that it has, carries the id', async ({
  visit,
  portal,
}) => {
  const companyName = unique('Kars Döküm')
  const { _id: company } = await portal
    .as('admin')
    .call(routes.companies.create, { body: { name: companyName } })
  const { companyMachine, name, serialNumber } = await assignMachine(portal, { company })
  const page = await visit('admin', '/404')
  for (const { path, edit, field, value, change } of [
    {
      path: '/admin/companies',
      edit: `Düzenle: ${companyName}`,
      field: 'Firma adı',
      value: unique('Kars Pres'),
      change: { id: company, key: 'name' },
    },
    {
      path: `/admin/companies/${company}/machines`,
      edit: `Düzenle: ${name} · ${serialNumber}`,
      field: 'Seri no',
      value: unique('SN'),
      change: { id: companyMachine, key: 'serialNumber' },
    },
  ]) {
    await page.goto(path)
    await page.getByRole('button', { name: edit }).click()
    await page.getByRole('dialog').getByLabel(field).fill(value)
    const sent = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith(`/${change.id}`),
    )
    await page.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    expect((await sent).postDataJSON()).toEqual({ [change.key]: value, id: change.id })
  }
})

test("an activation sends the link's token as its bearer and says that it was successful", async ({
  visit,
  portal,
}) => {
  const company = (await portal.as('admin').call(routes.companies.list)).companies[0]?._id ?? ''
  const invited = await portal.as('admin').call(routes.users.invite, {
    params: { company },
    body: {
      email: `${unique('yeni').replaceAll(' ', '-')}@example.com`,
      name: 'Ali',
      surname: 'Er',
    },
  })
  const { pathname, search, searchParams } = new URL(invited.activationLink ?? '')
  const page = await visit(null, pathname + search, { language: 'en' })
  await page.getByLabel('New password').fill('Kardelen2071')
  await page.getByLabel('Repeat the password').fill('Kardelen2071')
  const sent = page.waitForRequest(/\/user\/activate$/)
  await page.getByRole('button', { name: 'Activate the account' }).click()
  expect((await sent).headers().authorization).toBe(`Bearer ${searchParams.get('token')}`)
  await expect(
    page.getByRole('status').filter({ hasText: 'Registration successful.' }),
  ).toBeVisible()
})

test('the ticket filter has the values open 1, closed 2 and archived 3, in the control and in the address', async ({
  visit,
  portal,
}) => {
  const { company } = await openTicket(portal)
  const page = await visit('customer', `/account/${company}/tickets`)
  for (const [value, label] of [
    ['2', 'Kapalı'],
    ['3', 'Arşiv'],
    ['1', 'Açık'],
  ] as const) {
    await page.getByRole('main').getByText(label, { exact: true }).first().click()
    await expect(page).toHaveURL(new RegExp(`status=${value}`))
    await expect(page.getByRole('radio', { name: label })).toHaveValue(value)
  }
  for (const word of ['closed', '2']) {
    await page.goto(`/account/${company}/tickets?status=${word}`)
    await expect(page.getByRole('radio', { name: 'Kapalı' })).toBeChecked()
  }
})

test('archived tickets are fetched with the archived flag', async ({ visit, portal }) => {
  const { company, ticket, title } = await openTicket(portal)
  for (const status of ['closed', 'archived'] as const)
    await portal.as('staff').call(routes.tickets.change, { params: { ticket }, body: { status } })
  const page = await visit('customer', `/account/${company}/tickets`)
  const requested = page.waitForRequest(/\/account\/[^/]+\/ticket\?.*archived=true/)
  await page.getByText('Arşiv', { exact: true }).click()
  expect((await requested).url()).not.toContain('status=')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
})

test('the answer to a forgotten password is a notification with the title Başarılı, and stays on a screen with a login button', async ({
  visit,
}) => {
  const page = await visit(null, '/forgotpassword', { width: 360 })
  await page.getByLabel('E-posta').fill('kimse@example.com')
  const answered = page.waitForResponse(/\/user\/forgot$/)
  await page.getByRole('button', { name: 'Bağlantıyı gönder' }).click()
  const answer: string = await (await answered).json()
  expect(answer).toContain('Parola yenileme isteğinizi aldık.')
  await expect(page.getByRole('status').filter({ hasText: 'Başarılı' })).toHaveText(
    `Başarılı${answer}`,
  )
  await expect(page.getByRole('main').getByText(answer)).toBeVisible()
  const signIn = page.getByRole('link', { name: 'Girişe dön' })
  const [button, toast] = [await signIn.boundingBox(), await page.getByRole('status').boundingBox()]
  expect(toast?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0))
  await signIn.click()
  await expect(page).toHaveURL(/\/login\?mail=kimse%40example.com$/)
})

test('the calls go to the domain that a page states in its head, under any host name', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const { hostname } = new URL(vendor.url)
  const page = await visit(null, '/404', { allowedConsole: /status of 404/ })
  await page.route('**/login', async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '<head>',
      `<head><meta name="domain" content="${hostname}">`,
    )
    await route.fulfill({ response, body })
  })
  await page.goto('/login')
  await page.getByLabel('E-posta').fill(`yonetici@${hostname}.test`)
  await page.getByLabel('Parola', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  await expect(page).toHaveTitle(/Yeni Makine Sanayi/)
})

test('the tiles of a company are at least 240 pixels wide in every window, and no text of theirs is cut', async ({
  visit,
  portal,
}) => {
  const company = (await portal.as('customer').call(routes.companies.accounts)).accounts[0]?._id
  const page = await visit('admin', `/admin/companies/${company}`)
  const tiles = page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.locator('strong') })
  await expect(tiles).toHaveCount(4)
  for (const width of [320, 360, 800, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const narrowest = async () =>
      Math.min(
        ...(await Promise.all(
          (await tiles.all()).map(async tile => (await tile.boundingBox())?.width ?? 0),
        )),
      )
    // the side menu is drawn a moment after the window has its width
    await expect.poll(narrowest, `in ${width} px`).toBeGreaterThanOrEqual(240)
    for (const tile of await tiles.all()) {
      const heading = tile.locator('strong')
      expect(
        await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        `in ${width} px`,
      ).toBe(0)
    }
  }
})
