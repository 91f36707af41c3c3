import type { Page, Request } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { routes } from '#contract/routes.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { assignMachine, unique } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

// Statements of the specification that no feature's own test is about, each by its sentence.

test.describe.configure({ mode: 'parallel' })

const loggedBy = (page: Page) => {
  const lines: string[] = []
  page.on('console', message => message.type() === 'info' && lines.push(message.text()))
  return lines
}
const bodyOf = (request: Request) => request.postDataJSON() as Record<string, unknown>

for (const [language, loading] of [
  ['tr', 'Yükleniyor...'],
  ['en', 'Loading...'],
] as const)
  test(`the shell shows only once the login state is known, otherwise ${loading}`, async ({
    visit,
  }) => {
    const page = await visit('customer', '/404', { language })
    const release = await holdRequests(page, '**/user/me')
    await page.goto('/accounts')
    await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(loading)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    release()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(page.getByText(loading)).toHaveCount(0)
  })

for (const { role, language, tiles } of [
  {
    role: 'admin',
    language: 'en',
    tiles: ['User settings', 'Machine settings', 'Ticket settings', 'Invite user'],
  },
  {
    role: 'admin',
    language: 'tr',
    tiles: ['Kullanıcı ayarları', 'Makine ayarları', 'Talep ayarları', 'Kullanıcı davet et'],
  },
  { role: 'customer', language: 'en', tiles: ['Machine settings', 'Ticket settings'] },
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

for (const { language, success, added, updated } of [
  {
    language: 'tr',
    success: 'Başarılı',
    added: 'Ekleme başarılı.',
    updated: 'Güncelleme başarılı.',
  },
  {
    language: 'en',
    success: 'Success',
    added: 'Adding successful.',
    updated: 'Update successful.',
  },
] as const)
  test(`a success is a notification with the title ${success}, and an update carries the id`, async ({
    visit,
  }) => {
    const page = await visit('admin', '/admin/machines', { language })
    const name = unique('Iğdır Pres')
    const texts =
      language === 'tr'
        ? ['Makine ekle', 'Makine adı', 'Ürün kodu']
        : ['Add machine', 'Machine name', 'SKU']
    await page.getByRole('button', { name: texts[0] as string }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(texts[1] as string).fill(name)
    await dialog.getByLabel(texts[2] as string).fill('IP-40')
    await dialog.getByRole('button', { name: texts[0] as string }).click()
    await expect(page.getByRole('status').filter({ hasText: added })).toContainText(success)

    await page
      .getByRole('button', { name: `${language === 'tr' ? 'Düzenle' : 'Edit'}: ${name}` })
      .click()
    await dialog.getByLabel(texts[2] as string).fill('IP-41')
    const sent = page.waitForRequest(
      request => request.method() === 'POST' && /\/admin\/machine\/[^/]+$/.test(request.url()),
    )
    await dialog
      .getByRole('button', { name: language === 'tr' ? 'Değişiklikleri kaydet' : 'Save changes' })
      .click()
    const request = await sent
    expect(bodyOf(request)).toEqual({ sku: 'IP-41', id: request.url().split('/').at(-1) })
    await expect(page.getByRole('status').filter({ hasText: updated })).toContainText(success)
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
    expect(bodyOf(await sent)).toEqual({ [change.key]: value, id: change.id })
  }
})

for (const { language, registered, texts } of [
  {
    language: 'tr',
    registered: 'Kayıt başarılı.',
    texts: ['Yeni parola', 'Parola (tekrar)', 'Hesabı etkinleştir'],
  },
  {
    language: 'en',
    registered: 'Registration successful.',
    texts: ['New password', 'Repeat the password', 'Activate the account'],
  },
] as const)
  test(`an activation sends the link's token as its bearer and says: ${registered}`, async ({
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
    const page = await visit(null, pathname + search, { language })
    await page.getByLabel(texts[0]).fill('Kardelen2071')
    await page.getByLabel(texts[1]).fill('Kardelen2071')
    const sent = page.waitForRequest(/\/user\/activate$/)
    await page.getByRole('button', { name: texts[2] }).click()
    expect((await sent).headers().authorization).toBe(`Bearer ${searchParams.get('token')}`)
    await expect(page.getByRole('status').filter({ hasText: registered })).toBeVisible()
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

for (const { role, language, status, problem, button } of [
  {
    role: 'customer',
    language: 'tr',
    status: 'closed',
    problem: 'Bir sorun oluştu: ',
    button: 'Talebi kapat',
  },
  {
    role: 'customer',
    language: 'en',
    status: 'closed',
    problem: 'A problem occurred: ',
    button: 'Close ticket',
  },
  {
    role: 'staff',
    language: 'tr',
    status: 'closed',
    problem: 'Bir sorun oluştu: ',
    button: 'Talebi kapat',
  },
  {
    role: 'admin',
    language: 'tr',
    status: 'closed',
    problem: 'Bir sorun oluştu: ',
    button: 'Talebi kapat',
  },
  {
    role: 'customer',
    language: 'tr',
    status: 'archived',
    problem: 'Bir sorun oluştu: ',
    button: 'Talebi arşivle',
  },
  {
    role: 'staff',
    language: 'tr',
    status: 'archived',
    problem: 'Bir sorun oluştu: ',
    button: 'Talebi arşivle',
  },
  {
    role: 'staff',
    language: 'en',
    status: 'archived',
    problem: 'A problem occurred: ',
    button: 'Archive ticket',
  },
] as const)
  test(`a ticket that cannot be ${status} by ${role} shows an error toast that begins with ${problem}`, async ({
    visit,
    portal,
  }) => {
    const { company, ticket } = await openTicket(portal)
    if (status === 'archived')
      await portal
        .as('staff')
        .call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
    const area = role === 'customer' ? 'account' : role
    const page = await visit(role, paths.ticket(area, company, ticket), {
      language,
      allowedConsole: /status of 409/,
    })
    await page.route(`**/ticket/${ticket}`, (route, request) =>
      request.method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { name: 'ConflictError', message: 'Talep az önce değişti.' },
          })
        : route.continue(),
    )
    await page.getByRole('button', { name: button }).click()
    const sent = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith(`/ticket/${ticket}`),
    )
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    expect(bodyOf(await sent)).toEqual({ status })
    const toast = page.getByRole('alert').filter({ hasText: problem })
    await expect(toast).toHaveText(
      `${language === 'tr' ? 'Hata' : 'Error'}${problem}Talep az önce değişti.`,
    )
  })

test('an upload slot is requested with all five fields of the record, and a refusal is a toast and logged', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /status of 400/ })
  const logged = loggedBy(page)
  await page.route('**/file', route =>
    route.fulfill({
      status: 400,
      json: { name: 'ValidationError', message: 'Bu tür dosya kabul edilmiyor.' },
    }),
  )
  const requested = page.waitForRequest(
    request => request.method() === 'PUT' && request.url().endsWith('/file'),
  )
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E42') })
  expect(bodyOf(await requested)).toEqual({
    fileName: 'alarm.log',
    fileSize: 3,
    fileType: 'text/plain',
    url: '',
    id: '',
  })
  await expect(page.getByRole('alert')).toHaveText(
    'HataBir sorun oluştu: Bu tür dosya kabul edilmiyor.',
  )
  expect(logged.join()).toContain('Bu tür dosya kabul edilmiyor.')
})

