import { paths } from '#contract/paths.ts'
import { routes } from '#contract/routes.ts'
import { unique } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { loggedBy } from '../support/logged-by.ts'
import { expect, test } from '../support/visit.ts'

// The notifications and log lines of errors, as the specification words them.

test.describe.configure({ mode: 'parallel' })

for (const { role, language, status, problem, button } of [
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
    expect((await sent).postDataJSON()).toEqual({ status })
    const toast = page.getByRole('alert').filter({ hasText: problem })
    await expect(toast).toHaveText(
      `${language === 'tr' ? 'Hata' : 'Error'}${problem}Talep az önce değişti.`,
    )
  })

for (const { path, call, method, language, text } of [
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
