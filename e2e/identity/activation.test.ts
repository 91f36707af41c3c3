import { routes } from '#contract/routes.ts'
import { type DemoPortal, newPassword } from '../portal/demo-portal.ts'
import { invitationPath } from '../screens/screen-list.ts'
import { expect, test } from '../support/visit.ts'

async function invitation(
  portal: DemoPortal,
  email = `yeni-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`,
) {
  const company = (await portal.as('admin').call(routes.companies.list)).companies[0]?._id ?? ''
  return { email, path: await invitationPath(portal, company, email) }
}

/** The path of the reset link that was mailed to a user. */
async function resetLinkTo(portal: DemoPortal, email: string) {
  let found: string | undefined
  await expect(async () => {
    const list = await (await fetch(`${portal.url}/mailbox`)).text()
    for (const [, mail] of list.matchAll(/href="(\/mailbox\/[^"]+)"/g)) {
      const text = (await (await fetch(portal.url + mail)).text()).replaceAll('&#38;', '&')
      found = new RegExp(`/resetpassword\\?token=[\\w-]+&mail=${encodeURIComponent(email)}`).exec(
        text,
      )?.[0]
      if (found) break
    }
    expect(found).toBeDefined()
  }).toPass({ timeout: 45_000 })
  return found ?? ''
}

test('an invitation works once; the second time the page says so above the form, and the server refuses it', async ({
  visit,
  portal,
}) => {
  const rules = [
    'Password is longer than 8 characters',
    'Password has a number',
    'Password contains capital letters',
    'Passwords match',
  ]
  const { email, path } = await invitation(portal)
  const page = await visit(null, path, {
    language: 'en',
    width: 320,
    height: 640,
    allowedConsole: /status of 400/,
  })
  for (const rule of rules)
    await expect(page.getByRole('listitem').filter({ hasText: rule })).toBeVisible()
  await page.getByLabel('New password').fill('kısa')
  await page.getByRole('button', { name: 'Activate the account' }).click()
  await expect(
    page.getByRole('alert').getByText('Please complete required prompts for secure password'),
  ).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Repeat the password').fill(newPassword)
  await page.getByRole('button', { name: 'Activate the account' }).click()
  await expect(page).toHaveURL(new RegExp(`/invite-success\\?mail=${encodeURIComponent(email)}$`))
  await expect(
    page.getByRole('status').getByText('Your password is saved. You are signed in.'),
  ).toBeVisible()

  await page.goto(path)
  await expect(page.getByText('This link no longer works.')).toBeVisible()
  const nextStep = 'ask your administrator for a new invitation'
  await expect(page.getByText(nextStep)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  for (const rule of rules)
    await expect(page.getByRole('listitem').filter({ hasText: rule })).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Repeat the password').fill(newPassword)
  await page.getByRole('button', { name: 'Activate the account' }).click()
  await expect(
    page.getByRole('alert').getByText('This link is not valid or has been used already.'),
  ).toBeInViewport({ ratio: 1 })
  await expect(page.locator('[data-tone=wrong]')).toHaveCount(1)
  await expect(page.locator('[data-tone=wrong]')).toContainText(nextStep)
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL(/\/accounts$/) // who is signed in is not asked again
})

test('a password that is saved does not stand for the second step, which the sign-in page asks for', async ({
  visit,
  portal,
}) => {
  const { email, path } = await invitation(portal)
  const page = await visit(null, path)
  await page.route('**/user/login', route =>
    route.fulfill({ json: { next: 'code', token: 'of a pending sign-in' } }),
  )
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('status').getByText('Parolanız kaydedildi. Artık giriş yapabilirsiniz.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Giriş yap' }).click()
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
})

test('the error of a refused password disappears when a valid one is saved', async ({
  visit,
  portal,
}) => {
  const { path } = await invitation(portal)
  const page = await visit(null, path)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await page.getByLabel('Yeni parola').fill('kısa')
  await page.keyboard.press('Enter')
  const unmet = page
    .getByRole('alert')
    .getByText('Güvenli bir parola için eksik kuralları tamamlayın.')
  await unmet.hover() // a notice under the pointer stays
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/invite-success/)
  await expect(unmet).toHaveCount(0)
})

test('an invitation to an address with a plus works though mail programs have changed its link', async ({
  visit,
  portal,
}) => {
  const { email, path } = await invitation(portal, `bakim+gece-${Date.now()}@example.com`)
  const page = await visit(null, `${path.replace('%2B', '+').replace('&', '&amp;')}>.`)
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(page.getByRole('status').getByText('Parolanız kaydedildi.')).toBeVisible()
})

