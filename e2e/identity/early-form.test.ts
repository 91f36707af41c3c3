import { emailOf, password } from '../portal/demo-portal.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { type BrowserOptions, expect, test, type Visit } from '../support/visit.ts'

// The sign-in page before its script has arrived (record 0083).

const scripts = /\/assets\/.+\.js$/

/** Opens a page whose scripts arrive when the returned function is called. */
async function openBeforeScripts(visit: Visit, path: string, options?: BrowserOptions) {
  const page = await visit(null, path.replace(/\/login.*/, '/404'), options)
  const release = await holdRequests(page, scripts)
  await page.goto(path, { waitUntil: 'commit' })
  return { page, release }
}

test('a customer types, presses the button before the script has arrived, and is signed in when it has', async ({
  visit,
}) => {
  const { page, release } = await openBeforeScripts(visit, '/login')
  await expect(page).toHaveTitle('Giriş yap · Tezgah')
  await page.getByLabel('E-posta').fill(emailOf('staff'))
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  const button = page.getByRole('button', { name: 'Giriş yap' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeFocused()
  const sent = page.waitForRequest('**/user/login')
  release()
  expect((await sent).postDataJSON()).toMatchObject({ email: emailOf('staff'), keep: true })
  await expect(page).toHaveURL(/\/staff\/companies$/)
})

test('Enter signs in too, by the page’s language and to the page that the link names', async ({
  visit,
}) => {
  const { page, release } = await openBeforeScripts(visit, '/login?from=%2Fsecurity', {
    language: 'en',
  })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByLabel('E-mail').fill(emailOf('admin'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(/\/security$/)
})

test('what is typed, chosen and shown stays, with the focus and the caret', async ({ visit }) => {
  const { page, release } = await openBeforeScripts(visit, '/login')
  const early = page.locator('#early')
  await page.getByLabel('Parola', { exact: true }).fill('yarım')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Parolayı göster ya da gizle' }).click()
  await expect(page.getByLabel('Parola', { exact: true })).toHaveAttribute('type', 'text')
  const field = page.getByLabel('E-posta')
  await field.fill('ece@İSTANBUL.test')
  for (let i = 0; i < '.test'.length; i++) await field.press('ArrowLeft')
  release()
  await expect(early).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.type('X')
  await expect(field).toHaveValue('ece@İSTANBULX.test')
  await expect(page.getByLabel('Parola', { exact: true })).toHaveValue('yarım')
  await expect(page.getByLabel('Parola', { exact: true })).toHaveAttribute('type', 'text')
  await expect(page.getByRole('checkbox')).toBeChecked()
})

test('an empty field gets the focus, and a change takes a pressed button back', async ({
  visit,
}) => {
  const { page, release } = await openBeforeScripts(visit, '/login?mail=ece@example.com')
  await expect(page.getByLabel('E-posta')).toHaveValue('ece@example.com')
  const button = page.getByRole('button', { name: 'Giriş yap' })
  await button.click()
  const field = page.getByLabel('Parola', { exact: true })
  await expect(field).toBeFocused()
  await expect(button).toHaveAttribute('aria-busy', 'false')
  await field.fill('yanlı')
  await field.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await field.pressSequentially('ş')
  await expect(button).toHaveAttribute('aria-busy', 'false')
  const calls: string[] = []
  page.on('request', request => calls.push(request.url().replace(/.*\//, '')))
  release()
  await expect(page.locator('#early')).toHaveCount(0)
  await expect(field).toHaveValue('yanlış')
  await expect.poll(() => calls).toContain('portal')
  expect(calls).not.toContain('login')
})

test('a language that is chosen before the script has arrived is the page’s when it has', async ({
  visit,
}) => {
  const { page, release } = await openBeforeScripts(visit, '/login')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  release()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the form that waits for its script is accessible, and stays where it is', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  for (const width of [360, 1280]) {
    const { page, release } = await openBeforeScripts(visit, `${vendor.url}/login`, { width })
    const field = page.getByLabel('Parola', { exact: true })
    await expect(field).toBeVisible()
    expect(await findViolationsInBothThemes(page)).toEqual([])
    const before = await field.boundingBox()
    release()
    await expect(page.locator('#early')).toHaveCount(0)
    await expect(page.getByText('Tezgah', { exact: true })).toHaveCount(0) // the vendor's name
    expect(await field.boundingBox()).toEqual(before)
  }
})

for (const [who, path] of [
  ['a user who is signed in', '/login'],
  ['a user whose session has ended', '/login?ended=1'],
] as const)
  test(`${who} sees no form before the script has arrived`, async ({ visit, portal }) => {
    const token = path === '/login' ? await portal.signIn(emailOf('staff')) : ''
    const page = await visit(token ? { token } : null, '/404')
    const release = await holdRequests(page, scripts)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('noscript')).toBeAttached() // the end of the page
    await expect(page.locator('form')).toHaveCount(0)
    release()
    if (token) await expect(page).toHaveURL(/\/staff\/companies$/)
    else await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible()
  })

test('where the page’s code cannot be loaded, the form gives way to what says so', async ({
  visit,
}) => {
  const page = await visit(null, '/404', {
    allowedConsole: /Failed to load|NetworkError|status of 503/,
  })
  await page.route(/\/LoginPage-.+\.js$/, route => route.abort())
  await page.route('**/healthz', route => route.fulfill({ status: 503 }))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Yeniden dene' })).toBeVisible()
  await expect(page.locator('#early')).toHaveCount(0)
})

test('a browser without JavaScript reads that it needs it, and sees no form', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${portal.url}/login`)
  await expect(page.locator('noscript')).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
  await context.close()
})
