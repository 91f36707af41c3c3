import { routes } from '#contract/routes.ts'
import { createCustomer } from '../portal/create-customer.ts'
import { newPassword, password } from '../portal/demo-portal.ts'
import { urlWithoutPortal } from '../screens/screen-list.ts'
import { expect, test } from '../support/visit.ts'

test('the demo’s login is filled in, and Enter signs a customer in to their accounts', async ({
  visit,
}) => {
  const page = await visit(null, '/login')
  await expect(page.getByLabel('E-posta')).toHaveValue('customer@demo.test')
  await page.getByLabel('Parola', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Firmalarınız' })).toBeFocused()
  await expect(page).toHaveURL(/\/accounts$/)
})

test('a domain without a portal shows a message instead of the form', async ({ visit, portal }) => {
  const page = await visit(null, urlWithoutPortal(portal), { allowedConsole: /status of 404/ })
  await expect(
    page.getByRole('alert').getByText('Bu adreste bir destek portalı yok.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Portal bulunamadı' })).toBeVisible()
  await expect(page.getByLabel('E-posta')).toHaveCount(0)
})

test('an administrator signs in in English and starts at the companies', async ({
  visit,
  portal,
}) => {
  const page = await visit(null, '/login')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'English' }).click()
  await loaded
  // the demo's prefilled value
  await expect(page.getByLabel('E-mail')).toHaveValue('customer@demo.test')
  await page.getByLabel('E-mail').fill('admin@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/companies$/)

  await test.step('which is their language in other browsers too, until they choose again', async () => {
    const other = await visit(null, '/login')
    await expect(other.getByLabel('E-posta')).toHaveValue('customer@demo.test')
    await other.getByLabel('E-posta').fill('admin@demo.test')
    await other.getByLabel('Parola', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Giriş yap' }).click()
    await expect(other.getByRole('heading', { name: 'Companies' })).toBeVisible()
    await other.getByRole('button', { name: 'Türkçe' }).click()
    await expect(other.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
    const { language } = await portal
      .as('admin')
      .call(routes.sessions.login, { body: { email: 'admin@demo.test', password } })
    expect(language).toBe('tr')
  })
})

test('an e-mail field is of type email until a letter outside ASCII is typed or pasted, and keeps its text and the caret', async ({
  visit,
  portal,
}) => {
  const page = await visit(null, '/login')
  const field = page.getByLabel('E-posta')
  await expect(field).toHaveAttribute('type', 'email')
  await field.press('Home')
  for (let i = 0; i < 'customer@'.length; i++) await field.press('ArrowRight')
  await page.keyboard.insertText('ö')
  await page.keyboard.type('xy')
  await expect(field).toHaveValue('customer@öxydemo.test')
  await expect(field).toHaveAttribute('type', 'text')

  await page.reload()
  await expect(field).toHaveValue('customer@demo.test')
  await field.selectText()
  await page.keyboard.insertText('ece@İSTANBUL.test')
  await page.keyboard.type('.tr')
  await expect(field).toHaveValue('ece@İSTANBUL.test.tr')
  await field.fill('ADMİN@DEMO.TEST')
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByLabel('Parola', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/companies$/)

  const company = (await portal.as('admin').call(routes.companies.list)).companies[0]?._id
  for (const [user, path] of [
    [null, '/forgotpassword'],
    ['admin', `/admin/companies/${company}/invite-user`],
  ] as const) {
    const other = (await visit(user, path)).getByLabel('E-posta')
    await expect(other).toHaveAttribute('type', 'email')
  }
  const activation = await visit(null, '/activate?token=x&mail=ece@örnek.test')
  await expect(activation.getByLabel('E-posta')).toHaveValue('ece@örnek.test')
})

test('staff start at their companies', async ({ visit }) => {
  const page = await visit(null, '/login')
  await page.getByLabel('E-posta').fill('staff@demo.test')
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/staff\/companies$/)
})

