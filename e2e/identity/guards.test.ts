import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/visit.ts'

for (const path of [
  '/admin/audit',
  '/staff/tickets',
  '/account/01a1fe87-0000-7000-8000-000000000000/tickets',
])
  test(`a visitor who opens ${path} signs in first`, async ({ visit }) => {
    const page = await visit(null, path)
    await expect(page).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}$`))
  })

for (const [role, path] of [
  ['admin', '/admin/companies'],
  ['staff', '/staff/companies'],
  ['admin', '/admin/companies/'],
  ['staff', '/staff/companies/'],
] as const) {
  test(`a visitor without a session who opens ${path} is refused, signs in from there and arrives at it`, async ({
    visit,
  }) => {
    const page = await visit(null, path)
    await expect(page.getByText('Bu sayfayı görme yetkiniz yok.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/403\\?from=${encodeURIComponent(path)}$`))
    await page.getByRole('link', { name: 'Giriş yap' }).click()
    await expect(page).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}$`))
    await signIn(page, `${role}@demo.test`)
    await expect(page).toHaveURL(new RegExp(`:\\d+/${role}/companies$`))
    await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  })

  test(`a session that has ended leads from ${path} to the sign-in page, and back`, async ({
    visit,
    portal,
  }) => {
    const token = await portal.signIn(`${role}@demo.test`)
    await portal.endSession(token)
    const page = await visit({ token }, path, { allowedConsole: /status of 401/ })
    await expect(page).toHaveURL(new RegExp(`/login\\?.*from=${encodeURIComponent(path)}`))
    await signIn(page, `${role}@demo.test`)
    await expect(page).toHaveURL(new RegExp(`:\\d+/${role}/companies$`))
    await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  })
}

test("an administrator is refused in the staff's area, and opens the same page in their own", async ({
  visit,
}) => {
  const page = await visit('admin', '/staff/companies?sort=name')
  await expect(page.getByText('Bu sayfayı görme yetkiniz yok.')).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Yönetici bölümünde aç' }).click()
  await expect(page).toHaveURL(/\/admin\/companies\?sort=name$/)
  await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
})

test('a visitor who follows a link into the portal signs in and arrives where they wanted to go', async ({
  visit,
}) => {
  const page = await visit(null, '/accounts?sort=name')
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByLabel('E-posta')).toHaveValue('customer@demo.test')
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/accounts\?sort=name$/)
})

for (const [role, path] of [
  ['customer', '/admin/companies'],
  ['customer', '/staff/companies'],
  ['staff', '/admin/companies'],
  ['staff', '/accounts'],
] as const) {
  test(`${path} refuses ${role === 'staff' ? 'staff' : 'a customer'}`, async ({ visit }) => {
    const page = await visit(role, path)
    await expect(page).toHaveURL(new RegExp(`/403\\?from=${encodeURIComponent(path)}$`))
    await page.getByRole('link', { name: 'Ana sayfaya dön' }).click()
    await expect(page.getByRole('heading', { name: /^Merhaba/ })).toBeVisible()
  })
}

test('another company does not exist for a customer', async ({ visit }) => {
  const page = await visit('customer', '/account/01a1fe87-0000-7000-8000-000000000000/tickets', {
    allowedConsole: /status of 404/,
  })
  await expect(page.getByRole('heading', { name: 'Firma bulunamadı' })).toBeVisible()
})

for (const path of ['/account', '/accounts/nothing', '/nothing/at/all'])
  test(`a signed-in user who opens ${path} keeps the menu beside the notice`, async ({ visit }) => {
    const page = await visit('customer', path)
    await expect(page.getByRole('heading', { name: 'Sayfa bulunamadı' })).toBeVisible()
    await expect(
      page.getByRole('navigation').getByRole('link', { name: 'Ana sayfa' }).first(),
    ).toBeVisible()
  })

test('an unknown URL shows an error in the user’s language', async ({ visit }) => {
  const page = await visit(null, '/charts/echarts', { language: 'en' })
  await expect(page.getByText('The page you were looking for is not found.')).toBeVisible()
  await expect(page).toHaveTitle(/^(\(\d+\) )?Page not found · /)
})

for (const target of [
  '//evil.invalid/x',
  '/\\evil.invalid/x',
  '/\t/evil.invalid/x',
  '/.//evil.invalid/x',
  'https://evil.invalid/x',
]) {
  test(`signing in does not lead out of the portal: ${JSON.stringify(target)}`, async ({
    visit,
  }) => {
    const login = `/login?${new URLSearchParams({ from: target })}`
    // In English, so that the portal reloads in the user's own language.
    const page = await visit(null, login, { language: 'en' })
    await expect(page.getByLabel('E-mail')).toHaveValue('customer@demo.test')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Firmalarınız' })).toBeVisible()
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/accounts$/)

    await test.step('nor does being signed in', async () => {
      await page.goto(login)
      await expect(page.getByRole('heading', { name: 'Firmalarınız' })).toBeVisible()
      await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/accounts$/)
    })
  })
}

test('the link from a refusal to the login does not lead out of the portal', async ({ visit }) => {
  const page = await visit(null, `/403?${new URLSearchParams({ from: '/\\evil.invalid/x' })}`)
  await page.getByRole('link', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

for (const code of ['500', '503'])
  test(`the page of error ${code} has a button to try again, which does not leave the portal`, async ({
    visit,
  }) => {
    const page = await visit('customer', `/${code}`)
    await page.getByRole('button', { name: 'Yeniden dene' }).click()
    await expect(page.getByRole('heading', { name: /^Merhaba/ })).toBeVisible()
  })