for (const [language, text] of [
  ['en', 'ErrorError Upload: '],
  ['tr', 'HataDosya yüklenemedi: '],
] as const)
  test(`bytes that do not reach the storage are reported once, as a toast with ${text}`, async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path, { language, allowedConsole: /status of 500/ })
    const logged = loggedBy(page)
    await page.route('**/file/*/content?*', route =>
      route.fulfill({ status: 500, body: 'storage' }),
    )
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E42') })
    await expect(page.getByRole('alert')).toHaveText(new RegExp(`^${text}[^:]+$`))
    await expect(page.locator('form').getByRole('alert')).toHaveCount(0)
    expect(logged.filter(line => line.includes('500'))).toHaveLength(1)
  })

for (const { language, title, empty } of [
  {
    language: 'tr',
    title: 'Hata',
    empty: 'Bir sorun oluştu: Bu dosya boş. Klasörse içindeki dosyaları seçin.',
  },
  {
    language: 'en',
    title: 'Error',
    empty: 'A problem occurred: This file is empty. If it is a folder, choose the files in it.',
  },
] as const)
  test(`a file that is not sent is reported once, as a toast: ${empty}`, async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path, { language })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(title + empty)
  })

test('a file that is uploaded and cannot be added to its machine is reported once, with the server’s message', async ({
  visit,
  portal,
}) => {
  const { _id } = await portal
    .as('admin')
    .call(routes.machines.create, { body: { name: unique('Bursa Pres'), sku: 'BP-1' } })
  const page = await visit('admin', `/admin/machines/${_id}`, { allowedConsole: /status of 409/ })
  await page.route('**/admin/machine/*/file', (route, request) =>
    request.method() === 'POST'
      ? route.fulfill({
          status: 409,
          json: { name: 'ConflictError', message: 'Dosya alanı doldu.' },
        })
      : route.continue(),
  )
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E42') })
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'HataDosya alanı doldu.',
  )
  await expect(page.getByRole('list', { name: 'Yüklenenler' })).toContainText('Dosya alanı doldu.')
})

