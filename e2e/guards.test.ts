import { expect, test } from './visit.ts'

test('a visitor who comes to the companies is told that they are not theirs, and may sign in to see them', async ({ visit }) => {
  const page = await visit(null, '/admin/companies')
  await expect(page).toHaveURL(/\/403\?from=%2Fadmin%2Fcompanies$/)
  await expect(page.getByText('Bu kaynağı görüntüleme yetkiniz yok.')).toBeVisible()
  await page.getByRole('link', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fadmin%2Fcompanies$/)
})

test('a visitor who follows a link into the portal signs in and arrives where they wanted to go', async ({ visit }) => {
  const page = await visit(null, '/accounts?sort=name')
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByLabel('E-posta')).toHaveValue('customer@demo.test')
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/accounts\?sort=name$/)
})

for (const [who, path] of [
  ['customer', '/admin/companies'],
  ['customer', '/staff/companies'],
  ['staff', '/admin/companies'],
  ['staff', '/accounts'],
  ['admin', '/staff/companies'],
] as const) {
  test(`${path} is not for ${who === 'admin' ? 'an administrator' : who === 'staff' ? 'staff' : 'a customer'}`, async ({ visit }) => {
    const page = await visit(who, path)
    await expect(page).toHaveURL(new RegExp(`/403\\?from=${encodeURIComponent(path)}$`))
    await page.getByRole('link', { name: 'Ana sayfaya dön' }).click()
    await expect(page.getByRole('heading', { name: /^Merhaba/ })).toBeVisible()
  })
}

test('somebody else’s company is not there', async ({ visit }) => {
  const page = await visit('customer', '/account/01a1fe87-0000-7000-8000-000000000000/tickets', { tolerates: /status of 404/ })
  await expect(page.getByRole('heading', { name: 'Hesap bulunamadı' })).toBeVisible()
})

test('an address that leads nowhere says so, in the reader’s language', async ({ visit }) => {
  const page = await visit(null, '/charts/echarts', { language: 'en' })
  await expect(page.getByText('The page you were looking for is not found.')).toBeVisible()
  await expect(page).toHaveTitle(/^Page not found · /)
})

for (const elsewhere of ['//evil.invalid/x', '/\\evil.invalid/x', '/\t/evil.invalid/x', '/.//evil.invalid/x', 'https://evil.invalid/x']) {
  test(`signing in does not lead out of the portal: ${JSON.stringify(elsewhere)}`, async ({ visit }) => {
    const login = `/login?${new URLSearchParams({ from: elsewhere })}`
    // In English, so that the portal is loaded again for the user's own language.
    const page = await visit(null, login, { language: 'en' })
    await expect(page.getByLabel('E-mail')).toHaveValue('customer@demo.test')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Hesaplar' })).toBeVisible()
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/accounts$/)

    await test.step('nor does being signed in', async () => {
      await page.goto(login)
      await expect(page.getByRole('heading', { name: 'Hesaplar' })).toBeVisible()
      await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/accounts$/)
    })
  })
}

test('nor does the way from a refusal to the login', async ({ visit }) => {
  const page = await visit(null, `/403?${new URLSearchParams({ from: '/\\evil.invalid/x' })}`)
  await page.getByRole('link', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