test('the demo’s login leaves a form alone that someone has begun to fill in', async ({
  visit,
}) => {
  const page = await visit(null, '/login')
  let sendPortal = () => {}
  const held = new Promise<void>(resolve => {
    sendPortal = resolve
  })
  await page.route('**/portal', async route => {
    await held
    await route.continue()
  })
  await page.reload()
  await page.getByLabel('E-posta').focus()
  const sent = page.waitForResponse('**/portal')
  sendPortal()
  await (await sent).finished()
  await expect(page.getByLabel('E-posta')).toHaveValue('')
  await page.keyboard.type('staff@demo.test')
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/staff\/companies$/)
})

test('an address is the same as a Turkish keyboard with caps lock writes it, and with what a messenger pastes around it', async ({
  visit,
}) => {
  const page = await visit(null, '/login')
  await expect(page.getByLabel('E-posta')).toHaveValue('customer@demo.test')
  await page.getByLabel('E-posta').fill('\u202aADMİN@DEMO.TEST\u202c')
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/admin\/companies$/)
})

test('a wrong password shows its error at the form, and the input stays', async ({ visit }) => {
  const page = await visit(null, '/login', { allowedConsole: /status of 401/ })
  await expect(page.getByLabel('E-posta')).toHaveValue('customer@demo.test')
  await page.getByLabel('Parola', { exact: true }).fill('yanlış')
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('alert')).toContainText('E-posta ya da parola hatalı.')
  await expect(page.getByText('E-posta ya da parola hatalı.')).toHaveCount(1)
  const field = page.getByLabel('Parola', { exact: true })
  await expect(field).toHaveAccessibleDescription(
    'E-posta adresinizi ve parolanızı kontrol edip yeniden deneyin.',
  )
  await expect(field).toHaveValue('yanlış')

  await test.step('a tap removes the notice, or its timeout, also under a resting pointer', async () => {
    const notice = page.getByRole('alert').getByText('E-posta ya da parola hatalı.')
    await notice.click()
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: 'Giriş yap' }).click()
    await notice.hover()
    await page.clock.install()
    await page.mouse.move(0, 0)
    await notice.hover()
    await page.clock.fastForward(9_000)
    await expect(notice).toBeVisible()
    await page.clock.fastForward(2_000)
    await expect(notice).toHaveCount(0)
  })
})

// Security: 6.2.6, 6.2.7
test('a password is hidden as it is typed, can be pasted, and is known to password managers', async ({
  visit,
}) => {
  const page = await visit(null, '/login')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const field = page.getByLabel('Parola', { exact: true })
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByLabel('E-posta')).toHaveAttribute('autocomplete', 'username')
  await page.evaluate(() => navigator.clipboard.writeText('Yapıştırılan 1 parola'))
  await expect(field).not.toHaveValue('') // the demo's prefilled value
  await field.fill('')
  await field.press('ControlOrMeta+v')
  await expect(field).toHaveValue('Yapıştırılan 1 parola')
})

test('fields left empty are marked, and the first of them has the focus', async ({ visit }) => {
  const page = await visit(null, '/login', { language: 'en' })
  await expect(page.getByLabel('E-mail')).toHaveValue('customer@demo.test')
  await page.getByLabel('E-mail').fill('')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('This field is required.')
})

test('a language is remembered when the page is loaded again', async ({ visit }) => {
  const page = await visit(null, '/login')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'English' }).click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a request to reset a password shows the same message whether the address is known or not', async ({
  visit,
}) => {
  const page = await visit(null, '/login')
  await page.getByRole('link', { name: 'Parolamı unuttum' }).click()
  await expect(page.getByRole('heading', { name: 'Parolanızı yenileyin' })).toBeVisible()
  await page.getByLabel('E-posta').fill('kimse@example.com')
  await page.getByRole('button', { name: 'Bağlantıyı gönder' }).click()
  await expect(page.getByRole('main').getByText('Bu adres kayıtlıysa')).toBeVisible()
  await page.getByRole('link', { name: 'Girişe dön' }).click()
  await expect(page).toHaveURL(/\/login\?mail=kimse%40example.com$/)
})