for (const { language, success, sent, texts } of [
  {
    language: 'tr',
    success: 'Başarılı',
    sent: 'Parola yenileme isteğinizi aldık.',
    texts: { email: 'E-posta', send: 'Bağlantıyı gönder', signIn: 'Girişe dön' },
  },
  {
    language: 'en',
    success: 'Success',
    sent: 'We have received your request for a new password.',
    texts: { email: 'E-mail', send: 'Send the link', signIn: 'Back to sign in' },
  },
] as const)
  test(`the answer to a forgotten password is a notification with the title ${success}, and stays on a screen with a login button`, async ({
    visit,
  }) => {
    const page = await visit(null, '/forgotpassword', { language, width: 360 })
    await page.getByLabel(texts.email).fill('kimse@example.com')
    const answered = page.waitForResponse(/\/user\/forgot$/)
    await page.getByRole('button', { name: texts.send }).click()
    const answer: string = await (await answered).json()
    expect(answer).toContain(sent)
    await expect(page.getByRole('status').filter({ hasText: success })).toHaveText(success + answer)
    await expect(page.getByRole('main').getByText(answer)).toBeVisible()
    const signIn = page.getByRole('link', { name: texts.signIn })
    const [button, toast] = [
      await signIn.boundingBox(),
      await page.getByRole('status').boundingBox(),
    ]
    expect(toast?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0))
    await signIn.click()
    await expect(page).toHaveURL(/\/login\?mail=kimse%40example.com$/)
  })