test('a page opens at its address with the full stop of the sentence around its link', async ({
  visit,
}) => {
  const page = await visit('customer', '/settings/notifications).')
  await expect(page).toHaveURL(/\/settings\/notifications$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Bildirim ayarları' })).toBeVisible()
})

test('a link that becomes invalid while the password is typed shows an error, and the input stays', async ({
  visit,
  portal,
}) => {
  const { email, path } = await invitation(portal)
  const page = await visit(null, path, { allowedConsole: /status of 400/ })
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await invitation(portal, email)
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(
    page
      .locator('[data-tone=wrong]')
      .getByText('Bu bağlantı geçersiz ya da daha önce kullanılmış. Yenisini isteyin.'),
  ).toBeVisible()
  await expect(page.getByLabel('Yeni parola')).toHaveValue(newPassword)
})

test('a common password shows a fifth rule before it is sent, and is not sent', async ({
  visit,
  portal,
}) => {
  const { path } = await invitation(portal)
  const page = await visit(null, path)
  const rule = page.getByRole('listitem').filter({ hasText: 'Çok kullanılan bir parola değil' })
  await expect(page.getByRole('listitem')).toHaveCount(4)
  for (const common of ['password', '12345678', '123456']) {
    await page.getByLabel('Yeni parola').fill('')
    await expect(page.getByRole('listitem')).toHaveCount(4)
    await page.getByLabel('Yeni parola').fill(common) // other rules are unmet, too
    await expect(rule).toBeVisible()
  }
  await page.getByLabel('Yeni parola').fill('Password1')
  await page.getByLabel('Parola (tekrar)').fill('Password1')
  await expect(rule).toBeVisible()
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(
    page.getByRole('alert').getByText('Güvenli bir parola için eksik kuralları tamamlayın.'),
  ).toBeVisible()
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await expect(page.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(page).toHaveURL(/\/invite-success/)
})

test('a password that the server refuses is in a red box and marked at its field, and another one can be typed', async ({
  visit,
  portal,
}) => {
  const { path } = await invitation(portal)
  const page = await visit(null, '/login', { allowedConsole: /status of 400/ })
  await page.route('**/user/link', route =>
    route.fulfill({ json: { works: true, weakness: null } }),
  )
  await page.goto(path)
  await page.getByLabel('Yeni parola').fill('Password1')
  await page.getByLabel('Parola (tekrar)').fill('Password1')
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(
    page.locator('[data-tone=wrong]').getByText('Bu parolayı çok kişi kullanıyor'),
  ).toBeVisible()
  await expect(page.getByLabel('Yeni parola')).toBeFocused()
  await expect(page.getByLabel('Yeni parola')).toHaveAccessibleDescription(
    /Bu parolayı çok kişi kullanıyor/,
  )
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(page).toHaveURL(/\/invite-success/)
})

test('a password that is typed at a link that no longer works is not sent to be checked', async ({
  visit,
  portal,
}) => {
  const { path } = await invitation(portal)
  const page = await visit(null, path.replace(/token=[^&]*/, 'token=kullanilmis'))
  await expect(page.getByText('Bu bağlantı artık geçerli değil.')).toBeVisible()
  await page.clock.install()
  const checks: unknown[] = []
  page.on('request', request => {
    if (request.url().endsWith('/user/link')) checks.push(request.postDataJSON())
  })
  for (const password of ['password', newPassword]) {
    await page.getByLabel('Yeni parola').fill(password)
    await page.clock.fastForward(1_000) // it is checked after half a second
  }
  await expect(page.getByRole('listitem')).toHaveCount(4)
  expect(checks).toEqual([])
})

test('/register shows the same screen', async ({ visit, portal }) => {
  const { email, path } = await invitation(portal)
  const page = await visit(null, path.replace('/activate', '/register'))
  await expect(page.getByRole('heading', { name: 'Hesabınızı etkinleştirin' })).toBeVisible()
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
})

test('a link without its token is reported as incomplete', async ({ visit }) => {
  const page = await visit(null, '/activate?mail=ali%40example.com')
  await expect(page.getByText('Bu bağlantı eksik.')).toBeVisible()
  await expect(page.getByLabel('E-posta')).toHaveValue('ali@example.com')
  await expect(page.getByLabel('Yeni parola')).toBeVisible()
})

test('a link that cannot be checked shows the reason and can be tried again', async ({
  visit,
  portal,
}) => {
  const { path } = await invitation(portal)
  const page = await visit(null, '/login', { allowedConsole: /status of 429/ })
  await page.route('**/user/link', route =>
    route.fulfill({
      status: 429,
      json: {
        name: 'TooManyRequestsError',
        message: 'Çok fazla deneme yapıldı. 45 saniye sonra yeniden deneyin.',
      },
    }),
  )
  await page.goto(path)
  await expect(page.getByText('Çok fazla deneme yapıldı.')).toBeVisible()
  await page.unroute('**/user/link')
  await page.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(page.getByLabel('Yeni parola')).toBeVisible()
})

// Security: 6.2.2
test('a forgotten password is reset by the mailed link; a used link offers a new one', async ({
  visit,
  portal,
}) => {
  const { email, path } = await invitation(portal)
  const page = await visit(null, path, { allowedConsole: /status of 40[01]/ })
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').press('Enter')
  await expect(page.getByRole('heading', { name: 'Her şey hazır' })).toBeFocused()

  await page.goto('/forgotpassword')
  await expect(page.getByRole('heading', { name: 'Parolanızı yenileyin' })).toBeVisible()
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('E-posta').press('Enter')
  await expect(page.getByRole('main').getByText('Parola yenileme isteğinizi aldık.')).toBeVisible()

  const link = await resetLinkTo(portal, email)
  await page.goto(link)
  await page.getByLabel('Yeni parola').fill('Freze2071')
  await page.getByLabel('Parola (tekrar)').fill('Freze2071')
  await page.getByRole('button', { name: 'Parolayı kaydet' }).click()
  await expect(page.getByText('Parolanız kaydedildi. Oturumunuz açık.')).toBeVisible()

  await page.goto(link)
  await expect(page.getByText('Bu bağlantı artık geçerli değil.')).toBeVisible()
  await page.getByLabel('Yeni parola').fill('Freze2072')
  await page.getByLabel('Parola (tekrar)').fill('Freze2072')
  await page.getByRole('button', { name: 'Parolayı kaydet' }).click()
  await expect(
    page.getByRole('alert').getByText('Bu bağlantı geçersiz ya da daha önce kullanılmış.'),
  ).toBeVisible()
  await expect(page.locator('[data-tone=wrong]')).toHaveCount(1)
  await page.getByRole('link', { name: 'Yeni bağlantı iste' }).click()
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
})

for (const [path, tr, en] of [
  [
    '/invite-success?mail=ali%40example.com',
    'Parolanızı belirlediyseniz giriş yapın.',
    'If you have set your password, sign in.',
  ],
  [
    '/registeration-success',
    'Hesabınız doğrulandıysa giriş yapın.',
    'If your account is verified, sign in.',
  ],
] as const) {
  test(`${path} is open for each visitor and claims nothing that did not happen`, async ({
    visit,
  }) => {
    const visitor = await visit(null, path)
    await expect(visitor.getByText(tr)).toBeVisible()
    await expect(visitor.getByText('Her şey hazır')).toHaveCount(0)
    await visitor.getByRole('link', { name: 'Giriş yap' }).click()
    await expect(visitor).toHaveURL(/\/login/)
    const customer = await visit('customer', path, { language: 'en' })
    await expect(customer.getByText(en)).toBeVisible()
    await customer.getByRole('link', { name: 'Back to home' }).click()
    await expect(customer).toHaveURL(/:\d+\/$/)
  })
}

test('/phone-verification is a preview of six digits that sends nothing', async ({ visit }) => {
  const page = await visit(null, '/phone-verification')
  await expect(page.getByRole('heading', { name: 'Telefonunuzu doğrulayın' })).toBeVisible()
  await expect(page.getByText('Bu sayfa bir önizlemedir')).toBeVisible()
  await expect(page.getByText('+90 5•• ••• •• 42')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(6)
  await page.getByRole('textbox').first().pressSequentially('12')
  await expect(page.getByRole('textbox').first()).toHaveValue('1')
  const second = page.getByRole('textbox').nth(1)
  await second.pressSequentially('aŞ- ٣1') // only the last one is a digit of a code
  await expect(second).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'Doğrula' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Yeniden gönder (1/3)' })).toBeDisabled()
})

test('the page after a saved password is there after a reload too', async ({ visit, portal }) => {
  const { email, path } = await invitation(portal)
  const page = await visit(null, path)
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Her şey hazır' })).toBeVisible()
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('link', { name: 'Devam et' }).click()
  await expect(page).toHaveURL(/\/accounts$/)
})