test('an invited user sees the rules while choosing a password, and is signed in with it', async ({
  visit,
  portal,
}) => {
  const admin = portal.as('admin')
  const company = (await admin.call(routes.companies.list)).companies[0]?._id ?? ''
  const email = `usta-${Date.now()}@example.com`
  const invited = await admin.call(routes.users.invite, {
    params: { company },
    body: { email, name: 'Işıl', surname: 'Usta' },
  })
  const page = await visit(
    null,
    new URL(invited.activationLink ?? '').href.slice(portal.url.length),
  )

  await expect(page.getByLabel('E-posta')).toHaveValue(email)
  await expect(page.getByLabel('E-posta')).toHaveAttribute('readonly')
  await page.getByLabel('Yeni parola').fill('torna')
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(
    page.getByRole('alert').getByText('Güvenli bir parola için eksik kuralları tamamlayın.'),
  ).toBeVisible()

  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await expect(
    page.getByRole('list', { name: 'Parola kuralları' }).getByText(': tamam'),
  ).toHaveCount(4)
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(page.getByText(`E-posta adresiniz: ${email}`)).toBeVisible()

  await page.getByRole('link', { name: 'Devam et' }).click()
  await expect(page.getByRole('heading', { name: 'Firmalarınız' })).toBeVisible()
})

test('an ended session leads to the login with a notice, and back after signing in', async ({
  visit,
  portal,
}) => {
  const token = await portal.signIn('customer@demo.test')
  const page = await visit({ token }, '/403', { allowedConsole: /status of (401|503)/ })
  // else the stream may find the end first
  await page.route('**/event?*', route => route.fulfill({ status: 503 }))
  await page.goto('/accounts')
  const account = page.getByRole('table').getByRole('link').first()
  // the list is loaded, so the click is the first call of the ended session
  await expect(account).toBeVisible()
  await fetch(`${portal.url}/api/v1/domain/localhost/user/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  await account.click()
  await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible()
  await expect(page.getByLabel('E-posta')).toHaveValue('') // not prefilled: the user is unknown
  await page.getByLabel('E-posta').fill('customer@demo.test')
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/account\/[0-9a-f-]{36}$/)
})

test('a session that ended while the portal was closed shows a notice when it is opened', async ({
  visit,
}) => {
  const page = await visit({ token: 'an.old.token' }, '/accounts', {
    allowedConsole: /status of 401/,
  })
  await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible()
  await expect(page).toHaveURL(/from=%2Faccounts/)
})

// Security: 7.4.1, 7.4.4
test('signing out leads to the login, and going back does not reopen the page', async ({
  visit,
  portal,
}) => {
  const token = await portal.signIn('customer@demo.test')
  // what the page is still asking for when the session ends
  const page = await visit({ token }, '/accounts', { allowedConsole: /status of 401/ })
  await page.getByRole('button', { name: 'Kullanıcı menüsü: customer@demo.test' }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/accounts')
  await expect(page).toHaveURL(/\/login\?from=/)
})

test('the language that one user chose does not apply to the next one in the same browser', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  await createCustomer(vendor)
  const page = await visit(null, `${vendor.url}/login`, { allowedConsole: /status of 401/ })
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'English' }).click()
  await loaded
  await page.getByLabel('E-mail').fill('isil@musteri.test')
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible()

  const token: string = await page.evaluate(() => JSON.parse(localStorage.getItem('token') ?? ''))
  await vendor.call(routes.sessions.logout, {}, token)
  // The page learns of it by its event stream, or else by the next call.
  await page
    .getByRole('table')
    .getByRole('link')
    .first()
    .click({ timeout: 3_000 })
    .catch(() => {})
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await page.goto(`${vendor.url}/login`)
  await page.getByLabel('E-mail').fill(`yonetici@${new URL(vendor.url).hostname}.test`)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
})