for (const { path, call, method, language, text } of [
  {
    path: '/admin/machines',
    call: '**/admin/machine?*',
    method: 'GET',
    language: 'en',
    text: 'Error fetching machines: ',
  },
  {
    path: '/admin/machines',
    call: '**/admin/machine?*',
    method: 'GET',
    language: 'tr',
    text: 'Makineler alınamadı: ',
  },
  {
    path: 'users',
    call: '**/user?*',
    method: 'GET',
    language: 'en',
    text: 'Error fetching user data: ',
  },
] as const)
  test(`a list whose response has no message says ${text}, and the failure is logged`, async ({
    visit,
    portal,
  }) => {
    const company = (await portal.as('admin').call(routes.companies.list)).companies[0]?._id ?? ''
    const page = await visit('admin', '/404', { language, allowedConsole: /status of 500/ })
    const logged = loggedBy(page)
    await page.route(call, (route, request) =>
      request.method() === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    await page.goto(path === 'users' ? `/admin/companies/${company}/users` : path)
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
    expect(logged.join()).toContain(text)
  })

for (const body of ['', 'null', '<html></html>', '{"message": ""}'])
  test(`a list of machines whose response is ${JSON.stringify(body)} says Error fetching machines`, async ({
    visit,
  }) => {
    const page = await visit('admin', '/404', { language: 'en', allowedConsole: /status of 500/ })
    const status = body.startsWith('{') ? 500 : 200
    await page.route('**/admin/machine?*', route => route.fulfill({ status, body }))
    await page.goto('/admin/machines')
    await expect(page.getByRole('main').getByText('Error fetching machines: ')).toBeVisible()
  })

for (const { method, text, button } of [
  { method: 'POST', text: 'Error updating machines: ', button: 'Edit' },
  { method: 'DELETE', text: 'Error deleting machine: ', button: 'Delete' },
] as const)
  test(`a machine's change whose response has no message says ${text}`, async ({
    visit,
    portal,
  }) => {
    const name = unique('Muğla Freze')
    await portal
      .as('admin')
      .call(routes.machines.create, { body: { name, sku: unique('MF'), description: '' } })
    const page = await visit('admin', `/admin/machines?search=${encodeURIComponent(name)}`, {
      language: 'en',
      allowedConsole: /status of 500/,
    })
    await page.getByRole('button', { name: `${button}: ${name}` }).click()
    await page.route('**/admin/machine/*', (route, request) =>
      request.method() === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    const dialog = page.getByRole('dialog')
    if (method === 'POST') await dialog.getByLabel('Machine name').fill(`${name} 2`)
    await dialog
      .getByRole('button', { name: method === 'POST' ? 'Save changes' : 'Delete machine' })
      .click()
    await expect(page.getByRole('alert').getByText(text)).toBeVisible()
  })

test('a user whose deletion gets no message: Error deleting user data', async ({
  visit,
  portal,
}) => {
  const admin = portal.as('admin')
  const company = (await admin.call(routes.companies.list)).companies[0]?._id ?? ''
  const email = `${unique('ali').replaceAll(' ', '-')}@example.com`
  await admin.call(routes.users.invite, {
    params: { company },
    body: { email, name: 'Ali', surname: unique('Er') },
  })
  const page = await visit(
    'admin',
    `/admin/companies/${company}/users?search=${encodeURIComponent(email)}`,
    {
      language: 'en',
      allowedConsole: /status of 500/,
    },
  )
  await page.route('**/user/*', (route, request) =>
    request.method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.getByRole('button', { name: /^Revoke the invitation: Ali/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the invitation' }).click()
  await expect(page.getByRole('alert').getByText('Error deleting user data: ')).toBeVisible()
})

for (const errors of [undefined, [{ msg: 'Oturum doğrulanamadı.', path: '' }]])
  test(`an error whose message says that the exp claim check failed counts as an expired token, whatever its name${errors ? ', also beside an errors array' : ''}`, async ({
    visit,
    portal,
  }) => {
    const page = await visit({ token: await portal.signIn('customer@demo.test') }, '/accounts', {
      allowedConsole: /status of 401/,
    })
    await expect(page.getByRole('table')).toBeVisible()
    await page.route('**/user/me', route =>
      route.fulfill({
        status: 401,
        json: {
          name: 'JWTClaimValidationFailed',
          message: '"exp" claim timestamp check failed',
          errors,
        },
      }),
    )
    await page.reload()
    await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
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

for (const width of [320, 360, 800, 1024, 1280, 1440])
  test(`the tiles of a company are at least 240 pixels wide in a window of ${width}, and no text of theirs is cut`, async ({
    visit,
    portal,
  }) => {
    const company = (await portal.as('customer').call(routes.companies.accounts)).accounts[0]?._id
    const page = await visit('admin', `/admin/companies/${company}`, { width })
    const tiles = page
      .getByRole('main')
      .getByRole('link')
      .filter({ has: page.locator('strong') })
    await expect(tiles).toHaveCount(4)
    for (const tile of await tiles.all()) {
      expect((await tile.boundingBox())?.width).toBeGreaterThanOrEqual(240)
      const heading = tile.locator('strong')
      expect(
        await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      ).toBe(0)
    }
  })
